CREATE OR REPLACE FUNCTION trail_deleted_drafts() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  touched record;
BEGIN
  FOR touched IN
    SELECT o.agreement, array_agg(o.number::text ORDER BY o.number, p.property) AS keys,
      array_agg(p.property ORDER BY o.number, p.property) AS properties,
        array_agg(p.value ORDER BY o.number, p.property) AS befores,
      array_fill(NULL::text, ARRAY[count(*)::int]) AS afters
    FROM old_rows o
    CROSS JOIN LATERAL (VALUES ('amount', o.amount::text), ('currencyCode', o.currency_code),
      ('customerNumber', o.customer_number::text), ('date', o.date::text),
      ('draftInvoiceNumber', o.draft_invoice_number::text)) AS p(property, value)
    WHERE NOT EXISTS (SELECT FROM booked_invoice i WHERE i.agreement = o.agreement AND i.number = o.number)
    GROUP BY o.agreement ORDER BY o.agreement
  LOOP
    PERFORM record_changes(touched.agreement, 'DraftInvoices', touched.keys, touched.properties, touched.befores,
      touched.afters);
  END LOOP;
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION trail_deleted_drafts() IS
  'Writes draft invoices that are deleted, not booked, to the trail: they have used numbers that nothing else tells '
  'of.';
