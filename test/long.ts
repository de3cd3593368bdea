/** Whether tests run at full length: `npm run test:long`. */
export const isLong = (process.env.DAYBOOK_LONG ?? '') !== ''

/**
 * How often a random test runs: `short` in `npm test`, which has minutes for everything, and `long` in
 * `npm run test:long`. A setting of the test's own, `given`, decides instead.
 */
export const runs = (short: number, long: number, given?: string): number => Number(given ?? (isLong ? long : short))

/**
 * All of them in the long form; in the short form at most two, or one, others at each place, so that a list of places
 * meets every one.
 */
export const someOf = <One>(all: readonly One[], place: number, many: 1 | 2 = 2): readonly One[] =>
  isLong || all.length <= many
    ? all
    : [0, Math.ceil(all.length / 2)].slice(0, many).map((ahead) => all[(place + ahead) % all.length]!)
