CREATE OR REPLACE FUNCTION log_invoiced(agreement_number int, documents int[]) RETURNS void
  LANGUAGE plpgsql AS $$
DECLARE
  found record;
BEGIN
  SELECT array_agg(DISTINCT m.document_id ORDER BY m.document_id) AS documents,
    string_agg(concat_ws(' ', m.document_id, m.what, m.number), E'\n' ORDER BY m.document_id, m.place, m.number)
      AS content INTO found
  FROM unnest(documents) AS d(number)
  CROSS JOIN LATERAL (
    SELECT t.document_id, 1 AS place, 'time' AS what, t.number FROM time_entry t WHERE t.agreement = agreement_number
      AND t.document_id = d.number
    UNION ALL SELECT t.document_id, 2, 'mileage', t.number FROM mileage t WHERE t.agreement = agreement_number
      AND t.document_id = d.number
    UNION ALL SELECT e.document_id, 3, 'entry', e.entry_number FROM project_expense e
      WHERE e.agreement = agreement_number AND e.document_id = d.number
    OFFSET 0
  ) AS m;
  IF found.documents IS NOT NULL THEN
    PERFORM add_to_project_log(agreement_number, 'invoice', found.documents, found.content);
  END IF;
END
$$;

COMMENT ON FUNCTION log_invoiced(int, int[]) IS 'Logs what of projects is on documents, in order.';
