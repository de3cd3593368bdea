import type { Country } from '../namespaces.ts'

/** How an element of a SAF-T file is read: skipped, held whole, or read child by child. */
export type Place = 'skip' | 'record' | { readonly [name: string]: Place }

const transaction: Place = {
  TransactionID: 'record',
  Period: 'record',
  PeriodYear: 'record',
  TransactionDate: 'record',
  SourceID: 'skip',
  VoucherType: 'skip',
  VoucherDescription: 'skip',
  TransactionType: 'skip',
  Description: 'record',
  BatchID: 'skip',
  SystemEntryDate: 'skip',
  GLPostingDate: 'skip',
  ModificationDate: 'skip',
  CustomerID: 'record',
  SupplierID: 'record',
  SystemID: 'skip',
  Line: 'record',
}

/** The elements of a Norwegian SAF-T Financial file, versions 1.10 to 1.40. */
const norwegian = {
  AuditFile: {
    Header: 'record',
    MasterFiles: {
      GeneralLedgerAccounts: { Account: 'record' },
      Taxonomies: 'skip',
      Customers: { Customer: 'record' },
      Suppliers: { Supplier: 'record' },
      TaxTable: { TaxTableEntry: { TaxType: 'skip', Description: 'skip', TaxCodeDetails: 'record' } },
      UOMTable: 'skip',
      AnalysisTypeTable: 'skip',
      MovementTypeTable: 'skip',
      Products: 'skip',
      PhysicalStock: 'skip',
      Owners: 'skip',
      Assets: 'skip',
    },
    GeneralLedgerEntries: {
      NumberOfEntries: 'record',
      TotalDebit: 'record',
      TotalCredit: 'record',
      Journal: { JournalID: 'record', Description: 'record', Type: 'skip', Transaction: transaction },
    },
    SourceDocuments: 'skip',
  },
} as const satisfies Place

const { MasterFiles, ...others } = norwegian.AuditFile

/** Of a Danish file, version 2.1: its accounts say which standard chart theirs are of. */
const danish = {
  AuditFile: {
    ...others,
    MasterFiles: {
      ...MasterFiles,
      GeneralLedgerAccounts: {
        NameOfStandardAccount: 'skip',
        VersionOfStandardAccount: 'record',
        ...MasterFiles.GeneralLedgerAccounts,
      },
    },
  },
} as const satisfies Place

/**
 * The elements of a file down to those held whole. Other names are refused: a misspelt container must not pass as an
 * empty one.
 */
export const structures: Readonly<Record<Country, Place>> = { NO: norwegian, DK: danish }
