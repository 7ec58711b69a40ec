/** How a point of light spreads over pixels; lengths in pixels. */
export type PointSpreadShape =
  | { readonly kind: "gaussian"; readonly sigmaPx: number }
  /** I ~ (1 + r^2 / alpha^2)^-beta, beta > 1. */
  | { readonly kind: "moffat"; readonly alphaPx: number; readonly beta: number }
  /** A round aperture's diffraction; the first dark ring at `firstZeroPx`. */
  | { readonly kind: "airy"; readonly firstZeroPx: number };
