CREATE OR REPLACE FUNCTION restore_subscribers() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  WITH gone AS MATERIALIZED (
    SELECT o.agreement, o.number FROM old_rows o
    WHERE NOT EXISTS (SELECT FROM draft_invoice d WHERE d.agreement = o.agreement AND d.number = o.number)
      AND NOT EXISTS (SELECT FROM sales_order d WHERE d.agreement = o.agreement AND d.number = o.number
        AND d.status <> 'archived')
      AND NOT EXISTS (SELECT FROM booked_invoice d WHERE d.agreement = o.agreement AND d.number = o.number)
  ), touched AS MATERIALIZED (
    SELECT DISTINCT s.agreement, coalesce(s.chain, s.number) AS chain FROM gone g
    JOIN subscriber s ON s.agreement = g.agreement AND s.draft_document_id = g.number
  ), uninvoiced AS (
    SELECT s.agreement, s.number, t.chain, s.start_date, s.booked_invoice_id IS NULL
      AND (s.draft_document_id IS NULL OR EXISTS (SELECT FROM gone g WHERE g.agreement = s.agreement
        AND g.number = s.draft_document_id)) AS is_so
    FROM touched t JOIN subscriber s ON s.agreement = t.agreement AND coalesce(s.chain, s.number) = t.chain
  ), follower AS MATERIALIZED (
    SELECT f.agreement, f.number FROM (
      SELECT u.agreement, u.number, u.is_so, lag(u.is_so) OVER (PARTITION BY u.agreement, u.chain ORDER BY u.start_date)
        AS follows_one
      FROM uninvoiced u
    ) AS f
    WHERE f.is_so AND f.follows_one
  )
  DELETE FROM subscriber s USING follower f
  WHERE s.agreement = f.agreement AND s.number = f.number AND s.booked_invoice_id IS NULL
    AND (s.draft_document_id IS NULL OR EXISTS (SELECT FROM old_rows o WHERE o.agreement = s.agreement
      AND o.number = s.draft_document_id));
  -- A chain that has ended meanwhile has no current subscriber after its end, and none that goes beyond it.
  WITH ended AS (
    DELETE FROM subscriber s USING old_rows o
      WHERE s.agreement = o.agreement AND s.draft_document_id = o.number AND s.start_date > s.chain_end
        AND NOT EXISTS (SELECT FROM draft_invoice d WHERE d.agreement = o.agreement AND d.number = o.number)
        AND NOT EXISTS (SELECT FROM sales_order d WHERE d.agreement = o.agreement AND d.number = o.number
          AND d.status <> 'archived')
        AND NOT EXISTS (SELECT FROM booked_invoice d WHERE d.agreement = o.agreement AND d.number = o.number)
    RETURNING s.agreement, coalesce(s.chain, s.number) AS chain, s.start_date
  )
  UPDATE subscriber s SET chain_reached = NULL FROM ended e
    WHERE s.agreement = e.agreement AND coalesce(s.chain, s.number) = e.chain AND s.chain_reached >= e.start_date
      AND NOT EXISTS (SELECT FROM old_rows o WHERE o.agreement = s.agreement AND o.number = s.draft_document_id);
  UPDATE subscriber s SET expiry_date = CASE WHEN s.chain_end IS NULL THEN s.expiry_date WHEN s.chain_end < 'infinity'
    THEN s.chain_end END, end_date = CASE WHEN s.chain_end IS NULL THEN s.end_date
    ELSE least(coalesce(s.uncut_end, s.end_date), s.chain_end) END,
    uncut_end = CASE WHEN coalesce(s.uncut_end, s.end_date) > s.chain_end THEN coalesce(s.uncut_end, s.end_date)
      WHEN s.chain_end IS NULL THEN s.uncut_end END,
    draft_document_id = NULL, is_only_one = false, last_updated = clock_timestamp(),
      object_version = nextval('object_version')
    FROM old_rows o
    WHERE s.agreement = o.agreement AND s.draft_document_id = o.number
      AND NOT EXISTS (SELECT FROM draft_invoice d WHERE d.agreement = o.agreement AND d.number = o.number)
      AND NOT EXISTS (SELECT FROM sales_order d WHERE d.agreement = o.agreement AND d.number = o.number
        AND d.status <> 'archived')
      AND NOT EXISTS (SELECT FROM booked_invoice d WHERE d.agreement = o.agreement AND d.number = o.number);
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION restore_subscribers() IS
  'A draft that is deleted, and is not now another document of its number: its subscribers are current again. What is '
  'uninvoiced and follows on one that is goes: a run makes it anew. That goes only if it still is uninvoiced once its '
  'lock is had. An archived order keeps no subscriber. What is current again ends where its chain ends by now. '
  'Followers are found once: of a table that was counted while it was nearly empty, the planner would find them for '
  'each subscriber.';
