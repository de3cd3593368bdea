import { closeBooks, openBooks, type OpeningRequest } from '../../ledger/years/opening-balances.ts'
import { IMPORTED_VALUES_MAX, NUMBER_MAX, OPENING_ASSETS_MAX } from '../../limits.ts'
import { date, decimal, flag, int32, itemList, objects, text } from '../../resource/fields.ts'
import type { Item } from '../../resource/operations.ts'
import { operations } from '../../resource/resource.ts'
import { OPENING_ASSET } from './assets.ts'
import { byLine, openingLines } from './opening-csv.ts'

const amounts = {
  currency: text(3).describe('The base currency where left out'),
  amount: decimal(24, 2).required().describe('In the currency; debit positive'),
  amountInBaseCurrency: decimal(24, 2).describe('Of another currency: what it is in base currency'),
}
const LISTS = {
  accounts: { accountNumber: int32(1, NUMBER_MAX).required(), ...amounts },
  items: {
    customerNumber: int32(1, NUMBER_MAX),
    supplierNumber: int32(1, NUMBER_MAX),
    invoiceNumber: text(30).required().describe('As the invoice has it'),
    dueDate: date(),
    ...amounts,
  },
  assets: OPENING_ASSET,
}
const MOST = { accounts: IMPORTED_VALUES_MAX, items: IMPORTED_VALUES_MAX, assets: OPENING_ASSETS_MAX }
/** The longest line of CSV. */
const LINE_MAX = 300
const told = () => decimal(24, 2).present()

const OPENED = {
  journalNumber: int32().present(),
  accountingYear: text(4).present(),
  voucherNumber: int32().present().describe('0: nothing would be booked'),
  lines: int32().present(),
  debit: told(),
  credit: told(),
  differences: objects({
    accountNumber: int32().describe('null: all balances together'),
    given: told().describe('What was given as the balance of the account'),
    items: told().describe('What the items of the account are together'),
    difference: told(),
  })
    .present()
    .describe('What does not add up'),
}

/** The balances that books begin with, from other books (MONTH.md 7). */
export const openingBalances = operations('OpeningBalances', {
  logsBodies: true,
  roles: ['SuperUser', 'Bookkeeping'],
  operations: [
    {
      kind: 'action',
      method: 'POST',
      path: '/opening-balances',
      status: 200,
      summary: 'Open the books with balances of accounts, open items and assets from other books, as one voucher',
      schema: 'OpeningBalances',
      body: {
        date: date().required().describe('The first day of the books'),
        journalNumber: int32(1, NUMBER_MAX).required(),
        text: text(250),
        accounts: itemList(LISTS.accounts, IMPORTED_VALUES_MAX).describe(
          'What each account has. A summary account is compared with its items, and may be left out',
        ),
        items: itemList(LISTS.items, IMPORTED_VALUES_MAX).describe(
          'What customers and suppliers owe and are owed, invoice by invoice',
        ),
        assets: itemList(LISTS.assets, OPENING_ASSETS_MAX).describe(
          'The register of assets at the end of the day. Books nothing: the accounts of their groups have what they come to',
        ),
        csv: text(IMPORTED_VALUES_MAX * LINE_MAX).describe(
          'Instead of the lists: a line that names the columns, then one for each account, item or asset (`assetNumber`). Faults name the line',
        ),
        nextInvoiceNumber: int32(1, NUMBER_MAX).describe('Where the series of invoices goes on'),
        preview: flag().describe('true: tell what would be booked and what does not add up, and book nothing'),
      },
      answer: OPENED,
      async run({ transaction, caller: { agreement } }, { body, faults }) {
        const { csv, ...given } = body as { csv?: string } & Item
        const read = openingLines(csv ?? '', LISTS)
        for (const list of ['accounts', 'items', 'assets'] as const) {
          if (csv !== undefined && given[list] !== undefined) {
            faults.push({ code: 'ValueNotAllowed', property: list, message: 'Give csv, or lists, not both.' })
          }
          if (read.lists[list].length > MOST[list]) {
            const message = `There may be ${MOST[list]} ${list}.`
            faults.push({ code: 'ValueOutOfRange', property: 'csv', message })
          }
        }
        faults.push(...read.faults)
        if (faults.length > 0) return { status: 200, body: '{}' }
        const request = { ...read.lists, ...given } as unknown as OpeningRequest
        return {
          status: 200,
          told: await byLine(read, () => openBooks(transaction, agreement, request)),
        }
      },
    },
    {
      kind: 'action',
      method: 'DELETE',
      path: '/opening-balances',
      status: 204,
      summary: 'Take the opening balances back: their voucher is reversed, as long as nothing else was booked since',
      async run({ transaction, caller: { agreement } }) {
        await closeBooks(transaction, agreement)
        return { status: 204 }
      },
    },
  ],
  codes: [
    'AccountNotFound',
    'ItemRepeated',
    'JournalEntryAssetGroupNotFound',
    'NumberAlreadyInUse',
    'CustomerDoesNotExist',
    'CustomerIsBarred',
    'JournalDoesNotExist',
    'JournalEntryDateAccountingYearClosed',
    'JournalEntryDateAccountingYearDoesNotExist',
    'JournalEntryDateAccountingYearPeriodBarred',
    'JournalVoucherNextNumberNotWithinBoundaries',
    'OpeningBalancesAreThere',
    'OpeningBalancesDoNotAddUp',
    'OpeningBalancesDoNotExist',
    'OpeningBalancesHaveSuccessors',
    'SupplierDoesNotExist',
    'ValueNotAllowed',
    'ValueOutOfRange',
    'ValueRequired',
  ],
})
