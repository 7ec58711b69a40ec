import { afterAll, expect, it } from "vitest";
import { bardeen, openKerrShadows } from "./kerrShadows.ts";
import { DEG, type LookPath } from "./tracedRays.ts";

const { edges, close } = await openKerrShadows();
afterAll(close);

// Oracles 39, 40: height and mean radius of the shadow.
it.each([
  [90, 5.1961524227066, 5.03322648678],
  [60, 5.1354683769008, 5.00060876622],
])("spin 0.9 from %f degrees: height %f, mean radius %f", (thetaDeg, height, meanRadius) => {
  const r = 1000;
  const count = 180;
  const paths = Array.from({ length: count + 1 }, (_, index): LookPath => {
    const turn = (Math.PI * index) / count;
    return (t) => [(2 + 8 * t * Math.cos(turn)) / r / DEG, (8 * t * Math.sin(turn)) / r / DEG];
  });
  const curve = edges({ spin: 0.9, r, thetaDeg }, paths).map((ray) => bardeen(ray, 0.9, thetaDeg));
  expect(Math.abs(Math.max(...curve.map(({ beta }) => beta)) - height)).toBeLessThan(5e-4);
  let area = 0;
  for (let index = 0; index < count; index++) {
    const [a, b] = [curve[index]!, curve[index + 1]!];
    area += (a.alpha - b.alpha) * (a.beta + b.beta);
  }
  expect(Math.abs(Math.sqrt(Math.abs(area) / Math.PI) - meanRadius)).toBeLessThan(3e-4);
});
