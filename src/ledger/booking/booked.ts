import type { Statement } from '../../database/connection.ts'
import type { Match } from '../parties/pairing.ts'
import type { Party } from '../parties/party.ts'
import type { Posting } from './posting.ts'

/** What one booking wrote. */
export interface Booked {
  booking: number
  firstEntry: number
  lastEntry: number
}

/** What a booking continues. */
export interface Next {
  first: number
  booking: number
  seal: string | null
  documents: string | null
  logs: string | null
  last_document: number | null
  /**
   * Entries of all agreements as the planner has counted them, -1 where it never has; null where plans are made anew
   * each time.
   */
  counted: number | null
  /**
   * ISO day: until then no VAT code is booked with, as VAT is settled and late entries are refused; null: there is
   * none.
   */
  settled: string | null
}

/** An entry of a party in a booking. */
export interface PartyEntry {
  entryNumber: number
  party: Party
  /** Of the customer or supplier. */
  number: number
  /** As the entry has it. */
  invoice: string | null
  posting: Posting
}

/** A booking that is ready to be written. */
export interface SealedBooking {
  booked: Booked
  next: Next
  /** Hexadecimal. */
  seal: string
  /** What its two statements take. */
  entries: Statement['values']
  row: Statement['values']
  /** Whether the tables are to be counted for the planner. */
  isCounted: boolean
  hasExpenses: boolean
  parties: PartyEntry[]
}

/** A match that was recorded. */
export type NumberedMatch = Match & { number: number }
