/** Who has open items. */
export type Party = 'customer' | 'supplier'
