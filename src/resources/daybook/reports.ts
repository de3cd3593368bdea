import type { Statement } from '../../database/connection.ts'
import type { Fault } from '../../errors/catalogue.ts'
import { daysBetween } from '../../ledger/days.ts'
import { type AccountInterval, accountLedger, ledgerCursor } from '../../ledger/reports/account-ledger.ts'
import { assetRegister, REGISTER_FIGURES } from '../../ledger/reports/asset-register.ts'
import { AGED_FIGURES, agedParties } from '../../ledger/reports/aged.ts'
import { balanceSheet, SHEET_FIGURES } from '../../ledger/reports/balance-sheet.ts'
import { DAILY_FIGURES, dailyBalances } from '../../ledger/reports/daily-balances.ts'
import { deadlines } from '../../ledger/vat-returns/deadlines.ts'
import type { Asking } from '../../ledger/reports/asking.ts'
import type { Figures } from '../../ledger/reports/explain.ts'
import { shapeFigures } from '../../ledger/reports/explained-shapes.ts'
import { KEY_FIGURES, keyFigures } from '../../ledger/reports/key-figures.ts'
import { PROFIT_FIGURES, profitAndLoss } from '../../ledger/reports/profit-and-loss.ts'
import { OPEN_FIGURES, openItemsReport } from '../../ledger/reports/open-items.ts'
import { partyStatement, STATEMENT_FIGURES } from '../../ledger/reports/party-statement.ts'
import type { ReportDays } from '../../ledger/reports/range.ts'
import type { ReportFormat } from '../../ledger/reports/render.ts'
import { TRIAL_FIGURES, trialBalanceReport } from '../../ledger/reports/trial-balance.ts'
import { unusualMonths } from '../../ledger/reports/unusual-months.ts'
import { VAT_FIGURES, vatStatement } from '../../ledger/reports/vat-statement.ts'
import { CURSOR_MAX_LENGTH, DEADLINE_DAYS_MAX, NUMBER_MAX } from '../../limits.ts'
import type { Fields } from '../../resource/fields.ts'
import { date, int32, text } from '../../resource/fields.ts'
import type { Item, QueryOperation } from '../../resource/operations.ts'
import { operations } from '../../resource/resource.ts'
import * as answers from './report-answers.ts'
import {
  AS_BOOKED,
  balanceParameters,
  CSV,
  daysFaults,
  explainFaults,
  explainParameters,
  figureOf,
  missingDays,
  noSuchFigure,
  daysOf,
  formatOf,
  movementParameters,
  noSuchDays,
  noSuchParty,
  type PartyKind,
  shapeFaults,
  shapeOf,
  shapeParameters,
  trialAskingOf,
  trialFaults,
  trialParameters,
} from './report-parameters.ts'

type Read = (agreement: number, days: ReportDays, format: ReportFormat, asked: Asking) => Statement

interface ReportFacts {
  summary: string
  answer: Fields
  read: Read
  hasProvisional?: true
  isShaped?: true
  /** It can be of a department, and compared with other days. */
  isTrial?: true
  /** It can be of one currency. */
  hasCurrency?: true
  figures?: Figures
}

/** A report of the days asked for: `movements` within them, or `balances` at their end. */
function report(
  path: string,
  kind: 'movements' | 'balances',
  { summary, answer, read, hasProvisional, isShaped, isTrial, hasCurrency, figures }: ReportFacts,
): QueryOperation {
  const figuresFor = (query: Item): Figures | undefined => {
    const shape = isShaped && query.explain !== undefined ? shapeOf(query) : undefined
    return shape ? shapeFigures(kind, shape, query.asBooked === 'true') : figures
  }
  return {
    kind: 'query',
    method: 'GET',
    path,
    summary,
    answer,
    formats: { csv: CSV },
    query: [
      ...(kind === 'movements' ? movementParameters : balanceParameters),
      ...(hasProvisional ? [AS_BOOKED] : []),
      ...(isShaped ? shapeParameters : []),
      ...(isTrial ? trialParameters : []),
      ...(hasCurrency ? [CURRENCY] : []),
      ...(figures ? explainParameters(figures, isShaped) : []),
    ],
    check: ({ query }) => [
      ...daysFaults(query, kind === 'movements' ? ['from', 'to'] : ['date']),
      ...(isShaped ? shapeFaults(query) : []),
      ...(isTrial ? trialFaults(query) : []),
      ...(figures ? explainFaults(query, figuresFor(query)!) : []),
    ],
    none: ({ query }) => noSuchFigure(query),
    statement: ({ agreement }, { query }) => {
      const asking = {
        asBooked: query.asBooked === 'true',
        ...(isTrial ? trialAskingOf(query) : { shape: shapeOf(query) }),
        figure: figures && figureOf(query, figuresFor(query)!),
        currency: query.currency as string | undefined,
      }
      return read(agreement, daysOf(query), formatOf(query), asking)
    },
  }
}

/** In which currency; other entries do not count. */
const CURRENCY = {
  name: 'currency',
  field: text(3).describe('Only what is open in this currency; amounts stay in base currency.'),
}

const ACCOUNTS = ['account', 'accountFrom', 'accountTo'] as const

/** The faults of the accounts asked for: `account`, or `accountFrom` and `accountTo`. */
function accountFaults({ account, accountFrom, accountTo }: Item): Fault[] {
  if (account !== undefined) {
    if (accountFrom === undefined && accountTo === undefined) return []
    const message = 'Give account, or accountFrom and accountTo, not both.'
    return [{ code: 'QueryParameterInvalid', property: 'account', message }]
  }
  const message = 'Give account, or accountFrom and accountTo.'
  if (accountFrom === undefined && accountTo === undefined) {
    return [{ code: 'QueryParameterRequired', property: 'account', message }]
  }
  if (accountFrom === undefined) return [{ code: 'QueryParameterRequired', property: 'accountFrom', message }]
  if (accountTo === undefined) return [{ code: 'QueryParameterRequired', property: 'accountTo', message }]
  if ((accountFrom as number) <= (accountTo as number)) return []
  const order = 'accountTo must not be below accountFrom.'
  return [{ code: 'QueryParameterInvalid', property: 'accountTo', message: order }]
}

function cursorFaults({ cursor }: Item): Fault[] {
  if (cursor === undefined || ledgerCursor(cursor as string)) return []
  const message = 'The cursor is not one this report gave.'
  return [{ code: 'QueryParameterInvalid', property: 'cursor', message }]
}

const intervalOf = ({ account, accountFrom, accountTo }: Item): AccountInterval => ({
  from: (account ?? accountFrom) as number,
  to: (account ?? accountTo) as number,
})

/** The fault of a single account that takes no entries, or of a year or period that does not exist. */
function noSuchLedger(query: Item): Fault {
  if (intervalOf(query).from !== intervalOf(query).to) return noSuchDays(query)
  const message = `There is no account ${intervalOf(query).from} of type 1 or 2`
  const code = 'QueryParameterInvalid'
  if (query.year === undefined) return { code, property: 'account', message: `${message}.` }
  return { ...noSuchDays(query), message: `${message}, or ${missingDays(query)}.` }
}

const accountLedgerReport: QueryOperation = {
  kind: 'query',
  method: 'GET',
  path: '/account-ledger',
  summary: 'The entries of an account, or of several, with the balance after each',
  answer: answers.accountLedger,
  formats: { csv: CSV },
  query: [
    ...ACCOUNTS.map((name) => ({ name, field: int32(1, NUMBER_MAX) })),
    ...movementParameters,
    AS_BOOKED,
    { name: 'cursor', field: text(CURSOR_MAX_LENGTH).describe('The cursor of the answer before.') },
  ],
  check: ({ query }) => [...accountFaults(query), ...daysFaults(query, ['from', 'to']), ...cursorFaults(query)],
  none: ({ query }) => noSuchLedger(query),
  statement: ({ agreement }, { query }) => {
    const cursor = query.cursor === undefined ? undefined : ledgerCursor(query.cursor as string)
    return accountLedger(agreement, intervalOf(query), daysOf(query), formatOf(query), {
      cursor,
      asBooked: query.asBooked === 'true',
    })
  },
}

const dailyBalancesReport: QueryOperation = {
  kind: 'query',
  method: 'GET',
  path: '/daily-balances',
  summary: 'The balance of an account, or of several together, at the end of each day on which anything moved',
  answer: answers.dailyBalances,
  formats: { csv: CSV },
  query: [
    ...ACCOUNTS.map((name) => ({ name, field: int32(1, NUMBER_MAX) })),
    ...movementParameters,
    AS_BOOKED,
    ...explainParameters(DAILY_FIGURES),
  ],
  check: ({ query }) => [
    ...accountFaults(query),
    ...daysFaults(query, ['from', 'to']),
    ...explainFaults(query, DAILY_FIGURES),
  ],
  none: ({ query }) => (query.explain === undefined ? noSuchLedger(query) : noSuchFigure(query)),
  statement: ({ agreement }, { query }) =>
    dailyBalances(agreement, intervalOf(query), daysOf(query), formatOf(query), {
      asBooked: query.asBooked === 'true',
      figure: figureOf(query, DAILY_FIGURES),
    }),
}

const deadlinesReport: QueryOperation = {
  kind: 'query',
  method: 'GET',
  path: '/deadlines',
  summary: 'What falls due until a day, from customers, to suppliers and as VAT, and what some accounts then come to',
  answer: answers.deadlines,
  query: [
    { name: 'date', field: date().describe('The day from which on, at whose end balances are read.'), required: true },
    {
      name: 'until',
      field: date().describe(`The last day, ${DEADLINE_DAYS_MAX} days after it at most.`),
      required: true,
    },
    ...ACCOUNTS.map((name) => ({ name, field: int32(1, NUMBER_MAX) })),
  ],
  check: ({ query }) => [...accountFaults(query), ...untilFaults(query)],
  none: ({ query }) => noSuchLedger(query),
  statement: ({ agreement }, { query }) =>
    deadlines(agreement, {
      date: query.date as string,
      until: query.until as string,
      accounts: intervalOf(query),
    }),
}

function untilFaults(query: Item): Fault[] {
  const days = daysBetween(query.date as string, query.until as string)
  if (days >= 0 && days <= DEADLINE_DAYS_MAX) return []
  const message = `until must not be before date, nor more than ${DEADLINE_DAYS_MAX} days after it.`
  return [{ code: 'QueryParameterInvalid', property: 'until', message }]
}

function openItemsOf(path: string, ...parties: PartyKind[]): QueryOperation {
  const named = parties.map((party) => ({ party, name: `${party}Number` }))
  const read = parties.length > 1 ? 'both' : parties[0]!
  return {
    kind: 'query',
    method: 'GET',
    path,
    summary: `The open items of ${parties.join('s and ')}s at the end of a day, in their currency and in base currency`,
    answer: answers.openItems(...parties),
    formats: { csv: CSV },
    query: [
      ...named.map(({ party, name }) => ({ name, field: int32(1, NUMBER_MAX).describe(`Of this ${party} alone.`) })),
      ...balanceParameters,
      ...explainParameters(OPEN_FIGURES),
    ],
    check: ({ query }) => {
      const twice = named.length > 1 && named.every(({ name }) => query[name] !== undefined)
      const message = 'Give customerNumber or supplierNumber, not both.'
      const fault: Fault[] = twice ? [{ code: 'QueryParameterInvalid', property: 'supplierNumber', message }] : []
      return [...fault, ...daysFaults(query, ['date']), ...explainFaults(query, OPEN_FIGURES)]
    },
    none: ({ query }) => {
      if (query.explain !== undefined) return noSuchFigure(query)
      const { party, name } = named.find((one) => query[one.name] !== undefined) ?? named[0]!
      return noSuchParty(query, party, query[name], { code: 'QueryParameterInvalid', property: name })
    },
    statement: ({ agreement }, { query }) =>
      openItemsReport(agreement, read, daysOf(query), formatOf(query), {
        customer: query.customerNumber as number | undefined,
        supplier: query.supplierNumber as number | undefined,
        figure: figureOf(query, OPEN_FIGURES),
      }),
  }
}

function statementOf(party: PartyKind): QueryOperation {
  return {
    kind: 'query',
    method: 'GET',
    path: `/statements/${party}s/{number}`,
    summary: `The entries of a ${party}, each with the balance after it and its remainder`,
    answer: answers.partyStatement(party),
    formats: { csv: CSV },
    query: [...movementParameters, ...explainParameters(STATEMENT_FIGURES)],
    check: ({ query }) => [...daysFaults(query, ['from', 'to']), ...explainFaults(query, STATEMENT_FIGURES)],
    none: ({ path, query }) =>
      query.explain === undefined
        ? noSuchParty(query, party, path.number, { code: 'NotFound', property: 'number' })
        : noSuchFigure(query),
    statement: ({ agreement }, { path, query }) =>
      partyStatement(
        agreement,
        party,
        path.number as number,
        daysOf(query),
        formatOf(query),
        figureOf(query, STATEMENT_FIGURES),
      ),
  }
}

/** Reports on the books. Amounts are in base currency, debit positive, unless the report says otherwise. */
export const reports = operations('Reports', {
  logsBodies: true,
  roles: ['SuperUser', 'Bookkeeping'],
  parameters: { number: int32(1, NUMBER_MAX).describe('The number of the customer or supplier.') },
  operations: [
    report('/trial-balance', 'movements', {
      summary: 'Every account with its opening balance, debit, credit and closing balance',
      answer: answers.trialBalance,
      figures: TRIAL_FIGURES,
      hasProvisional: true,
      isTrial: true,
      read: trialBalanceReport,
    }),
    report('/profit-and-loss', 'movements', {
      summary: 'Income and costs, structured by the chart of accounts, and the result',
      answer: answers.profitAndLoss,
      figures: PROFIT_FIGURES,
      isShaped: true,
      read: profitAndLoss,
    }),
    report('/balance-sheet', 'balances', {
      summary: 'Assets and liabilities at the end of a day, with the result not yet closed',
      answer: answers.balanceSheet,
      figures: SHEET_FIGURES,
      isShaped: true,
      hasProvisional: true,
      read: balanceSheet,
    }),
    report('/key-figures', 'movements', {
      summary: 'Key figures: accounts grouped by their key figure codes, with sums',
      answer: answers.keyFigures,
      figures: KEY_FIGURES,
      read: keyFigures,
    }),
    report('/unusual-months', 'movements', {
      summary: 'The months whose result is far from that of a usual one, each with the account that is farthest off',
      answer: answers.unusualMonths,
      read: unusualMonths,
    }),
    accountLedgerReport,
    dailyBalancesReport,
    deadlinesReport,
    report('/vat-statement', 'movements', {
      summary: 'Base and tax of every VAT code, and what is to be paid',
      answer: answers.vatStatement,
      figures: VAT_FIGURES,
      read: vatStatement,
    }),
    report('/aged-customers', 'balances', {
      summary: 'What customers owe at the end of a day, by age',
      answer: answers.aged('customer'),
      figures: AGED_FIGURES,
      hasCurrency: true,
      read: (agreement, days, format, asking) => agedParties(agreement, 'customer', days, format, asking),
    }),
    report('/aged-suppliers', 'balances', {
      summary: 'What suppliers are owed at the end of a day, by age',
      answer: answers.aged('supplier'),
      figures: AGED_FIGURES,
      hasCurrency: true,
      read: (agreement, days, format, asking) => agedParties(agreement, 'supplier', days, format, asking),
    }),
    report('/asset-register', 'balances', {
      summary: 'Assets at the end of a day, and whether the accounts of their groups agree with them',
      answer: answers.assetRegister,
      figures: REGISTER_FIGURES,
      read: assetRegister,
    }),
    openItemsOf('/open-items', 'customer', 'supplier'),
    openItemsOf('/open-customer-items', 'customer'),
    openItemsOf('/open-supplier-items', 'supplier'),
    statementOf('customer'),
    statementOf('supplier'),
  ],
})
