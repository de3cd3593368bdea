import type { Page } from 'playwright-core'

/**
 * A number of the API as the console writes it in whole units: half a unit away from zero, minus as wide as a digit.
 */
export function wholeShown(amount: number): string {
  const cents = Math.round(Math.abs(amount) * 100)
  const units = Math.floor((cents + 50) / 100)
  const text = units.toString().replace(/\B(?=(\d{3})+$)/g, '.')
  return amount < 0 && units !== 0 ? `−${text}` : text
}

/**
 * How a page looks on paper: how much of the frame shows, how many figures lie beyond the sheet or are cut, and what
 * its head says.
 */
export const printed = (page: Page): Promise<{ frame: number; beyond: number; cut: number; head: string }> =>
  page.evaluate(() => {
    const all = (selector: string): Element[] => [...document.querySelectorAll(selector)]
    const shows = (one: Element): boolean => getComputedStyle(one).display !== 'none'
    const right = document.documentElement.clientWidth + 1
    return {
      frame: all('.side, .strip, .bar, .mnav, .top .btn, .top .chip').filter(shows).length,
      beyond: all('.t .fig').filter((one) => one.getBoundingClientRect().right > right).length,
      cut: all('.t td.n').filter((one) => one.scrollWidth > one.clientWidth + 4).length,
      head: getComputedStyle(document.querySelector('.top')!, '::after').content,
    }
  })
