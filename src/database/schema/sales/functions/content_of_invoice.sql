CREATE OR REPLACE FUNCTION content_of_invoice(i booked_invoice) RETURNS text
  LANGUAGE sql STABLE AS $$
  SELECT json_build_array(i.number, i.invoice_number, i.customer_number, i.customer_name, i.date, i.currency_code,
    i.exchange_rate::text, i.layout_number,
      i.term_of_payment_number, i.due_date, i.vat_zone_number, i.is_vat_included, i.project_number, i.amount::text,
        i.vat_amount::text,
      i.amount_in_base_currency::text, i.rounding_amount::text, i.total_cost_price_in_base_currency::text)::text
    || json_build_array(i.customer_address, i.customer_postal_code, i.customer_city, i.customer_country,
      i.other_reference, i.heading, i.text_line1, i.text_line2, i.our_reference_number, i.our_reference2_number,
      i.delivery_location_number, i.delivery_address, i.delivery_postal_code,
      i.delivery_city, i.delivery_country, i.delivery_terms, i.delivery_date, i.attention_number,
        i.your_reference_number)::text
    || json_build_array(i.debtor_ean, i.public_entry_number, i.cvr, i.p_nr, i.nem_handel_receiver_type,
      i.debitor_mobile_phone, i.external_id, i.credited_document_id, i.sensitivity_level,
      encode(i.service_recipient_cpr, 'hex'), i.accounting_year, i.booking)::text
    || coalesce((SELECT string_agg(json_build_array(l.number, l.user_interface_number, l.product_number, l.description,
      l.quantity::text, l.unit_number,
        l.unit_net_price::text, l.unit_cost_price::text, l.discount_percentage::text, l.recommended_price::text,
          l.department_number, l.quantity2::text,
        l.unit2_number, l.accrue, l.accrue_start_date, l.accrue_end_date, l.vat_code, l.vat_rate::text,
          l.vat_amount::text, l.total_net_amount::text,
        l.booked_account, l.project_close_account)::text
        || CASE WHEN num_nonnulls(l.departmental_distribution_number, l.dimension2_key, l.dimension3_key) > 0
          THEN json_build_array(l.departmental_distribution_number, l.dimension2_key, l.dimension3_key)::text
            ELSE '' END
        || CASE WHEN l.credited_line IS NOT NULL THEN json_build_object('credits', l.credited_line)::text ELSE '' END,
          '' ORDER BY l.number)
      FROM booked_invoice_line l WHERE l.agreement = i.agreement AND l.document_id = i.number), '')
$$;

COMMENT ON FUNCTION content_of_invoice(booked_invoice) IS
  'Everything an invoice says, as JSON: what its seal is over. Whoever recomputes it reads the text, so numbers keep '
  'their digits.';
