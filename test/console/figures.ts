/**
 * A number of the API as the console writes it in whole units: half a unit away from zero, minus as wide as a digit.
 */
export function wholeShown(amount: number): string {
  const cents = Math.round(Math.abs(amount) * 100)
  const units = Math.floor((cents + 50) / 100)
  const text = units.toString().replace(/\B(?=(\d{3})+$)/g, '.')
  return amount < 0 && units !== 0 ? `−${text}` : text
}
