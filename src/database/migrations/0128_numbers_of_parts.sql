-- What is made again under a number that was deleted is another one: its contacts, delivery locations or lines count from 1.

-- Forgets the counters of the parts of deleted rows; the arguments are the tables of the parts.
CREATE FUNCTION forget_numbers_of_parts() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM counter c
    USING (SELECT o.agreement, p.name || ' of ' || o.number AS name FROM old_rows o CROSS JOIN unnest(TG_ARGV) AS p(name)) AS gone
    WHERE c.agreement = gone.agreement AND c.name = gone.name;
  RETURN NULL;
END
$$;
CREATE TRIGGER customer_numbers_forgotten AFTER DELETE ON customer REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION forget_numbers_of_parts('customer_contact', 'delivery_location');
CREATE TRIGGER supplier_numbers_forgotten AFTER DELETE ON supplier REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION forget_numbers_of_parts('supplier_contact');
CREATE TRIGGER subscription_numbers_forgotten AFTER DELETE ON subscription REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION forget_numbers_of_parts('subscription_line');

-- Counters of parts whose owner is gone already.
DELETE FROM counter c WHERE c.name ~ '^(customer_contact|delivery_location) of \d+$'
  AND NOT EXISTS (SELECT FROM customer o WHERE o.agreement = c.agreement AND o.number = substring(c.name FROM '\d+$')::int);
DELETE FROM counter c WHERE c.name ~ '^supplier_contact of \d+$'
  AND NOT EXISTS (SELECT FROM supplier o WHERE o.agreement = c.agreement AND o.number = substring(c.name FROM '\d+$')::int);
DELETE FROM counter c WHERE c.name ~ '^subscription_line of \d+$'
  AND NOT EXISTS (SELECT FROM subscription o WHERE o.agreement = c.agreement AND o.number = substring(c.name FROM '\d+$')::int);
