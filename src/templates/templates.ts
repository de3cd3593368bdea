import type { Transaction } from '../database/connection.ts'
import { type Fault, throwFaults } from '../errors/catalogue.ts'
import { createYear } from '../ledger/years/years.ts'
import { demoDays, today, yearsOn } from './calendar.ts'
import { fillCompany } from './company.ts'
import { fillProjectGroundwork } from './fill-projects.ts'
import { fillBaseCurrency, fillChart, fillCurrencies, fillGroundwork, fillSalesGroundwork } from './master-data.ts'
import { monthlyRates, openingRates } from './rates.ts'

/**
 * What a new agreement begins with. `empty`: its base currency only. `danish`: a chart of accounts, VAT codes,
 * currencies, terms, groups, zones, units, journals, last year and this, from October on next year too. `demo`: all
 * that, and a company's books of last year, and of this one until today.
 */
export type Template = 'empty' | 'danish' | 'demo'

/**
 * Fills a new agreement, which has its row in table `agreement` and no other. The `demo` content is the same on every
 * install of one day (rule 3.6).
 * @param day ISO date of today: the company's books go until then.
 * @throws Error when `danish` or `demo` is asked for an agreement whose base currency is not DKK.
 */
export async function fillAgreement(
  transaction: Transaction,
  agreement: number,
  template: Template,
  day = today(),
): Promise<void> {
  const [found] = await transaction.rows<{ base_currency: string }>(
    'SELECT base_currency FROM agreement WHERE agreement = $1',
    [agreement],
  )
  if (!found) throw new Error(`There is no agreement ${agreement} to fill.`)
  await fillBaseCurrency(transaction, agreement)
  if (template === 'empty') return
  if (found.base_currency !== 'DKK') {
    throw new Error(`Template ${template} is for base currency DKK; agreement ${agreement} has ${found.base_currency}.`)
  }
  const days = demoDays(day)
  const { firstYear, lastYear } = days
  const rates = template === 'demo' ? monthlyRates(firstYear, lastYear) : openingRates(firstYear, lastYear)
  await fillCurrencies(transaction, agreement, rates)
  await fillChart(transaction, agreement)
  await fillGroundwork(transaction, agreement)
  await fillSalesGroundwork(transaction, agreement)
  await fillProjectGroundwork(transaction, agreement, days.on('1-12-31'))
  for (const year of yearsOn(day)) {
    const faults: Fault[] = []
    await createYear(transaction, agreement, `${year}-01-01`, `${year}-12-31`, faults)
    throwFaults(faults)
  }
  if (template === 'demo') await fillCompany(transaction, agreement, days)
}
