/** An instant as the API writes it, as a number: microseconds since 1970. Texts of instants differ in their digits. */
export function microsecondsOf(instant: string): number {
  const [, fraction = ''] = /\.(\d{1,6})Z$/.exec(instant) ?? []
  return Math.floor(Date.parse(instant) / 1000) * 1_000_000 + Number(fraction.padEnd(6, '0'))
}
