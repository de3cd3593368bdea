import { PATHS } from './books.ts'
import type { Amount } from './money.ts'

/** An asset in the register, as it stands at the end of a day. */
export interface Asset {
  assetNumber: number
  groupNumber: number
  text: string | null
  startDate: string
  lifeTimeMonths: number
  cost: Amount
  depreciation: Amount
  bookValue: Amount
}

/** The register of assets, and what the ledger says of the accounts of their groups. */
export interface Register {
  date: string
  items: Asset[]
  cost: Amount
  depreciation: Amount
  bookValue: Amount
  accounts: { accountNumber: number; name: string; register: Amount; ledger: Amount; difference: Amount }[]
}

/** A kind of asset, and where it is booked. */
export interface AssetGroup {
  number: number
  name: string
  lifeTimeMonths: number | null
}

/** What depreciation drafts, or would: a voucher for each month and journal. */
export interface Depreciation {
  to: string
  items: { assetNumber: number }[]
  vouchers: { journalNumber: number; voucherNumber: number | null; date: string; amount: Amount }[]
  amount: Amount
}

/** What a disposal is, or would be; a loss is negative. */
export interface Disposal {
  cost: Amount
  depreciation: Amount
  bookValue: Amount
  netPrice: Amount
  vat: Amount
  gain: Amount
  journalNumber: number
  voucherNumber: number | null
  date: string
}

const DB = PATHS.daybook

/** What the screen of assets reads and writes. */
export const assetPaths = {
  register: (date: string) => `${DB}/asset-register?date=${date}`,
  groups: `${DB}/asset-groups`,
  entries: (asset: number) => `${DB}/booked-entries?filter=assetNumber$eq:${asset}`,
  depreciations: `${DB}/depreciations`,
  dispose: (asset: number) => `${DB}/assets/${asset}/dispose`,
  opening: `${DB}/opening-assets`,
} as const
