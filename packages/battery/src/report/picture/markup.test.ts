import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { strictMarkup } from "../../../test/strictMarkup.ts";
import { element, text, verbatim } from "./markup.ts";

describe("markup", () => {
  it("reads back with any text and any attribute value, controls and lone surrogates replaced", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (words, value) => {
        const read = strictMarkup(element("p", { title: value }, element("b", {}), text(`x${words}`)).markup);
        const fit = (given: string) => given.replace(/[\p{Cs}\uFFFE\uFFFF]|(?![\t\n])\p{Cc}/gu, "\uFFFD");
        return read.children[1] === `x${fit(words)}` && read.attributes.title === fit(value);
      }),
    );
  });

  it("escapes what would open an element or end an attribute", () => {
    const { markup } = element("p", { title: `"'><script>` }, text(`</p><script>alert("1")</script>&amp;`));
    expect(markup).toBe(
      '<p title="&quot;&#39;&gt;&lt;script&gt;">&lt;/p&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;amp;</p>',
    );
  });

  it("closes short only what HTML reads so", () => {
    expect(element("rect", { x: 1.23456, width: 2 }).markup).toBe('<rect x="1.23" width="2"/>');
    expect(element("meta", { charset: "utf-8" }).markup).toBe('<meta charset="utf-8"/>');
    expect(element("div", {}).markup).toBe("<div></div>");
  });

  it("takes no style or script that XML and HTML read differently", () => {
    expect(() => verbatim("script", "if (a < b) c()")).toThrow(
      'script holds "<" at 6: write it without < and &',
    );
    expect(verbatim("style", "a>b{c:d}").markup).toBe("<style>a>b{c:d}</style>");
  });
});
