import type {
  ExportDays,
  ExportedAccount,
  ExportedAgreement,
  ExportedEntry,
  ExportedParty,
  ExportedVatCode,
} from './rows.ts'
import type { Xml } from '../../xml.ts'

/** A format of SAF-T files, as what its elements are beside those that all have in common. */
export interface Format {
  namespace: string
  header(company: ExportedAgreement, days: ExportDays): Xml
  accounts(accounts: readonly ExportedAccount[]): Xml
  party(kind: 'Customer' | 'Supplier', party: ExportedParty, company: ExportedAgreement): Xml
  taxTable(codes: readonly ExportedVatCode[], company: ExportedAgreement, days: ExportDays): Xml
  /** What stands between the days of a transaction and its lines. */
  ofTransaction(entries: readonly ExportedEntry[]): Xml | undefined
  line(entry: ExportedEntry, baseCurrency: string): Xml
}
