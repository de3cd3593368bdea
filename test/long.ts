/**
 * How often a random test runs: `short` in `npm test`, which has minutes for everything, and `long` in `npm run test:long`. A setting of the
 * test's own, `given`, decides instead.
 */
export const runs = (short: number, long: number, given?: string): number =>
  Number(given ?? (process.env.DAYBOOK_LONG ? long : short))
