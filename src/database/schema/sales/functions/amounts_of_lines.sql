CREATE OR REPLACE FUNCTION amounts_of_lines(documents int[], codes text[], rates numeric[], included boolean[],
  decimals int[], totals numeric[])
  RETURNS TABLE (place int, net numeric, vat numeric)
  LANGUAGE sql IMMUTABLE AS $$
  SELECT d.place, CASE WHEN d.included THEN d.due - d.due_before ELSE d.total END, CASE WHEN d.included
    THEN d.total - (d.due - d.due_before) ELSE d.due - d.due_before END
  FROM (
    SELECT s.place, s.included, s.total,
      rounded_ratio(CASE WHEN s.included THEN s.sum * 100 ELSE s.sum * s.rate END, s.by * s.unit) * s.unit AS due,
      rounded_ratio(CASE WHEN s.included THEN (s.sum - s.total) * 100 ELSE (s.sum - s.total) * s.rate END,
        s.by * s.unit) * s.unit AS due_before
    FROM (
      SELECT l.*, sum(l.total) OVER (PARTITION BY l.document, l.code ORDER BY l.place) AS sum, CASE WHEN l.included
        THEN 100 + l.rate ELSE 100 END AS by
      FROM (
        SELECT u.document, coalesce(u.code, '') AS code, u.rate, u.included, CASE u.decimals WHEN 0 THEN 100
          ELSE 1 END AS unit, u.total, u.place::int AS place
        FROM unnest(documents, codes, rates, included, decimals, totals) WITH ORDINALITY AS u(document, code, rate,
          included, decimals, total, place)
        WHERE u.total IS NOT NULL
      ) AS l
    ) AS s
  ) AS d
$$;

COMMENT ON FUNCTION amounts_of_lines(int[], text[], numeric[], boolean[], int[], numeric[]) IS
  'Net and VAT of lines, in the order given. Per document and VAT code the VAT is that of the sum, rounded once; '
  'where prices include it, the net is that of the sum. Each line takes what is due by then less what the lines '
  'before it took, so that lines sum to their document. Rounds to the decimals of the document, 2 or none.';
