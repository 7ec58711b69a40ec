import type { SpacetimeTable } from "./spacetimeTable.ts";

/** Three Cartesian Kerr-Schild components: x, y, z. */
export type Vec3 = readonly [number, number, number];
/** Four contravariant (unless said) Kerr-Schild components: t, x, y, z. */
export type Vec4 = readonly [number, number, number, number];

/**
 * The curved spacetime that rays move in. Units G = c = M = 1, Cartesian Kerr-Schild coordinates with the spin
 * along +z; `spin` is a and `charge` is q in units of M, with a^2 + q^2 < 1.
 */
export type Spacetime =
  | { readonly kind: "minkowski" }
  | { readonly kind: "schwarzschild" }
  | { readonly kind: "kerr"; readonly spin: number }
  | { readonly kind: "kerr-newman"; readonly spin: number; readonly charge: number }
  | { readonly kind: "tabulated"; readonly table: SpacetimeTable };

/** Spin, charge and mass of the closed-form metric; of a table's exterior for a tabulated spacetime. */
export interface KerrSchildParameters {
  /** 1, or 0 for flat space. */
  readonly mass: number;
  readonly spin: number;
  readonly charge: number;
}

/** The numbers of the closed form: of the spacetime itself, or of what surrounds a table. */
export function kerrSchildParameters(spacetime: Spacetime): KerrSchildParameters {
  switch (spacetime.kind) {
    case "minkowski":
      return { mass: 0, spin: 0, charge: 0 };
    case "schwarzschild":
      return { mass: 1, spin: 0, charge: 0 };
    case "kerr":
      return { mass: 1, spin: spacetime.spin, charge: 0 };
    case "kerr-newman":
      return { mass: 1, spin: spacetime.spin, charge: spacetime.charge };
    case "tabulated":
      return spacetime.table.exterior;
  }
}
