CREATE OR REPLACE FUNCTION follow_product_group_zone() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    UPDATE product_group g SET project_account_number = NULL, object_version = nextval('object_version')
      FROM old_rows o
      WHERE g.agreement = o.agreement AND g.number = o.product_group_number AND o.zone = 5
        AND g.project_account_number IS NOT NULL;
  ELSE
    UPDATE product_group g SET object_version = nextval('object_version'),
        domestic_account_number = coalesce(n.domestic, g.domestic_account_number),
        project_account_number = coalesce(n.project, g.project_account_number)
      FROM (SELECT z.agreement, z.product_group_number, max(z.account_number) FILTER (WHERE z.zone = 1) AS domestic,
          max(z.account_number) FILTER (WHERE z.zone = 5) AS project
        FROM new_rows z WHERE z.zone IN (1, 5) GROUP BY z.agreement, z.product_group_number) n
      WHERE g.agreement = n.agreement AND g.number = n.product_group_number
        AND (n.domestic <> g.domestic_account_number OR n.project IS DISTINCT FROM g.project_account_number
          AND n.project IS NOT NULL);
  END IF;
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION follow_product_group_zone() IS
  'The other way round: a row of zone 1 or 5 that is written changes its group.';
