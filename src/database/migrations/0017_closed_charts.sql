-- A closed year's reports are the same bytes for ever (rule 5.2). With the year is kept what its reports say beside amounts, as it
-- was when the year was closed: the chart of accounts, the VAT codes, and the names of the parties.

CREATE TABLE closed_account (
  agreement                  int NOT NULL,
  accounting_year            text NOT NULL,
  number                     int NOT NULL,
  name                       text NOT NULL,
  type                       int NOT NULL,
  is_credit                  boolean,
  total_from_account_number  int,
  total_intervals            text,
  key_figure_code_number     int,
  PRIMARY KEY (agreement, accounting_year, number),
  CONSTRAINT closed_account_accounting_year_fk FOREIGN KEY (agreement, accounting_year) REFERENCES accounting_year
);
CREATE TABLE closed_vat_code (
  agreement              int NOT NULL,
  accounting_year        text NOT NULL,
  code                   text NOT NULL,
  name                   text NOT NULL,
  type                   int NOT NULL,
  rate                   numeric(9, 4) NOT NULL,
  account_number         int NOT NULL,
  contra_account_number  int,
  PRIMARY KEY (agreement, accounting_year, code),
  CONSTRAINT closed_vat_code_accounting_year_fk FOREIGN KEY (agreement, accounting_year) REFERENCES accounting_year
);
-- Only of parties that were booked on, and whose name is another than at the close before: the name of a year is that of the latest close by then.
CREATE TABLE closed_party (
  agreement        int NOT NULL,
  accounting_year  text NOT NULL,
  party            text NOT NULL CHECK (party IN ('customer', 'supplier')),
  number           int NOT NULL,
  date_to          date NOT NULL,
  name             text NOT NULL,
  PRIMARY KEY (agreement, party, number, date_to),
  CONSTRAINT closed_party_accounting_year_fk FOREIGN KEY (agreement, accounting_year) REFERENCES accounting_year
);
CREATE INDEX closed_party_of_year ON closed_party (agreement, accounting_year);
ALTER TABLE closed_account ALTER COLUMN agreement SET STATISTICS 0;
ALTER TABLE closed_vat_code ALTER COLUMN agreement SET STATISTICS 0;
ALTER TABLE closed_party ALTER COLUMN agreement SET STATISTICS 0;

-- What is kept of a year, as one hash: it is sealed when the year is closed.
ALTER TABLE accounting_year ADD COLUMN seal text;
CREATE FUNCTION seal_of_closed_year(agreement_number int, closed_year text) RETURNS text
  LANGUAGE sql STABLE AS $$
  SELECT encode(sha256(convert_to(coalesce(string_agg(kept.line, E'\n' ORDER BY kept.line COLLATE "C"), ''), 'UTF8')), 'hex')
  FROM (
    SELECT json_build_array('account', a.number, a.name, a.type, a.is_credit, a.total_from_account_number, a.total_intervals,
      a.key_figure_code_number)::text AS line
    FROM closed_account a WHERE a.agreement = agreement_number AND a.accounting_year = closed_year
    UNION ALL
    SELECT json_build_array('vat', v.code, v.name, v.type, v.rate, v.account_number, v.contra_account_number)::text
    FROM closed_vat_code v WHERE v.agreement = agreement_number AND v.accounting_year = closed_year
    UNION ALL
    SELECT json_build_array(p.party, p.number, p.date_to, p.name)::text
    FROM closed_party p WHERE p.agreement = agreement_number AND p.accounting_year = closed_year
  ) AS kept
$$;

-- Keeps the chart with the year that is being closed, whoever closes it.
CREATE FUNCTION keep_chart_of_closed_year() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO closed_account (agreement, accounting_year, number, name, type, is_credit, total_from_account_number, total_intervals,
    key_figure_code_number)
  SELECT a.agreement, NEW.year, a.number, a.name, a.type, a.is_credit, a.total_from_account_number, a.total_intervals,
    a.key_figure_code_number
  FROM account a WHERE a.agreement = NEW.agreement;
  INSERT INTO closed_vat_code (agreement, accounting_year, code, name, type, rate, account_number, contra_account_number)
  SELECT v.agreement, NEW.year, v.code, v.name, v.type, v.rate, v.account_number, v.contra_account_number
  FROM vat_code v WHERE v.agreement = NEW.agreement;
  INSERT INTO closed_party (agreement, accounting_year, party, number, date_to, name)
  SELECT NEW.agreement, NEW.year, b.party, b.number, NEW.date_to, b.name
  FROM (
    SELECT 'customer' AS party, c.number, c.name FROM booked_reference r
    JOIN customer c ON c.agreement = NEW.agreement AND c.number = r.customer_number
    WHERE r.agreement = NEW.agreement AND r.customer_number IS NOT NULL
    UNION ALL
    SELECT 'supplier', s.number, s.name FROM booked_reference r
    JOIN supplier s ON s.agreement = NEW.agreement AND s.number = r.supplier_number
    WHERE r.agreement = NEW.agreement AND r.supplier_number IS NOT NULL
  ) AS b
  LEFT JOIN LATERAL (
    SELECT p.name FROM closed_party p WHERE p.agreement = NEW.agreement AND p.party = b.party AND p.number = b.number
    ORDER BY p.date_to DESC LIMIT 1
  ) AS known ON true
  WHERE b.name IS DISTINCT FROM known.name;
  NEW.seal := seal_of_closed_year(NEW.agreement, NEW.year);
  RETURN NEW;
END
$$;
CREATE TRIGGER accounting_year_kept BEFORE UPDATE ON accounting_year
  FOR EACH ROW WHEN (NEW.is_closed AND (NOT OLD.is_closed OR OLD.seal IS NULL)) EXECUTE FUNCTION keep_chart_of_closed_year();
-- Years closed before now keep the chart as it is now, in the order they were closed in.
DO $$
DECLARE
  closed record;
BEGIN
  FOR closed IN SELECT y.agreement, y.year FROM accounting_year y WHERE y.is_closed ORDER BY y.agreement, y.date_from LOOP
    UPDATE accounting_year y SET is_closed = true WHERE y.agreement = closed.agreement AND y.year = closed.year;
  END LOOP;
END
$$;

CREATE FUNCTION refuse_change_of_seal() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'accounting year % of agreement % is sealed for good', OLD.year, OLD.agreement
    USING ERRCODE = 'restrict_violation', CONSTRAINT = 'accounting_year_sealed';
END
$$;
CREATE TRIGGER accounting_year_sealed BEFORE UPDATE ON accounting_year
  FOR EACH ROW WHEN (OLD.seal IS NOT NULL AND NEW.seal IS DISTINCT FROM OLD.seal) EXECUTE FUNCTION refuse_change_of_seal();

CREATE TRIGGER closed_account_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON closed_account
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_ledger();
CREATE TRIGGER closed_vat_code_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON closed_vat_code
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_ledger();
CREATE TRIGGER closed_party_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON closed_party
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_ledger();
REVOKE ALL ON closed_account, closed_vat_code, closed_party FROM PUBLIC;
REVOKE DELETE, TRUNCATE ON closed_account, closed_vat_code, closed_party FROM CURRENT_USER;
