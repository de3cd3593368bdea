-- The trail of master data: who changed which property of what from what to what, written by the statement that changes it, numbered and
-- sealed in a chain, never changed or removed. Draft entries, webhooks and grants are no master data and have no part in it.

CREATE TABLE change (
  agreement   int NOT NULL,
  number      int NOT NULL CHECK (number >= 1),
  -- As the resource and its properties are declared; the key's parts are joined by '~', and none where an agreement has one.
  resource    text NOT NULL,
  key         text NOT NULL,
  property    text NOT NULL,
  -- NULL where there was no value, or is none: what is created has none before, what is deleted none after.
  before      text,
  after       text,
  changed_at  timestamptz NOT NULL,
  -- NULL where no app asked for it: commands, templates, imports.
  app         int,
  -- SHA-256 over the seal before (32 zero bytes for the first) and the line of `line_of_change`.
  seal        bytea NOT NULL CHECK (length(seal) = 32),
  PRIMARY KEY (agreement, number)
);
CREATE INDEX change_of_item ON change (agreement, fold(resource), fold(key));
CREATE INDEX change_changed_at ON change (agreement, changed_at);
ALTER TABLE change ALTER COLUMN agreement SET STATISTICS 0;
CREATE TRIGGER change_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON change
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_ledger();
REVOKE ALL ON change FROM PUBLIC;
REVOKE DELETE, TRUNCATE ON change FROM CURRENT_USER;

-- JSON as JavaScript writes it, so that whoever recomputes the seals needs no database.
CREATE FUNCTION line_of_change(number int, resource text, key text, property text, before text, after text, moment timestamptz, app int)
  RETURNS text LANGUAGE sql STABLE
  RETURN '[' || number || ',' || to_json(resource) || ',' || to_json(key) || ',' || to_json(property) || ','
    || coalesce(to_json(before)::text, 'null') || ',' || coalesce(to_json(after)::text, 'null') || ',"'
    || to_char(moment AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '",' || coalesce(app::text, 'null') || ']';
CREATE FUNCTION add_to_chain(state bytea, previous bytea, line text) RETURNS bytea
  LANGUAGE sql STABLE
  RETURN sha256(coalesce(state, previous) || convert_to(line, 'UTF8'));
CREATE AGGREGATE chain_of(previous bytea, line text) (SFUNC = add_to_chain, STYPE = bytea);

CREATE FUNCTION property_of(column_name text) RETURNS text
  LANGUAGE sql IMMUTABLE
  RETURN (SELECT string_agg(CASE p.place WHEN 1 THEN p.part ELSE upper(left(p.part, 1)) || substr(p.part, 2) END, '' ORDER BY p.place)
    FROM regexp_split_to_table(column_name, '_') WITH ORDINALITY AS p(part, place));

-- Writes changes at the end of an agreement's trail. The counter's row stays locked: numbers and seals are in the order of the commits.
CREATE FUNCTION record_changes(agreement_number int, resource_name text, keys text[], properties text[], befores text[], afters text[])
  RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  first int;
  previous bytea;
  moment timestamptz := date_trunc('milliseconds', clock_timestamp());
  caller int := nullif(current_setting('daybook.app', true), '')::int;
BEGIN
  IF coalesce(cardinality(keys), 0) = 0 THEN
    RETURN;
  END IF;
  first := take_numbers(agreement_number, 'change', cardinality(keys));
  SELECT c.seal INTO previous FROM change c WHERE c.agreement = agreement_number AND c.number = first - 1;
  INSERT INTO change (agreement, number, resource, key, property, before, after, changed_at, app, seal)
  SELECT agreement_number, c.number, resource_name, c.key, c.property, c.before, c.after, moment, caller,
    chain_of(coalesce(previous, decode(repeat('00', 32), 'hex')),
      line_of_change(c.number, resource_name, c.key, c.property, c.before, c.after, moment, caller)) OVER (ORDER BY c.number)
  FROM (
    SELECT first + u.place::int - 1 AS number, u.key, u.property, u.before, u.after
    FROM unnest(keys, properties, befores, afters) WITH ORDINALITY AS u(key, property, before, after, place)
  ) AS c;
END
$$;

-- What an item says, a row for each property. Columns that say nothing of it are left out, and so are flags that are false.
CREATE FUNCTION values_of_item(item jsonb, left_out text[], flags text[]) RETURNS TABLE (column_name text, value text)
  LANGUAGE sql STABLE AS $$
  SELECT v.key, v.value FROM jsonb_each_text(item - left_out) AS v
  WHERE v.value IS NOT NULL AND NOT (v.value = 'false' AND v.key = ANY (flags))
$$;
CREATE FUNCTION key_of_item(item jsonb, key_columns text[]) RETURNS text
  LANGUAGE sql IMMUTABLE
  RETURN coalesce((SELECT string_agg(item ->> k.name, '~' ORDER BY k.place) FROM unnest(key_columns) WITH ORDINALITY AS k(name, place)), '');

-- Arguments of the triggers: the resource; and as arrays the columns of its key, those left out, and the flags.
CREATE FUNCTION trail_created() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  touched record;
BEGIN
  FOR touched IN
    SELECT i.agreement, array_agg(i.key ORDER BY i.key, v.column_name) AS keys,
      array_agg(property_of(v.column_name) ORDER BY i.key, v.column_name) AS properties,
      array_agg(v.value ORDER BY i.key, v.column_name) AS afters, array_fill(NULL::text, ARRAY[count(*)::int]) AS befores
    FROM (SELECT n.agreement, to_jsonb(n) AS item, key_of_item(to_jsonb(n), TG_ARGV[1]::text[]) AS key FROM new_rows n) AS i
    CROSS JOIN LATERAL values_of_item(i.item, TG_ARGV[2]::text[], TG_ARGV[3]::text[]) AS v
    GROUP BY i.agreement ORDER BY i.agreement
  LOOP
    PERFORM record_changes(touched.agreement, TG_ARGV[0], touched.keys, touched.properties, touched.befores, touched.afters);
  END LOOP;
  RETURN NULL;
END
$$;
CREATE FUNCTION trail_deleted() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  touched record;
BEGIN
  FOR touched IN
    SELECT i.agreement, array_agg(i.key ORDER BY i.key, v.column_name) AS keys,
      array_agg(property_of(v.column_name) ORDER BY i.key, v.column_name) AS properties,
      array_agg(v.value ORDER BY i.key, v.column_name) AS befores, array_fill(NULL::text, ARRAY[count(*)::int]) AS afters
    FROM (SELECT o.agreement, to_jsonb(o) AS item, key_of_item(to_jsonb(o), TG_ARGV[1]::text[]) AS key FROM old_rows o) AS i
    CROSS JOIN LATERAL values_of_item(i.item, TG_ARGV[2]::text[], TG_ARGV[3]::text[]) AS v
    GROUP BY i.agreement ORDER BY i.agreement
  LOOP
    PERFORM record_changes(touched.agreement, TG_ARGV[0], touched.keys, touched.properties, touched.befores, touched.afters);
  END LOOP;
  RETURN NULL;
END
$$;
CREATE FUNCTION trail_changed() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  touched record;
BEGIN
  FOR touched IN
    SELECT n.agreement, array_agg(n.key ORDER BY n.key, v.key) AS keys,
      array_agg(property_of(v.key) ORDER BY n.key, v.key) AS properties,
      array_agg(o.item ->> v.key ORDER BY n.key, v.key) AS befores, array_agg(v.value ORDER BY n.key, v.key) AS afters
    FROM (SELECT r.agreement, to_jsonb(r) AS item, key_of_item(to_jsonb(r), TG_ARGV[1]::text[]) AS key FROM new_rows r) AS n
    JOIN (SELECT r.agreement, to_jsonb(r) AS item, key_of_item(to_jsonb(r), TG_ARGV[1]::text[]) AS key FROM old_rows r) AS o
      ON o.agreement = n.agreement AND o.key = n.key
    CROSS JOIN LATERAL jsonb_each_text(n.item - TG_ARGV[2]::text[]) AS v
    WHERE o.item ->> v.key IS DISTINCT FROM v.value
    GROUP BY n.agreement ORDER BY n.agreement
  LOOP
    PERFORM record_changes(touched.agreement, TG_ARGV[0], touched.keys, touched.properties, touched.befores, touched.afters);
  END LOOP;
  RETURN NULL;
END
$$;
-- For a table whose rows change all the time in what is no master data: a trigger's condition looks at rows, not at statements.
CREATE FUNCTION trail_changed_row() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  found record;
BEGIN
  SELECT array_agg(key_of_item(to_jsonb(NEW), TG_ARGV[1]::text[]) ORDER BY v.key) AS keys,
    array_agg(property_of(v.key) ORDER BY v.key) AS properties,
    array_agg(to_jsonb(OLD) ->> v.key ORDER BY v.key) AS befores, array_agg(v.value ORDER BY v.key) AS afters INTO found
  FROM jsonb_each_text(to_jsonb(NEW) - TG_ARGV[2]::text[]) AS v WHERE to_jsonb(OLD) ->> v.key IS DISTINCT FROM v.value;
  PERFORM record_changes(NEW.agreement, TG_ARGV[0], found.keys, found.properties, found.befores, found.afters);
  RETURN NULL;
END
$$;

-- Trails a table: every statement that creates, changes or deletes its rows writes what it did. Where nothing changes but a column of `quiet`, and
-- no objectVersion with it, there is nothing to tell; the condition costs a statement that changes only that next to nothing.
CREATE FUNCTION keep_trail(table_name text, resource text, key_columns text[], left_out text[] DEFAULT '{}', quiet text[] DEFAULT '{}')
  RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  arguments text;
  loud text;
BEGIN
  SELECT string_agg(format('OLD.%1$I IS DISTINCT FROM NEW.%1$I', a.attname), ' OR ') INTO loud FROM pg_attribute a
    WHERE a.attrelid = table_name::regclass AND a.attnum > 0 AND NOT a.attisdropped AND a.attname <> ALL (left_out || quiet);
  SELECT format('%L, %L, %L, %L', resource, key_columns,
      left_out || ARRAY['agreement', 'object_version', 'last_updated'],
      coalesce(array_agg(a.attname::text ORDER BY a.attname) FILTER (WHERE a.atttypid = 'boolean'::regtype AND a.attnotnull), '{}'))
    INTO arguments FROM pg_attribute a WHERE a.attrelid = table_name::regclass AND a.attnum > 0 AND NOT a.attisdropped;
  EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
    EXECUTE FUNCTION trail_created(%s)', table_name || '_trail_created', table_name, arguments);
  EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
    EXECUTE FUNCTION trail_deleted(%s)', table_name || '_trail_deleted', table_name, arguments);
  IF cardinality(quiet) > 0 THEN
    EXECUTE format('CREATE TRIGGER %I AFTER UPDATE ON %I FOR EACH ROW WHEN (%s) EXECUTE FUNCTION trail_changed_row(%s)',
      table_name || '_trail_changed', table_name, loud, arguments);
  ELSE
    EXECUTE format('CREATE TRIGGER %I AFTER UPDATE ON %I REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
      EXECUTE FUNCTION trail_changed(%s)', table_name || '_trail_changed', table_name, arguments);
  END IF;
END
$$;

SELECT keep_trail('account', 'Accounts', '{number}');
SELECT keep_trail('accounting_year', 'AccountingYears', '{year}');
SELECT keep_trail('accounting_period', 'AccountingPeriods', '{year,period_number}');
SELECT keep_trail('currency', 'Currencies', '{code}');
SELECT keep_trail('exchange_rate', 'ExchangeRates', '{number}');
SELECT keep_trail('vat_code', 'VatCodes', '{code}');
SELECT keep_trail('department', 'Departments', '{number}');
SELECT keep_trail('departmental_distribution', 'DepartmentalDistributions', '{number}');
SELECT keep_trail('unit1', 'Units1', '{number}');
SELECT keep_trail('unit2', 'Units2', '{number}');
SELECT keep_trail('employee', 'Employees', '{number}');
SELECT keep_trail('asset_group', 'AssetGroups', '{number}');
SELECT keep_trail('project', 'Projects', '{number}', '{main_project_is_main}');
SELECT keep_trail('cost_type', 'CostTypes', '{number}');
SELECT keep_trail('payment_term', 'PaymentTerms', '{number}');
SELECT keep_trail('vat_zone', 'VatZones', '{number}');
SELECT keep_trail('layout', 'Layouts', '{number}');
SELECT keep_trail('unit', 'Units', '{number}');
SELECT keep_trail('delivery_condition', 'DeliveryConditions', '{number}');
SELECT keep_trail('discount_group', 'DiscountGroups', '{number}');
SELECT keep_trail('discount', 'Discounts', '{discount_group_number,product_group_number}');
SELECT keep_trail('price_group', 'PriceGroups', '{number}');
SELECT keep_trail('sales_setup', 'SalesSetup', '{}');
SELECT keep_trail('customer_contact', 'CustomerContacts', '{number}');
SELECT keep_trail('delivery_location', 'DeliveryLocations', '{number}');
SELECT keep_trail('product_group', 'ProductGroups', '{number}');
SELECT keep_trail('product_group_zone', 'Zones', '{product_group_number,zone}');
SELECT keep_trail('product', 'Products', '{number}');
SELECT keep_trail('product_sales_price', 'ProductSalesPriceInCurrencies', '{product_number,currency}');
SELECT keep_trail('product_special_price', 'ProductSpecialPrices', '{number}');
SELECT keep_trail('product_special_price_in_currency', 'ProductSpecialPricesInCurrency', '{special_price_number,currency}');
SELECT keep_trail('customer_group', 'CustomerGroups', '{number}');
SELECT keep_trail('customer', 'Customers', '{number}');
SELECT keep_trail('supplier', 'Suppliers', '{number}');
SELECT keep_trail('supplier_group', 'Groups', '{number}');
SELECT keep_trail('supplier_contact', 'Contacts', '{number}');
-- Draft entries take voucher numbers from it all the time.
SELECT keep_trail('journal', 'Journals', '{number}', '{first_of_version}', '{next_voucher_number}');
SELECT keep_trail('system_account', 'SystemAccounts', '{purpose}');

-- What trailed tables hold of an agreement, as the trail says it.
CREATE VIEW trailed_table AS
  SELECT c.relname AS name, string_to_array(encode(t.tgargs, 'escape'), '\000') AS arguments
  FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid AND t.tgname = c.relname || '_trail_created';
CREATE FUNCTION master_data_of(agreement_number int) RETURNS TABLE (resource text, key text, property text, value text)
  LANGUAGE plpgsql STABLE AS $$
DECLARE
  trailed record;
BEGIN
  FOR trailed IN SELECT t.name, t.arguments FROM trailed_table t ORDER BY t.name LOOP
    RETURN QUERY EXECUTE format('SELECT $2, key_of_item(i.item, $3), property_of(v.column_name), v.value
      FROM (SELECT to_jsonb(r) AS item FROM %I r WHERE r.agreement = $1) AS i
      CROSS JOIN LATERAL values_of_item(i.item, $4, $5) AS v', trailed.name)
      USING agreement_number, trailed.arguments[1], trailed.arguments[2]::text[], trailed.arguments[3]::text[], trailed.arguments[4]::text[];
  END LOOP;
END
$$;

-- What was there before the trail begins it.
SELECT record_changes(m.agreement, m.resource, array_agg(m.key ORDER BY m.key, m.property), array_agg(m.property ORDER BY m.key, m.property),
  array_fill(NULL::text, ARRAY[count(*)::int]), array_agg(m.value ORDER BY m.key, m.property))
FROM (SELECT a.agreement, d.* FROM agreement a CROSS JOIN LATERAL master_data_of(a.agreement) AS d) AS m
GROUP BY m.agreement, m.resource ORDER BY m.agreement, m.resource;

-- Which app a booking was made for, and its vouchers: [{"accountingYear": …, "voucherNumber": …}, …], in order.
ALTER TABLE booking DISABLE TRIGGER booking_immutable;
ALTER TABLE booking ADD COLUMN app int, ADD COLUMN vouchers json NOT NULL DEFAULT '[]';
UPDATE booking b SET vouchers = coalesce((
  SELECT json_agg(json_build_object('accountingYear', v.accounting_year, 'voucherNumber', v.voucher_number) ORDER BY v.accounting_year, v.voucher_number)
  FROM (
    SELECT DISTINCT e.accounting_year, e.voucher_number FROM booked_entry e
    WHERE e.agreement = b.agreement AND e.entry_number BETWEEN b.first_entry AND b.last_entry
  ) AS v), '[]');
ALTER TABLE booking ENABLE TRIGGER booking_immutable;
