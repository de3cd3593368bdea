CREATE OR REPLACE FUNCTION follow_product_group() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  -- Each writes the other, which for nothing would go on for ever.
  IF NOT EXISTS (SELECT FROM new_rows) THEN
    RETURN NULL;
  END IF;
  DELETE FROM product_group_zone z USING new_rows n
    WHERE z.agreement = n.agreement AND z.product_group_number = n.number AND z.zone = 5
      AND n.project_account_number IS NULL;
  INSERT INTO product_group_zone AS z (agreement, product_group_number, zone, account_number)
    SELECT n.agreement, n.number, v.zone, v.account
    FROM new_rows n CROSS JOIN LATERAL (VALUES (1, n.domestic_account_number), (5, n.project_account_number))
      AS v(zone, account)
    WHERE v.account IS NOT NULL
    ORDER BY n.agreement, n.number, v.zone
    ON CONFLICT (agreement, product_group_number, zone) DO UPDATE
      SET account_number = excluded.account_number, object_version = nextval('object_version')
      WHERE z.account_number <> excluded.account_number;
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION follow_product_group() IS
  'The group''s accounts and the rows of zones 1 and 5 are one value in two views: whichever is written, the other '
  'follows.';
