/** The columns about the buyer: a credit note has them as its invoice does, whatever the customer is by now. */
export const BUYER_COLUMNS = [
  'customer_address',
  'customer_postal_code',
  'customer_city',
  'customer_country',
  'delivery_address',
  'delivery_postal_code',
  'delivery_city',
  'delivery_country',
  'delivery_terms',
  'attention_number',
  'your_reference_number',
  'debtor_ean',
  'public_entry_number',
  'cvr',
  'p_nr',
  'nem_handel_receiver_type',
  'debitor_mobile_phone',
] as const

/**
 * The columns that quotes, orders, draft invoices and booked invoices have alike: what is copied where one becomes
 * another.
 */
export const DOCUMENT_COLUMNS = [
  'number',
  'customer_number',
  'customer_name',
  'date',
  'currency_code',
  'exchange_rate',
  'layout_number',
  'term_of_payment_number',
  'vat_zone_number',
  'is_vat_included',
  'project_number',
  'other_reference',
  'heading',
  'text_line1',
  'text_line2',
  'our_reference_number',
  'our_reference2_number',
  'delivery_location_number',
  'delivery_date',
  'external_id',
  ...BUYER_COLUMNS,
] as const

/** The columns that their lines have alike. */
export const LINE_COLUMNS = [
  'document_id',
  'number',
  'product_number',
  'description',
  'quantity',
  'unit_number',
  'unit_net_price',
  'unit_cost_price',
  'discount_percentage',
  'recommended_price',
  'department_number',
  'departmental_distribution_number',
  'dimension2_key',
  'dimension3_key',
  'quantity2',
  'unit2_number',
  'accrue',
  'accrue_start_date',
  'accrue_end_date',
] as const
