CREATE OR REPLACE FUNCTION amounts_of_lines(documents int[], codes text[], rates numeric[], included boolean[], totals numeric[])
  RETURNS TABLE (place int, net numeric, vat numeric)
  LANGUAGE sql IMMUTABLE AS $$
  SELECT s.place,
    CASE WHEN s.included THEN rounded_ratio(s.sum * 100, 100 + s.rate) - rounded_ratio((s.sum - s.total) * 100, 100 + s.rate) ELSE s.total END,
    CASE WHEN s.included THEN s.total - (rounded_ratio(s.sum * 100, 100 + s.rate) - rounded_ratio((s.sum - s.total) * 100, 100 + s.rate))
      ELSE round(s.sum * s.rate * 0.01, 2) - round((s.sum - s.total) * s.rate * 0.01, 2) END
  FROM (
    SELECT l.*, sum(l.total) OVER (PARTITION BY l.document, l.code ORDER BY l.place) AS sum
    FROM (
      SELECT u.document, coalesce(u.code, '') AS code, u.rate, u.included, u.total, u.place::int AS place
      FROM unnest(documents, codes, rates, included, totals) WITH ORDINALITY AS u(document, code, rate, included, total, place)
      WHERE u.total IS NOT NULL
    ) AS l
  ) AS s
$$;

COMMENT ON FUNCTION amounts_of_lines(int[], text[], numeric[], boolean[], numeric[]) IS
  'Net and VAT of lines, in the order given. Per document and VAT code the VAT is that of the sum, rounded once; '
  'where prices include it, the net is that of the sum. Each line takes what is due by then less what the lines '
  'before it took, so that lines sum to their document.';
