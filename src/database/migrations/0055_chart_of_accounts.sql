-- Sums of the chart of accounts over intervals of it, and key figures.

-- What an account of type 6 sums. Ends are included, and need not be accounts.
CREATE TABLE total_interval (
  agreement            int NOT NULL REFERENCES agreement,
  account_number       int NOT NULL,
  from_account_number  int NOT NULL,
  to_account_number    int NOT NULL,
  object_version       bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, account_number, from_account_number),
  CONSTRAINT total_interval_order CHECK (from_account_number <= to_account_number),
  CONSTRAINT total_interval_account_number_fk FOREIGN KEY (agreement, account_number) REFERENCES account ON DELETE CASCADE
);
ALTER TABLE total_interval ALTER COLUMN agreement SET STATISTICS 0;

-- The account tells its intervals, `1000..4990;6100..6198`, and changes with them. Its row is locked, so that two intervals at once see each other.
CREATE FUNCTION tell_intervals_of(agreement_number int, owner int) RETURNS void
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM account a WHERE a.agreement = agreement_number AND a.number = owner FOR NO KEY UPDATE;
  IF EXISTS (SELECT FROM (
      SELECT i.from_account_number <= lag(i.to_account_number) OVER (ORDER BY i.from_account_number) AS overlaps
      FROM total_interval i WHERE i.agreement = agreement_number AND i.account_number = owner) AS x WHERE x.overlaps) THEN
    RAISE EXCEPTION 'intervals of account % overlap', owner
      USING ERRCODE = 'check_violation', CONSTRAINT = 'total_interval_overlap', TABLE = 'total_interval';
  END IF;
  UPDATE account a SET object_version = nextval('object_version'), last_updated = clock_timestamp(), total_intervals = (
    SELECT string_agg(i.from_account_number || '..' || i.to_account_number, ';' ORDER BY i.from_account_number)
    FROM total_interval i WHERE i.agreement = agreement_number AND i.account_number = owner)
  WHERE a.agreement = agreement_number AND a.number = owner;
END
$$;
CREATE FUNCTION tell_total_intervals() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_intervals_of(c.agreement, c.account_number)
  FROM (SELECT DISTINCT r.agreement, r.account_number FROM changed_rows r ORDER BY 1, 2) AS c;
  RETURN NULL;
END
$$;
CREATE TRIGGER total_interval_inserted AFTER INSERT ON total_interval
  REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION tell_total_intervals();
CREATE TRIGGER total_interval_updated AFTER UPDATE ON total_interval
  REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION tell_total_intervals();
CREATE TRIGGER total_interval_deleted AFTER DELETE ON total_interval
  REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION tell_total_intervals();

-- Intervals that stood as text, `1000-1199,1300`, become rows; only accounts of type 6 sum them.
INSERT INTO total_interval (agreement, account_number, from_account_number, to_account_number)
SELECT DISTINCT ON (a.agreement, a.number, m[1]::int) a.agreement, a.number, m[1]::int, coalesce(m[2], m[1])::int
FROM account a CROSS JOIN LATERAL regexp_matches(a.total_intervals, '(\d{1,9})(?:\s*-\s*(\d{1,9}))?', 'g') AS m
WHERE a.type = 6 AND m[1]::int <= coalesce(m[2], m[1])::int;
UPDATE account SET total_intervals = NULL WHERE type <> 6 AND total_intervals IS NOT NULL;

SELECT keep_trail('total_interval', 'TotalIntervals', '{account_number,from_account_number}');

-- The lines of the key figure report, the same for everybody. A line with `sum_from1` is followed by the sum of the lines from that one on.
CREATE VIEW key_figure_code AS
SELECT a.agreement, k.number, k.name, k.sum_from1, coalesce(k.sum1_text, k.name) AS sum1_text,
  0 AS sum_from2, k.name AS sum2_text, k.number >= 10 AS is_balance
FROM agreement a CROSS JOIN (VALUES
  (1, 'Turnover', 0, NULL),
  (2, 'Variable costs', 0, NULL),
  (3, 'Direct wages', 0, NULL),
  (4, 'Other direct costs', 1, 'Contribution margin'),
  (5, 'Capacity costs', 0, NULL),
  (6, 'Depreciation', 1, 'Operating result'),
  (7, 'Financial items', 0, NULL),
  (8, 'Extraordinary items', 1, 'Result before tax'),
  (9, 'Company tax', 1, 'Result for the year'),
  (10, 'Fixed assets', 0, NULL),
  (11, 'Stock and work in progress', 0, NULL),
  (12, 'Debtors', 0, NULL),
  (13, 'Other current assets', 0, NULL),
  (14, 'Cash', 10, 'Assets'),
  (15, 'Equity', 0, NULL),
  (16, 'Private', 0, NULL),
  (17, 'Provisions', 0, NULL),
  (18, 'Long-term debt', 0, NULL),
  (19, 'Bank debt', 0, NULL),
  (20, 'Creditors', 0, NULL),
  (21, 'Other short-term debt', 15, 'Liabilities and equity')
) AS k(number, name, sum_from1, sum1_text);
