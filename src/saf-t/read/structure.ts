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

/**
 * The elements of a Norwegian SAF-T Financial file, versions 1.10 to 1.30, down to those held whole. Other names are
 * refused: a misspelt container must not pass as an empty one.
 */
export const structure = {
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
