/** A value of an event that a template may name. */
export interface MergeField {
  /** As in a template, without the brackets. */
  fieldName: string
  description: string
  /** The value in a test delivery. */
  sample: string
}

/** A kind of event that calls webhooks. */
export interface EventType {
  name: string
  description: string
  mergeFields: readonly MergeField[]
}

/** "Updated" covers create, change, renumber and delete. */
const updated = (name: string, record: string, sample: string): EventType => ({
  name,
  description: `A ${record} was created, changed, renumbered or deleted.`,
  mergeFields: [
    {
      fieldName: 'OLDNUMBER',
      description: `The number of the ${record} before; empty when it was created.`,
      sample,
    },
    {
      fieldName: 'NEWNUMBER',
      description: `The number of the ${record} now; empty when it was deleted.`,
      sample,
    },
  ],
})

/** Every event type there is (rule 10.1): the one list of their names and merge fields. */
export const eventTypes: readonly EventType[] = [
  updated('CUSTOMER_UPDATED', 'customer', '1001'),
  {
    name: 'INVOICE_BOOKED',
    description: 'An invoice was booked.',
    mergeFields: [
      { fieldName: 'INVOICENO', description: 'The number of the booked invoice.', sample: '10001' },
      { fieldName: 'DOCUMENTID', description: 'The number of its document, which paths have.', sample: '1' },
    ],
  },
  {
    name: 'JOURNAL_BOOKED',
    description: 'Entries of a journal were booked.',
    mergeFields: [
      { fieldName: 'DAYBOOKNO', description: 'The number of the journal.', sample: '1' },
      { fieldName: 'FROMSERIALNO', description: 'The number of the first entry booked.', sample: '1' },
      { fieldName: 'TOSERIALNO', description: 'The number of the last entry booked.', sample: '2' },
    ],
  },
  updated('ORDER_UPDATED', 'order', '5001'),
  updated('PRODUCT_UPDATED', 'product', '101'),
  updated('PROJECT_UPDATED', 'project', '201'),
  updated('QUOTATION_UPDATED', 'quotation', '7001'),
]
