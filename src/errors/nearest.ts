/** Longer names are not compared: comparing is for typing errors, and costs the product of two lengths. */
const LENGTH_MAX = 60

/**
 * The candidate that a name was most likely meant to be: at most a third of its letters differ, without regard to case.
 */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  return nearestWithin(Math.max(1, Math.floor(name.length / 3)), name, candidates)
}

/** The candidate that the fewest letters tell the name from, at most so many, without regard to case. */
export function nearestWithin(letters: number, name: string, candidates: Iterable<string>): string | undefined {
  if (name.length > LENGTH_MAX) return undefined
  const wanted = name.toLowerCase()
  let best: string | undefined
  let least = letters + 1
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - name.length) >= least) continue
    const far = distance(wanted, candidate.toLowerCase())
    if (far < least) [best, least] = [candidate, far]
  }
  return best
}

/** Whether at most so many letters tell the name from one of the candidates, without regard to case. */
export const isWithin = (letters: number, name: string, candidates: Iterable<string>): boolean =>
  nearestWithin(letters, name, candidates) !== undefined

/** ` Did you mean …?`, or nothing where nothing is near. */
export function didYouMean(name: string, candidates: Iterable<string>): string {
  const near = nearest(name, candidates)
  return near === undefined ? '' : ` Did you mean ${near}?`
}

/**
 * How many letters have to be changed, added, left out or swapped with their neighbour to make one text of the other.
 */
function distance(a: string, b: string): number {
  let [before, last]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, at) => at)]
  for (let row = 1; row <= a.length; row++) {
    const next = [row]
    for (let at = 1; at <= b.length; at++) {
      const isSame = a[row - 1] === b[at - 1]
      const isSwapped = row > 1 && at > 1 && a[row - 1] === b[at - 2] && a[row - 2] === b[at - 1]
      const changed = last[at - 1]! + Number(!isSame)
      next[at] = Math.min(last[at]! + 1, next[at - 1]! + 1, changed, isSwapped ? before[at - 2]! + 1 : changed)
    }
    ;[before, last] = [last, next]
  }
  return last[b.length]!
}
