import type { Transaction } from '../database/connection.ts'
import { fillBooks } from './booking.ts'
import { demoVouchers } from './books.ts'
import { DEMO_YEARS } from './calendar.ts'
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
 * What a new agreement begins with. `empty`: its base currency, nothing else. `danish`: a chart of accounts, VAT codes,
 * currencies, terms, groups, zones, units, journals, last year and this. `demo`: all that, and a company's books of 2025 and 2026.
 */
export type Template = 'empty' | 'danish' | 'demo'

/**
 * Fills an agreement just created; its row in table `agreement` must be there, and nothing else of it.
 * The `demo` content is the same on every install (ACCOUNTING.md, Who is who).
 * @throws Error when `danish` or `demo` is asked for an agreement whose base currency is not DKK.
 */
export async function fillAgreement(transaction: Transaction, agreement: number, template: Template): Promise<void> {
  const [found] = await transaction.rows<{ base_currency: string; year: number }>(
    'SELECT base_currency, extract(year FROM now())::int AS year FROM agreement WHERE agreement = $1',
    [agreement],
  )
  if (!found) throw new Error(`There is no agreement ${agreement} to fill.`)
  await fillBaseCurrency(transaction, agreement)
  if (template === 'empty') return
  if (found.base_currency !== 'DKK') {
    throw new Error(`Template ${template} is for base currency DKK; agreement ${agreement} has ${found.base_currency}.`)
  }
  const { first, last } = template === 'demo' ? DEMO_YEARS : { first: found.year - 1, last: found.year }
  const rates = template === 'demo' ? monthlyRates(first, last) : openingRates(first, last)
  await fillCurrencies(transaction, agreement, rates)
  await fillChart(transaction, agreement)
  await fillGroundwork(transaction, agreement)
  await fillSalesGroundwork(transaction, agreement)
  await fillProjectGroundwork(transaction, agreement)
  for (let year = first; year <= last; year++) {
    const faults: Fault[] = []
    await createYear(transaction, agreement, `${year}-01-01`, `${year}-12-31`, faults)
    throwFaults(faults)
  }
  if (template === 'demo') await fillCompany(transaction, agreement)
}

async function fillCompany(transaction: Transaction, agreement: number): Promise<void> {
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
    subscribers: demoSubscribers(customers),
  })
  const invoices = await invoicing(transaction, agreement, customers, products)
  await fillBooks(transaction, agreement, demoVouchers(customers, suppliers), invoices)
  await fillProjects(transaction, agreement, customers)
  await fillReceipts(transaction, agreement)
}
