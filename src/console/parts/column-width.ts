/** Pixels of a digit, of what stands between digits, and of the room beside a number in a table of 13 px. */
const [DIGIT, BETWEEN, BESIDE] = [8.5, 4.5, 18]

/** The width of a column of a table with fixed ones, so that no number of it is cut; its least where they are short. */
export function columnWidth(numbers: Iterable<string>, least: number, beside = BESIDE): { width: string } {
  let most = least
  for (const number of numbers) {
    const between = number.replace(/[^.,\s]/g, '').length
    most = Math.max(most, Math.ceil((number.length - between) * DIGIT + between * BETWEEN + beside))
  }
  return { width: `${most}px` }
}
