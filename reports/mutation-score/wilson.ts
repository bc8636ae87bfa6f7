/** A share with its 95 % interval, from 0 to 1; NaN if the total is 0. */
export interface Interval {
  readonly share: number;
  readonly from: number;
  readonly to: number;
}

/** The 97.5 % quantile of the standard normal distribution. */
const Z = 1.959964;

/** Returns the Wilson score interval of `hits` out of `total`. */
export function wilson(hits: number, total: number): Interval {
  if (total === 0) return { share: Number.NaN, from: Number.NaN, to: Number.NaN };
  const share = hits / total;
  const centre = share + Z ** 2 / (2 * total);
  const spread = Z * Math.sqrt((share * (1 - share)) / total + Z ** 2 / (4 * total ** 2));
  const scale = 1 + Z ** 2 / total;
  return { share, from: Math.max(0, (centre - spread) / scale), to: Math.min(1, (centre + spread) / scale) };
}
