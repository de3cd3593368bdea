import type { Buyer, Seller } from '../printed-invoice.ts'

/** A line of a letter: an item that is due, a charge of before, or a credit. Decimal text. */
interface PrintedItem {
  invoiceNumber: string | null
  date: string
  dueDate: string | null
  text: string | null
  amount: string
  remainder: string
  interest: string
}

/** Everything that the letter of a reminder is made of, as it is kept with it; days ISO, decimals as text. */
export interface PrintedReminder {
  number: number
  date: string
  dueDate: string
  currency: string
  level: number
  title: string | null
  text: string | null
  lines: PrintedItem[]
  fee: string
  compensation: string
  interest: string
  /** What it asks for. */
  amount: string
  seller: Seller
  buyer: Pick<Buyer, 'number' | 'name' | 'address' | 'postalCode' | 'city' | 'country' | 'cvr'>
}
