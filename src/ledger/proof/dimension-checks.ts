/**
 * What must hold of the dimensions of booked entries, each as a statement of the agreement ($1) that answers one row
 * with a `fault` when it does not. The keys that an entry was booked with, and its changes one after the other, give
 * the keys that it has today.
 */
export const DIMENSION_CHECKS: readonly string[] = [
  // Changes have numbers without a gap.
  `SELECT 'change ' || n.expected || ' of the dimensions of booked entries is missing.' AS fault
   FROM (SELECT c.number, row_number() OVER (ORDER BY c.number) AS expected FROM dimension_change c
     WHERE c.agreement = $1) AS n
   WHERE n.number <> n.expected
   ORDER BY n.number LIMIT 1`,

  // Each change begins with what the one before it left, the first with what the entry was booked with.
  `SELECT 'change ' || c.number || ' of the dimensions of entry ' || c.entry_number
    || ' does not begin with what the entry had.' AS fault
   FROM (
     SELECT l.*, CASE row_number() OVER w WHEN 1 THEN b.dimension_key ELSE lag(l.dimension_key_to) OVER w END AS had
     FROM dimension_change l
     LEFT JOIN booked_dimension b ON b.agreement = $1 AND b.entry_number = l.entry_number
       AND b.dimension_number = l.dimension_number
     WHERE l.agreement = $1
     WINDOW w AS (PARTITION BY l.entry_number, l.dimension_number ORDER BY l.number)
   ) AS c
   WHERE c.dimension_key_from IS DISTINCT FROM c.had
   ORDER BY c.number LIMIT 1`,

  // What an entry has is what its last change left, or what it was booked with.
  `SELECT 'entry ' || coalesce(h.entry_number, l.entry_number) || ': of dimension ' || coalesce(h.dimension_number,
    l.dimension_number) || ' it has '
     || coalesce(h.dimension_key::text, 'nothing') || ', not what its changes left.' AS fault
   FROM (
     SELECT c.entry_number, c.dimension_number, c.dimension_key, b.dimension_key AS booked
     FROM changed_dimension c
     LEFT JOIN booked_dimension b ON b.agreement = $1 AND b.entry_number = c.entry_number
       AND b.dimension_number = c.dimension_number
     WHERE c.agreement = $1
   ) AS h
   FULL JOIN (
     SELECT DISTINCT ON (c.entry_number, c.dimension_number) c.entry_number, c.dimension_number, c.dimension_key_to
     FROM dimension_change c WHERE c.agreement = $1 ORDER BY c.entry_number, c.dimension_number, c.number DESC
   ) AS l ON l.entry_number = h.entry_number AND l.dimension_number = h.dimension_number
   WHERE h.entry_number IS NULL
     OR h.dimension_key IS DISTINCT FROM CASE WHEN l.entry_number IS NULL THEN h.booked ELSE l.dimension_key_to END
   ORDER BY 1 LIMIT 1`,

  // Distributions are shared out by the parts that their lines say.
  `SELECT 'distribution ' || coalesce(l.number, p.distribution_number) || ' of dimension '
    || coalesce(l.dimension_number, p.dimension_number)
     || ' is not shared out as its lines say.' AS fault
   FROM (
     SELECT d.dimension_number, d.number, line.place, (line.x ->> 'key')::int AS key,
       (line.x ->> 'percent')::numeric AS percent
     FROM dimension_distribution d CROSS JOIN LATERAL json_array_elements(d.lines) WITH ORDINALITY AS line(x, place)
     WHERE d.agreement = $1
   ) AS l
   FULL JOIN (SELECT * FROM distribution_part p WHERE p.agreement = $1) AS p
     ON p.dimension_number = l.dimension_number AND p.distribution_number = l.number AND p.place = l.place
   WHERE (p.value_number, p.percent) IS DISTINCT FROM (l.key, l.percent)
   ORDER BY 1 LIMIT 1`,

  // A key is barred where its value or distribution is, and there for no other.
  `SELECT 'key ' || coalesce(k.number, v.number) || ' of dimension ' || coalesce(k.dimension_number, v.dimension_number)
    || ' is '
     || CASE WHEN k.number IS NULL THEN 'missing' WHEN k.is_barred THEN 'barred'
       ELSE 'open' END || ', its value or distribution is '
     || CASE WHEN v.number IS NULL THEN 'missing.' WHEN v.is_barred THEN 'barred.' ELSE 'open.' END AS fault
   FROM (SELECT * FROM dimension_key x WHERE x.agreement = $1) AS k
   FULL JOIN (
     SELECT x.dimension_number, x.number, x.is_barred, false AS is_distribution FROM dimension_value x
       WHERE x.agreement = $1
     UNION ALL SELECT x.dimension_number, x.number, x.is_barred, true FROM dimension_distribution x
       WHERE x.agreement = $1
   ) AS v ON v.dimension_number = k.dimension_number AND v.number = k.number AND v.is_distribution = k.is_distribution
   WHERE k.is_barred IS DISTINCT FROM v.is_barred
   ORDER BY 1 LIMIT 1`,
]
