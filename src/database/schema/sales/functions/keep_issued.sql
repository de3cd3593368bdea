CREATE OR REPLACE FUNCTION keep_issued(agreement_number int, documents int[], what text, told text,
  contents bytea[]) RETURNS void
  LANGUAGE plpgsql AS $$
DECLARE
  first int;
  previous bytea;
  moment timestamptz := date_trunc('milliseconds', clock_timestamp());
  caller int := nullif(current_setting('daybook.app', true), '')::int;
BEGIN
  IF coalesce(cardinality(documents), 0) = 0 THEN
    RETURN;
  END IF;
  first := take_numbers(agreement_number, 'issued_document', cardinality(documents));
  SELECT d.seal INTO previous FROM issued_document d WHERE d.agreement = agreement_number AND d.number = first - 1;
  INSERT INTO issued_document (agreement, number, document_id, kind, as_of, issued_at, app, content, seal)
  SELECT agreement_number, c.number, c.document_id, what, told, moment, caller, c.content,
    chain_of(coalesce(previous, decode(repeat('00', 32), 'hex')),
      line_of_issued(c.number, c.document_id, what, told, moment, caller, c.content)) OVER (ORDER BY c.number)
  FROM (
    SELECT first + u.place::int - 1 AS number, u.document_id, u.content
    FROM unnest(documents, contents) WITH ORDINALITY AS u(document_id, content, place)
  ) AS c;
END
$$;

COMMENT ON FUNCTION keep_issued(int, int[], text, text, bytea[]) IS
  'Keeps what documents are issued as. The counter''s row stays locked: numbers and seals are in the order of the '
  'commits.';
