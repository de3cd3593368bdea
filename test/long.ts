/**
 * How often something random is tried: `npm test` has minutes for everything, `npm run test:long` has as long as it takes. Where a setting of its
 * own is given, that many.
 */
export const runs = (short: number, long: number, given?: string): number =>
  Number(given ?? (process.env.DAYBOOK_LONG ? long : short))
