import { describe, expect, it } from "vitest";
import * as light from "../kernel/kerrSchild.ts";
import { STATE_ENERGY, STATE_WORDS } from "../kernel/kerrSchildState.ts";
import {
  createSingleRay,
  type SingleRay,
  setRates,
  squaredError,
  stepSingle,
} from "./referenceKerrSchildStep.ts";

const field = { mass: 1, spin: 0.8, squaredCharge: 0.1, table: undefined };

/** A ray that passes the hole at a few M, out of the equator. */
function passingRay(): SingleRay {
  const ray = createSingleRay(field);
  const place = [12, 5, 3] as const;
  const momentum = [-1, 0.1, -0.15] as const;
  ray.state.set([...place, ...momentum, 0, 0]);
  ray.state[STATE_ENERGY] = light.backwardEnergy(1, field.spin, field.squaredCharge, ...place, ...momentum);
  setRates(ray, ray.state, 0);
  return ray;
}

/** Steps of one length, one after the other. */
function follow(ray: SingleRay, h: number, count: number): Float64Array {
  for (let i = 0; i < count; i++) {
    stepSingle(ray, h);
    ray.state.set(ray.next);
    ray.rates.copyWithin(0, 6 * STATE_WORDS);
  }
  return ray.state.slice(0, 6);
}

function distance(a: Float64Array, b: Float64Array): number {
  return Math.hypot(...a.map((value, i) => value - b[i]!));
}

describe("a step of the general backend", () => {
  it("is of fifth order", () => {
    const exact = follow(passingRay(), 20 / 3200, 3200);
    const errors = [100, 200].map((count) => distance(follow(passingRay(), 20 / count, count), exact));
    expect(Math.log2(errors[0]! / errors[1]!)).toBeGreaterThan(4.7);
  });

  it("estimates its error by a fourth-order solution", () => {
    const estimates = [0.2, 0.1].map((h) => {
      const ray = passingRay();
      stepSingle(ray, h);
      return Math.sqrt(squaredError(ray, h, { tolerance: 1, squaredSpeed: 1 }));
    });
    expect(Math.log2(estimates[0]! / estimates[1]!)).toBeGreaterThan(4.6);
    expect(Math.log2(estimates[0]! / estimates[1]!)).toBeLessThan(6.4);
  });

  it("taken back returns to the camera", () => {
    const ray = passingRay();
    const start = ray.state.slice(0, 6);
    follow(ray, 0.02, 1000);
    expect(distance(ray.state.slice(0, 6), start)).toBeGreaterThan(5);
    expect(distance(follow(ray, -0.02, 1000), start)).toBeLessThan(1e-8);
  });
});
