import type { Transaction } from '../database/connection.ts'
import { openAssets } from '../ledger/years/opening-assets.ts'
import { addDays, type DemoDays } from './calendar.ts'
import { fillTable } from './data.ts'
import { JOURNAL } from './groundwork.ts'

/** What the company keeps for years, as the story has it: it depreciates this asset month by month. */
export const INVENTORY = { asset: 1, depreciationAccount: 5120 } as const

const GROUP = {
  number: 1,
  name: 'Driftsmateriel og inventar',
  life_time_months: 60,
  asset_account_number: 5110,
  depreciation_account_number: INVENTORY.depreciationAccount,
  expense_account_number: 4020,
  gain_loss_account_number: 4060,
  journal_number: JOURNAL.finance,
}

/** Brings the register of assets along, as it stood when the books begin: a third of the inventory was used up. */
export async function fillAssets(transaction: Transaction, agreement: number, days: DemoDays): Promise<void> {
  await fillTable(transaction, agreement, 'asset_group', [GROUP])
  const day = addDays(days.on('1-01-01'), -1)
  const startDate = `${days.firstYear - 2}-05-01`
  const inventory = { number: INVENTORY.asset, groupNumber: GROUP.number, text: 'Butiksinventar og reoler', startDate }
  await openAssets(transaction, agreement, day, [{ ...inventory, cost: '180000.00', depreciation: '60000.00' }])
}
