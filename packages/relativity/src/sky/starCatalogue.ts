/** Stars as columns, in the order of their file; directions are unit vectors at which light comes from infinity. */
export interface StarCatalogue {
  readonly count: number;
  /** Number in the source's catalogue (Hipparcos), or the row. */
  readonly id: Int32Array;
  /** Three components a star: (cos dec cos ra, cos dec sin ra, sin dec), Kerr-Schild Cartesian. */
  readonly direction: Float64Array;
  /** Apparent magnitude in the V band. */
  readonly magnitudeV: Float64Array;
  /** Colour temperature, in K. */
  readonly temperatureK: Float64Array;
  /** 10^(-0.4 V): 1 for a star of magnitude 0. */
  readonly fluxV: Float64Array;
}
