import { openAssets, type OpeningAsset } from '../../ledger/years/opening-assets.ts'
import { NUMBER_MAX, OPENING_ASSETS_MAX } from '../../limits.ts'
import {
  date,
  decimal,
  F1,
  F1L,
  F2,
  flag,
  int32,
  itemList,
  lastUpdated,
  objectVersion,
  text,
} from '../../resource/fields.ts'
import { reads, standard } from '../../resource/operations.ts'
import { operations, resource, type Rule } from '../../resource/resource.ts'
import { BY_KEY, isBookable } from '../../resource/rules.ts'
import { rowsOf, sql } from '../../resource/sql.ts'
import { isNotSummary } from '../summary-accounts.ts'

const ROLES = ['SuperUser', 'Bookkeeping'] as const

const account = (what: string) =>
  int32(1, NUMBER_MAX).references('account.number', 'AccountDoesNotExist').filter(F1).describe(what)

const ACCOUNTS = [
  'assetAccountNumber',
  'depreciationAccountNumber',
  'expenseAccountNumber',
  'gainLossAccountNumber',
] as const

/** What entries are by depends on these accounts, so they stay once assets of the group have entries. */
const stays = (property: 'assetAccountNumber' | 'depreciationAccountNumber', column: string): Rule => ({
  property,
  code: 'AssetGroupHasEntries',
  on: ['update'],
  brokenWhen: (group, old) => sql`${old[column]} IS NOT NULL AND ${group[column]} IS DISTINCT FROM ${old[column]}
    AND EXISTS (SELECT FROM ${rowsOf('asset')} a WHERE a.agreement = $1 AND a.group_number = ${old.number} AND (
      EXISTS (SELECT FROM ${rowsOf('booked_entry')} e WHERE e.agreement = $1 AND e.asset_number = a.number
        AND e.account_number = ${old[column]})
      OR EXISTS (SELECT FROM ${rowsOf('asset_opening')} o WHERE o.agreement = $1
        AND o.asset_number = a.number)) ${BY_KEY})`,
})

/**
 * Asset groups: kinds of things the company keeps for years, such as vehicles, and where they are booked (MONTH.md 5).
 */
export const assetGroups = resource('AssetGroups', {
  logsBodies: true,
  schema: 'AssetGroup',
  table: 'asset_group',
  key: ['number'],
  roles: ROLES,
  fields: {
    number: int32(1, NUMBER_MAX).required().unique('NumberAlreadyInUse').filter(F1).sortable(),
    name: text(255).required().filter(F1L).sortable(),
    isBarred: flag().filter(F2),
    lifeTimeMonths: int32(1, 1200).describe('Of assets that are brought along and say none'),
    assetAccountNumber: account('What its assets cost, on the balance sheet'),
    depreciationAccountNumber: account('What has been depreciated of them, on the balance sheet'),
    expenseAccountNumber: account('The cost of depreciation'),
    gainLossAccountNumber: account('What a disposal gains or loses'),
    journalNumber: int32(1, NUMBER_MAX)
      .references('journal.number', 'JournalDoesNotExist')
      .filter(F1)
      .describe('Where depreciation and disposals are drafted'),
    lastUpdated: lastUpdated().filter(F2),
    objectVersion: objectVersion(),
  },
  rules: [
    ...ACCOUNTS.flatMap((property) => [isBookable(property), isNotSummary(property)]),
    {
      property: 'depreciationAccountNumber',
      code: 'ValueNotAllowed',
      on: ['create', 'update'],
      message: 'Cost and depreciation are on two accounts.',
      brokenWhen: (group) => sql`${group.depreciation_account_number} = ${group.asset_account_number}`,
    },
    stays('assetAccountNumber', 'asset_account_number'),
    stays('depreciationAccountNumber', 'depreciation_account_number'),
  ],
  operations: standard('/asset-groups', 'number'),
})

/** SQL: an expression over the booked entries with the asset. */
const ofEntries = (sql: string, where = 'true'): string =>
  `(SELECT ${sql} FROM booked_entry e WHERE e.agreement = t.agreement AND e.asset_number = t.number AND ${where})`

const IS_DEPRECIATION = `e.account_number IS NOT DISTINCT FROM
  (SELECT g.depreciation_account_number FROM asset_group g WHERE g.agreement = t.agreement
    AND g.number = t.group_number)`
const opened = (sql: string): string =>
  `(SELECT ${sql} FROM asset_opening o WHERE o.agreement = t.agreement AND o.asset_number = t.number)`
const COST = `(coalesce(${ofEntries('sum(e.amount_in_base_currency)', `NOT (${IS_DEPRECIATION})`)}, 0) + coalesce(${opened('o.cost')}, 0))`
const DEPRECIATION = `(coalesce(${opened('o.depreciation')}, 0) - coalesce(${ofEntries('sum(e.amount_in_base_currency)', IS_DEPRECIATION)}, 0))`
/** Cost less depreciation: all entries of it, whichever of the two they are. */
const BOOK_VALUE = `(coalesce(${ofEntries('sum(e.amount_in_base_currency)')}, 0) + coalesce(${opened('o.cost - o.depreciation')}, 0))`

/**
 * Assets: registered by booking the entries that bought them, or brought along from another register, and never
 * changed.
 */
export const assets = resource('Assets', {
  logsBodies: true,
  schema: 'Asset',
  table: 'asset',
  key: ['number'],
  roles: ROLES,
  fields: {
    number: int32().present().filter(F1).sortable(),
    groupNumber: int32().references('asset_group.number').present().filter(F1).sortable(),
    text: text(250).filter(F1L),
    entryNumber: int32()
      .computed(`CASE WHEN ${opened('o.cost')} IS NULL THEN ${ofEntries('min(e.entry_number)')} END`)
      .filter(F1)
      .sortable()
      .describe(
        'The booked entry that bought it; the first, where a distribution made several; null: it was brought along',
      ),
    startDate: date().present().filter(F2).sortable(),
    lifeTimeMonths: int32().present().filter(F1).sortable(),
    purchaseAmount: decimal()
      .computed(COST)
      .filter(F2)
      .sortable()
      .describe('What it cost, in base currency; 0 once its purchase is reversed, or it is disposed of'),
    depreciation: decimal()
      .computed(DEPRECIATION)
      .filter(F2)
      .sortable()
      .describe('What has been booked as depreciated of it'),
    bookValue: decimal().computed(BOOK_VALUE).filter(F2).sortable().describe('Its cost less depreciation'),
    goneOn: date()
      .computed(`CASE WHEN ${COST} = 0 THEN coalesce(${ofEntries('max(e.date)')}, ${opened('o.date')}) END`)
      .describe('The day on which it left the books: disposed of, or its purchase reversed'),
  },
  operations: reads('/assets', 'number'),
})

const money = () => decimal(18, 2).between(0, 9_999_999_999_999)

/** An asset of another register. */
export const OPENING_ASSET = {
  number: int32(1, NUMBER_MAX).required().describe('No other asset may have it'),
  groupNumber: int32(1, NUMBER_MAX).required(),
  text: text(250).describe('What it is'),
  startDate: date().required(),
  lifeTimeMonths: int32(1, 1200).describe('That of its group where left out'),
  cost: money().required().describe('In base currency'),
  depreciation: money().describe('What had been depreciated of the cost; none where left out'),
}

/** Bringing assets along from another register (MONTH.md 5). */
export const openingAssets = operations('OpeningAssets', {
  logsBodies: true,
  roles: ROLES,
  operations: [
    {
      kind: 'action',
      method: 'POST',
      path: '/opening-assets',
      status: 204,
      summary: 'Register assets of another register, all or none; books nothing: they are in the opening balances',
      schema: 'OpeningAssets',
      body: {
        date: date().required().describe('At the end of this day they stood so'),
        assets: itemList(OPENING_ASSET, OPENING_ASSETS_MAX).required(),
        preview: flag().describe('true: tell what is wrong, and register nothing'),
      },
      async run({ transaction, caller }, { body }) {
        const sent = body as unknown as { date: string; assets: OpeningAsset[] }
        await openAssets(transaction, caller.agreement, sent.date, sent.assets)
        return { status: 204 }
      },
    },
  ],
  codes: ['ItemRepeated', 'JournalEntryAssetGroupNotFound', 'NumberAlreadyInUse', 'ValueOutOfRange', 'ValueRequired'],
})
