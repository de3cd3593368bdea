/**
 * How what an app sends is read on the published prefixes. `default` ignores or mends what the published service does
 * where the specification is silent, `lenient` also what the specification refuses, and `strict` refuses all of it.
 * `/daybookapi` is always strict.
 */
export const COMPATIBILITIES = ['default', 'lenient', 'strict'] as const
export type Compatibility = (typeof COMPATIBILITIES)[number]
