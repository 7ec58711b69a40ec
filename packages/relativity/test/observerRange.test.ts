import fc from "fast-check";
import { it } from "vitest";
import { observerFourVelocity } from "../src/camera/observer.ts";
import { leastObserverRadius } from "../src/camera/observerRange.ts";
import { InputError } from "../src/problem.ts";
import type { Spacetime } from "../src/spacetime/spacetime.ts";
import { placeOf } from "./rayLab.ts";

const spacetimes = fc.oneof(
  fc.constant<Spacetime>({ kind: "schwarzschild" }),
  fc.double({ min: -0.99, max: 0.99, noNaN: true }).map((spin): Spacetime => ({ kind: "kerr", spin })),
  fc
    .double({ min: 0.1, max: 0.7, noNaN: true })
    .map((charge): Spacetime => ({ kind: "kerr-newman", spin: 0.5, charge })),
);

it("tells observers that can be from those that cannot, on either side of the least radius", () => {
  const kinds = fc.constantFrom("static", "zamo", "circular", "rain");
  const angles = fc.integer({ min: 5, max: 90 });
  fc.assert(
    fc.property(spacetimes, kinds, angles, (spacetime, kind, angle) => {
      if (spacetime.kind === "tabulated") return true;
      const thetaDeg = kind === "circular" ? 90 : angle;
      const least = leastObserverRadius(spacetime, kind, thetaDeg);
      const canBe = (r: number): boolean => {
        const observer = { kind } as const;
        try {
          observerFourVelocity(
            { spacetime, position: placeOf(spacetime, { r, thetaDeg, observer }) },
            observer,
          );
          return true;
        } catch (error) {
          if (error instanceof InputError) return false;
          throw error;
        }
      };
      return canBe(least * (1 + 1e-6) + 1e-9) && (least === 0 || !canBe(least * (1 - 1e-6)));
    }),
  );
});
