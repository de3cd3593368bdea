import { MOVED } from '../placement/run-at.ts'
import { SPREAD_DELIVERIES } from './delivery-positions.ts'

/** What Citus takes on the metadata of a shard for a statement that writes to it. */
const SHARE_LOCK = 5

/** Tables whose rows functions tell apart by what wrote them (`xmin`): their views show that, too. */
export const TOLD_APART: readonly string[] = ['sales_order', 'sales_quote']

/**
 * What workers need so that a statement runs where its agreement's rows are, as on a PostgreSQL that is not
 * distributed: for each group of shards that lie side by side a schema, `shard_N` after the agreement's, in which every
 * table is a view of its shard. Statements, triggers and functions find them by the search path, so their text is the
 * same everywhere, and PostgreSQL itself plans them. The views follow from Citus's own catalogue, and are made again
 * wherever a shard arrives.
 */
export const SHARD_FUNCTIONS = `
CREATE OR REPLACE FUNCTION enter_shard(shard bigint) RETURNS void
  LANGUAGE plpgsql AS $function$
DECLARE
  home text := 'shard_' || shard;
BEGIN
  IF to_regclass(home || '.agreement') IS NULL THEN
    PERFORM make_views_of_shard(shard);
  END IF;
  PERFORM set_config('search_path', home || ', public', true);
END
$function$;

-- By its owner's right: the service may be the first to need a shard that has arrived.
CREATE OR REPLACE FUNCTION make_views_of_shard(shard bigint) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER AS $function$
DECLARE
  home text := 'shard_' || shard;
  told_apart text[] := ARRAY[${TOLD_APART.map((table) => `'${table}'`).join(', ')}];
  made record;
BEGIN
  PERFORM set_config('citus.enable_ddl_propagation', 'off', true), set_config('search_path', 'public', true),
    set_config('client_min_messages', 'warning', true), pg_advisory_xact_lock(7310332, (shard % 1000000000)::int);
  -- Asked of the tables: what to_regclass remembers does not know yet of the views that another session made while this
  -- one waited.
  IF NOT EXISTS (SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = home
    AND c.relname = 'agreement') THEN
    EXECUTE format('DROP SCHEMA IF EXISTS %I CASCADE', home);
    EXECUTE format('CREATE SCHEMA %I', home);
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO PUBLIC', home);
    FOR made IN
      SELECT c.relname AS name, shard_name(s.logicalrelid, s.shardid) AS shard_of_it,
        CASE WHEN c.relname = ANY (told_apart) THEN ', xmin' END AS hidden
      FROM pg_dist_shard s JOIN pg_class c ON c.oid = s.logicalrelid
      LEFT JOIN pg_dist_shard a ON a.shardid = shard
      JOIN pg_dist_partition d ON d.logicalrelid = s.logicalrelid
      WHERE c.relnamespace = 'public'::regnamespace
        AND (d.partmethod = 'n' OR d.partmethod = 'h' AND s.shardminvalue = a.shardminvalue)
    LOOP
      EXECUTE format('CREATE VIEW %I.%I AS SELECT *%s FROM %s', home, made.name, made.hidden, made.shard_of_it);
    END LOOP;
    PERFORM give_defaults_to_views(home), order_deliveries(home), give_rights_to_views(home),
      make_routines_over_views(home);
  END IF;
END
$function$;

CREATE OR REPLACE FUNCTION renew_views_of_shard(shard bigint) RETURNS void
  LANGUAGE plpgsql AS $function$
BEGIN
  PERFORM set_config('citus.enable_ddl_propagation', 'off', true), set_config('client_min_messages', 'warning', true);
  EXECUTE format('DROP SCHEMA IF EXISTS %I CASCADE', 'shard_' || shard);
  PERFORM make_views_of_shard(shard);
END
$function$;

-- Shards have no numbers of their own to draw: the views draw from the sequences of the tables.
CREATE OR REPLACE FUNCTION give_defaults_to_views(home text) RETURNS void
  LANGUAGE plpgsql AS $function$
DECLARE
  drawn record;
BEGIN
  FOR drawn IN
    SELECT c.relname AS name, a.attname AS column_name, CASE WHEN a.attidentity = ''
      THEN pg_get_expr(d.adbin, d.adrelid)
      ELSE format('nextval(%L)', pg_get_serial_sequence(c.relname, a.attname)) END AS expression
    FROM pg_class v JOIN pg_class c ON c.relname = v.relname AND c.relnamespace = 'public'::regnamespace
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
    WHERE v.relnamespace = home::regnamespace AND v.relkind = 'v' AND (d.oid IS NOT NULL OR a.attidentity <> '')
  LOOP
    EXECUTE format('ALTER VIEW %I.%I ALTER COLUMN %I SET DEFAULT %s', home, drawn.name, drawn.column_name,
      drawn.expression);
  END LOOP;
END
$function$;

-- Deliveries are sent in the order of their numbers. A sequence of Citus has a range of numbers for each server. When a
-- shard moves, its waiting deliveries have numbers of the old server, and new ones could get lower numbers. So each
-- shard has a sequence of its own, in the schema of its views. It begins behind the deliveries that wait, and at the
-- microseconds of the clock: that is behind every number drawn before, since nobody draws a million a second for long.
CREATE OR REPLACE FUNCTION order_deliveries(home text) RETURNS void
  LANGUAGE plpgsql AS $function$
DECLARE
  clock bigint := ${SPREAD_DELIVERIES.from} + floor(extract(epoch FROM clock_timestamp()) * 1000000)::bigint;
  waiting bigint;
BEGIN
  EXECUTE format('SELECT max(d.position) FROM %I.webhook_delivery d WHERE d.state = ''pending''', home) INTO waiting;
  EXECUTE format('CREATE SEQUENCE %I.webhook_delivery_position', home);
  PERFORM setval(format('%I.webhook_delivery_position', home), greatest(clock, waiting));
  EXECUTE format('ALTER VIEW %I.webhook_delivery ALTER COLUMN position SET DEFAULT nextval(%L)', home,
    home || '.webhook_delivery_position');
END
$function$;

-- Who may do what with a table may do it with its views.
CREATE OR REPLACE FUNCTION give_rights_to_views(home text) RETURNS void
  LANGUAGE plpgsql AS $function$
DECLARE
  given record;
BEGIN
  FOR given IN
    SELECT c.relname AS name, string_agg(g.rights, ', ') AS rights, CASE WHEN g.grantee = 0 THEN 'PUBLIC'
      ELSE g.grantee::regrole::text END AS grantee
    FROM pg_class v JOIN pg_class c ON c.relname = v.relname AND c.relnamespace = 'public'::regnamespace
    CROSS JOIN LATERAL (
      SELECT t.privilege_type AS rights, t.grantee FROM aclexplode(c.relacl) AS t
      UNION
      SELECT format('%s (%I)', o.privilege_type, a.attname), o.grantee FROM pg_attribute a
        CROSS JOIN LATERAL aclexplode(a.attacl) AS o
      WHERE a.attrelid = c.oid AND NOT a.attisdropped) AS g
    WHERE v.relnamespace = home::regnamespace AND v.relkind = 'v' AND g.grantee <> c.relowner GROUP BY 1, 3
  LOOP
    EXECUTE format('GRANT %s ON %I.%I TO %s', given.rights, home, given.name, given.grantee);
  END LOOP;
  FOR given IN
    SELECT DISTINCT g.grantee, CASE WHEN g.grantee = 0 THEN 'PUBLIC' ELSE g.grantee::regrole::text END AS name
    FROM pg_class v JOIN pg_class c ON c.relname = v.relname AND c.relnamespace = 'public'::regnamespace
      CROSS JOIN LATERAL aclexplode(c.relacl) AS g
    WHERE v.relnamespace = home::regnamespace AND v.relkind = 'v' AND g.grantee <> c.relowner
  LOOP
    PERFORM give_sequences(given.grantee, given.name);
    EXECUTE format('GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA %I TO %s', home, given.name);
  END LOOP;
END
$function$;

-- What views are made of by their owner's right is for nobody else to write.
CREATE OR REPLACE FUNCTION keep_from_service(service text) RETURNS void
  LANGUAGE plpgsql AS $function$
BEGIN
  EXECUTE format('REVOKE ALL ON routine_over_views, placed_views FROM %I', service);
END
$function$;

-- The shards of a server share the sequences of its tables: whoever makes views first gives them, once for all. Two at
-- a time would refuse each other.
CREATE OR REPLACE FUNCTION give_sequences(grantee oid, grantee_name text) RETURNS void
  LANGUAGE plpgsql AS $function$
BEGIN
  FOR attempt IN 1..2 LOOP
    PERFORM FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'S'
      AND NOT (has_sequence_privilege(grantee, c.oid, 'USAGE') AND has_sequence_privilege(grantee, c.oid, 'SELECT'));
    IF NOT FOUND THEN
      RETURN;
    END IF;
    IF attempt = 1 THEN
      PERFORM pg_advisory_xact_lock(7310333);
    ELSE
      EXECUTE format('GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO %s', grantee_name);
    END IF;
  END LOOP;
END
$function$;

-- Views, their triggers, and functions that are bound to tables when they are made, once more over the views: each by
-- the statement of the schema that made it, which names no schema. So it is made in the first schema of the search
-- path, over the tables found there.
CREATE OR REPLACE FUNCTION make_routines_over_views(home text) RETURNS void
  LANGUAGE plpgsql AS $function$
DECLARE
  statement text;
BEGIN
  PERFORM set_config('search_path', home || ', public', true), set_config('check_function_bodies', 'off', true);
  -- Read where it lies: it is the same on every server.
  FOR statement IN EXECUTE format('SELECT definition FROM %s ORDER BY place', (
    SELECT shard_name(s.logicalrelid, s.shardid) FROM pg_dist_shard s
      WHERE s.logicalrelid = 'public.routine_over_views'::regclass))
  LOOP
    EXECUTE statement;
  END LOOP;
  FOR statement IN SELECT format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I.%I TO PUBLIC', home, c.relname)
    FROM pg_class c
    JOIN pg_class v ON v.relname = c.relname AND v.relnamespace = home::regnamespace
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'v' LOOP
    EXECUTE statement;
  END LOOP;
END
$function$;

-- Before every statement on a shard: of one that comes neither by run_at nor from a session that is there, what its
-- triggers do, they do beside it; and a session that is there does not write to what has moved.
CREATE OR REPLACE FUNCTION enter_shard_of_table() RETURNS trigger
  LANGUAGE plpgsql AS $function$
DECLARE
  place text := coalesce(current_setting('daybook.is_at', true), '');
BEGIN
  IF place = '' THEN
    PERFORM enter_shard(a.shardid) FROM pg_dist_shard s JOIN pg_dist_shard a ON a.shardminvalue = s.shardminvalue
      WHERE s.shardid = substring(TG_TABLE_NAME FROM '\\d+$')::bigint AND a.logicalrelid = 'public.agreement'::regclass;
  ELSIF place LIKE 'shard%' AND NOT stay_at_shard(substring(place FROM '\\d+$')::bigint, true) THEN
    RAISE EXCEPTION 'The shard has moved.' USING ERRCODE = '${MOVED}';
  END IF;
  RETURN NULL;
END
$function$;

-- Keeps a shard where it is until the transaction ends. Citus takes this lock for the statements that it passes on as
-- such, and a move takes it against them; of what runs within a function Citus knows nothing. By its owner's right:
-- only that may take the lock.
CREATE OR REPLACE FUNCTION hold_shard(shard bigint) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER AS $function$
BEGIN
  PERFORM lock_shard_metadata(${SHARE_LOCK}, ARRAY[shard]);
END
$function$;

-- Waits on the coordinator until the agreement's shard is where it will be: who is told that it has moved may be told
-- before the move has ended.
CREATE OR REPLACE FUNCTION await_shard(agreement_number int) RETURNS void
  LANGUAGE plpgsql AS $function$
BEGIN
  PERFORM hold_shard(get_shard_id_for_distribution_column('public.agreement', agreement_number));
END
$function$;

-- Whether a shard is on this server, with its views; where it \`holds\` it is until the transaction ends.
CREATE OR REPLACE FUNCTION stay_at_shard(shard bigint, holds boolean) RETURNS boolean
  LANGUAGE plpgsql AS $function$
DECLARE
  home text := 'shard_' || shard;
BEGIN
  -- What is held is there until the transaction ends.
  IF coalesce(current_setting('daybook.holds', true), '') = home THEN
    RETURN true;
  END IF;
  IF holds THEN
    PERFORM public.hold_shard(shard);
  END IF;
  IF NOT EXISTS (SELECT FROM pg_dist_placement p JOIN pg_dist_local_group g USING (groupid) WHERE p.shardid = shard)
    THEN
    RETURN false;
  END IF;
  IF to_regclass(home || '.agreement') IS NULL THEN
    PERFORM public.make_views_of_shard(shard);
  END IF;
  IF holds THEN
    PERFORM set_config('daybook.holds', home, true);
  END IF;
  RETURN true;
END
$function$;

-- Has what follows in the session run on a shard. Where it is not there, nothing that follows finds
-- anything, and this function is to be called by its schema. A standby has the shards of its primary,
-- as of some time ago.
CREATE OR REPLACE FUNCTION come_to_shard(shard bigint, holds boolean) RETURNS boolean
  LANGUAGE plpgsql AS $function$
DECLARE
  is_there boolean := NOT pg_is_in_recovery() AND public.stay_at_shard(shard, holds);
BEGIN
  PERFORM set_config('search_path', CASE WHEN is_there THEN 'shard_' || shard || ', public' ELSE 'nowhere' END, false),
    set_config('daybook.is_at', 'shard_' || shard, false);
  RETURN is_there;
END
$function$;

-- Runs a statement where the agreement's rows are. What may write holds the shard there; a wide read, planned
-- 'byValues', does not: whoever moves the shard would wait for it, and every write for both. Its values come as the
-- text of an array. \`planning\` is 'once', for a plan that is kept, or 'byValues'; where it \`answers\` nothing there
-- are no rows. Where it \`is_last\` before COMMIT, what is checked then is checked now: of what COMMIT finds on another
-- server the coordinator tells nothing. All that happens on the shard's search path is one EXECUTE, which puts it back:
-- what this function plans for itself PostgreSQL would plan anew after each change of the path.
CREATE OR REPLACE FUNCTION run_at(agreement_number int, statement text, given text, planning text, answers boolean,
  is_last boolean) RETURNS SETOF record
  LANGUAGE plpgsql AS $function$
DECLARE
  shard bigint := get_shard_id_for_distribution_column('public.agreement', agreement_number);
  home text := 'shard_' || shard;
  named text := 's' || md5(statement) || shard;
  call text := 'EXECUTE ' || named;
  begins text := 'SET LOCAL search_path = ' || home
    || ', public; SET LOCAL daybook.is_at = yes; SET LOCAL plan_cache_mode = ' ||
    CASE planning WHEN 'once' THEN 'force_generic_plan; ' ELSE 'force_custom_plan; ' END;
  ends text := CASE WHEN is_last THEN '; SET CONSTRAINTS ALL IMMEDIATE' ELSE '' END || CASE planning WHEN 'once' THEN ''
    ELSE '; DEALLOCATE ' || named END ||
    '; SET LOCAL daybook.is_at = ''''; SET LOCAL search_path = public';
  name_of text;
  message text;
  details text;
BEGIN
  IF NOT stay_at_shard(shard, planning = 'once') THEN
    RAISE EXCEPTION 'The shard % has moved.', shard USING ERRCODE = '${MOVED}';
  END IF;
  IF planning <> 'once' OR coalesce(current_setting('daybook_prepared.' || named, true), '') = '' THEN
    PERFORM enter_shard(shard);
    BEGIN
      EXECUTE 'PREPARE ' || named || ' AS ' || statement;
    EXCEPTION WHEN duplicate_prepared_statement THEN NULL;
    END;
    PERFORM set_config('daybook_prepared.' || named, 'yes', false), set_config('search_path', 'public', true);
  END IF;
  IF given <> '{}' THEN
    SELECT call || '(' || string_agg(quote_nullable(v.value), ',' ORDER BY v.place) || ')' INTO call
      FROM unnest(given::text[]) WITH ORDINALITY AS v(value, place);
  END IF;
  BEGIN
    IF answers THEN
      EXECUTE begins;
      RETURN QUERY EXECUTE call;
      EXECUTE ends;
    ELSE
      EXECUTE begins || call || ends;
    END IF;
  EXCEPTION WHEN integrity_constraint_violation THEN
    GET STACKED DIAGNOSTICS name_of = CONSTRAINT_NAME, message = MESSAGE_TEXT, details = PG_EXCEPTION_DETAIL;
    -- The coordinator passes no constraint's name on, but a hint.
    RAISE EXCEPTION USING ERRCODE = SQLSTATE, MESSAGE = message, DETAIL = details, HINT = 'constraint ' || name_of;
  END;
END
$function$;
`
