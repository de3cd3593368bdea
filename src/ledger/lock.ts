import type { Transaction } from '../database/connection.ts'
import { type SystemTexts, systemTexts } from './system-texts.ts'

/** An agreement's ledger, locked until the transaction ends: one booking at a time continues numbers and seals. */
export interface LockedLedger {
  agreement: number
  baseCurrency: string
  /** The texts of entries that nobody wrote, in the company's language. */
  texts: SystemTexts
  roundingAccount: number | undefined
  exchangeDifferenceAccount: number | undefined
  /** The app it is locked for; null for a command. */
  app: number | null
  /** The grant of that app. */
  grant: number | null
  /** Who acts with it, by initials. */
  person: string | null
  /** Whether the app only says so. */
  isPersonClaimed: boolean
}

interface LedgerRow {
  base_currency: string
  country: string
  rounding: number | null
  difference: number | null
  app: number | null
  grant: number | null
  acting: string | null
}

/**
 * Locks the agreement's ledger. Everything that books, matches or closes begins here: the agreement comes first in the
 * order of locks (agreement, journal, draft entry, accounting year, accounting period, counter).
 * @throws Error when there is no such agreement.
 */
export async function lockLedger(transaction: Transaction, agreement: number): Promise<LockedLedger> {
  const [row] = await transaction.rows<LedgerRow>(
    `SELECT a.base_currency, a.country, (SELECT s.account_number FROM system_account s
         WHERE s.agreement = $1 AND s.purpose = 'rounding') AS rounding,
       (SELECT s.account_number FROM system_account s
         WHERE s.agreement = $1 AND s.purpose = 'exchangeDifference') AS difference,
       nullif(current_setting('daybook.app', true), '')::int AS app,
       nullif(current_setting('daybook.grant', true), '')::int AS grant,
       nullif(current_setting('daybook.person', true), '') AS acting
       FROM agreement a WHERE a.agreement = $1 FOR NO KEY UPDATE OF a`,
    [agreement],
  )
  if (!row) throw new Error(`There is no agreement ${agreement}.`)
  return {
    agreement,
    baseCurrency: row.base_currency,
    texts: systemTexts(row.country),
    roundingAccount: row.rounding ?? undefined,
    exchangeDifferenceAccount: row.difference ?? undefined,
    app: row.app,
    grant: row.grant,
    person: row.acting?.replace(/^\?/, '') ?? null,
    isPersonClaimed: row.acting?.startsWith('?') ?? false,
  }
}
