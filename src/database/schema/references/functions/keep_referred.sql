CREATE OR REPLACE FUNCTION keep_referred(target text, referring text, refs text[]) RETURNS void
  LANGUAGE plpgsql AS $$
DECLARE
  ref text;
  target_column text;
  collected text := '';
  checks text := '';
BEGIN
  FOREACH ref IN ARRAY refs LOOP
    CONTINUE WHEN split_part(split_part(ref, ' ', 2), '.', 1) <> target;
    target_column := split_part(split_part(ref, ' ', 2), '.', 2);
    IF strpos(collected, format(' AS %I,', target_column)) = 0 THEN
      collected := collected || format(' array_agg(o.%1$I) FILTER (WHERE o.%1$I IS NOT NULL
        AND NOT EXISTS (SELECT FROM %2$I t WHERE t.agreement = o.agreement AND t.%1$I = o.%1$I)) AS %1$I,',
        target_column, target);
    END IF;
    checks := checks || format($check$
        PERFORM 1 FROM %1$I x WHERE x.agreement = gone.agreement AND x.%2$I = ANY (gone.%4$I) LIMIT 1 FOR KEY SHARE;
        IF FOUND THEN
          RAISE EXCEPTION 'a row of %1$s names a %3$s that is being deleted' USING ERRCODE = 'foreign_key_violation',
            CONSTRAINT = '%1$s_%2$s_fk', TABLE = '%1$s';
        END IF;$check$, referring, split_part(ref, ' ', 1), target, target_column);
  END LOOP;
  EXECUTE format($body$
    CREATE OR REPLACE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql AS $function$
    DECLARE
      gone record;
    BEGIN
      -- Of a transaction that sees the past, nobody could tell what names the row now.
      IF current_setting('transaction_isolation') IN ('repeatable read', 'serializable') THEN
        RAISE EXCEPTION 'rows of %2$s are deleted in transactions that read what is committed'
          USING ERRCODE = 'feature_not_supported';
      END IF;
      FOR gone IN SELECT%3$s o.agreement FROM old_rows o GROUP BY o.agreement LOOP%4$s
      END LOOP;
      RETURN NULL;
    END
    $function$
    $body$, format('%s_keeps_%s', referring, target), target, collected, checks);
  EXECUTE format('CREATE OR REPLACE TRIGGER %1$I AFTER DELETE ON %2$I REFERENCING OLD TABLE AS old_rows
    FOR EACH STATEMENT EXECUTE FUNCTION %1$I()', format('%s_keeps_%s', referring, target), target);
END
$$;

COMMENT ON FUNCTION keep_referred(text, text, text[]) IS
  'Keeps the rows of `target` that `referring` names. One that is made again under its key in the same statement has '
  'not gone; and a row that names it and is being deleted is waited for.';
