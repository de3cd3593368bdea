import type { Transaction } from '../database/connection.ts'
import { fillBooks } from './booking.ts'
import { demoVouchers } from './books.ts'
import { type DemoDays, demoDays, today, yearOf, yearsOn } from './calendar.ts'
import { fillBudgets, fillDimensions } from './dimensions.ts'
import { type Fault, throwFaults } from '../errors/catalogue.ts'
import { fillProjectGroundwork, fillProjects } from './fill-projects.ts'
import { invoicing } from './invoicing.ts'
import { createYear } from '../ledger/years/years.ts'
import {
  fillBaseCurrency,
  fillChart,
  fillCurrencies,
  fillGroundwork,
  fillParties,
  fillSalesGroundwork,
} from './master-data.ts'
import { demoCustomers, demoSupplierContacts, demoSuppliers } from './parties.ts'
import { demoProducts } from './products.ts'
import { fillReceipts } from './receipts.ts'
import { monthlyRates, openingRates } from './rates.ts'
import { fillCompanyDetails, fillSales } from './sales-data.ts'
import { demoSubscribers, demoSubscriptionLines, demoSubscriptions } from './subscriptions.ts'

/**
 * What a new agreement begins with. `empty`: its base currency only. `danish`: a chart of accounts, VAT codes,
 * currencies, terms, groups, zones, units, journals, last year and this, from October on next year too. `demo`: all that, and a company's books of last year and this.
 */
export type Template = 'empty' | 'danish' | 'demo'

/**
 * Fills a new agreement, which has its row in table `agreement` and no other.
 * The `demo` content is the same on every install in one calendar year (rule 3.6). So is the whole demo agreement.
 * @param day ISO date of this year.
 * @throws Error when `danish` or `demo` is asked for an agreement whose base currency is not DKK.
 */
export async function fillAgreement(
  transaction: Transaction,
  agreement: number,
  template: Template,
  day = today(),
): Promise<void> {
  const [found] = await transaction.rows<{ base_currency: string; is_demo: boolean }>(
    'SELECT base_currency, is_demo FROM agreement WHERE agreement = $1',
    [agreement],
  )
  if (!found) throw new Error(`There is no agreement ${agreement} to fill.`)
  await fillBaseCurrency(transaction, agreement)
  if (template === 'empty') return
  if (found.base_currency !== 'DKK') {
    throw new Error(`Template ${template} is for base currency DKK; agreement ${agreement} has ${found.base_currency}.`)
  }
  const days = demoDays(yearOf(day))
  const { firstYear, lastYear } = days
  const rates = template === 'demo' ? monthlyRates(firstYear, lastYear) : openingRates(firstYear, lastYear)
  await fillCurrencies(transaction, agreement, rates)
  await fillChart(transaction, agreement)
  await fillGroundwork(transaction, agreement)
  await fillSalesGroundwork(transaction, agreement)
  await fillProjectGroundwork(transaction, agreement, days.inFirst('12-31'))
  // The demo agreement must stay the same all year: it does not get next year in October.
  for (const year of found.is_demo ? [firstYear, lastYear] : yearsOn(day)) {
    const faults: Fault[] = []
    await createYear(transaction, agreement, `${year}-01-01`, `${year}-12-31`, faults)
    throwFaults(faults)
  }
  if (template === 'demo') await fillCompany(transaction, agreement, days)
}

async function fillCompany(transaction: Transaction, agreement: number, days: DemoDays): Promise<void> {
  const customers = demoCustomers()
  const suppliers = demoSuppliers()
  const rows = suppliers.map(({ row }) => row)
  await fillParties(transaction, agreement, { customers, suppliers: rows, contacts: demoSupplierContacts(rows) })
  const products = demoProducts()
  await fillCompanyDetails(transaction, agreement)
  await fillSales(transaction, agreement, {
    products,
    subscriptions: demoSubscriptions,
    lines: demoSubscriptionLines(products),
    subscribers: demoSubscribers(days, customers),
  })
  await fillDimensions(transaction, agreement)
  const invoices = await invoicing(transaction, agreement, days, customers, products)
  await fillBooks(transaction, agreement, days, demoVouchers(days, customers, suppliers), invoices)
  await fillProjects(transaction, agreement, days, customers)
  await fillReceipts(transaction, agreement)
  await fillBudgets(transaction, agreement, days)
}
