/** More are made anew: the number of agreements has no bound. */
const KEPT = 1000

/** What `make` makes of each number, made at its first use. */
export function madeOnce<Made>(make: (of: number) => Made): (of: number) => Made {
  const made = new Map<number, Made>()
  return (of) => {
    const known = made.get(of)
    if (known !== undefined) return known
    if (made.size === KEPT) made.clear()
    const one = make(of)
    made.set(of, one)
    return one
  }
}
