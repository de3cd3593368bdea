-- Products, the groups that say where their sales are booked, and their prices.

CREATE TABLE product_group (
  agreement               int NOT NULL REFERENCES agreement,
  number                  int NOT NULL CHECK (number >= 1),
  name                    text NOT NULL,
  -- The accounts of zones 1 and 5: one value with the zone's row each.
  domestic_account_number int NOT NULL,
  project_account_number  int,
  is_in_project           boolean NOT NULL DEFAULT false,
  accrual_account_number  int,
  object_version          bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, number),
  CONSTRAINT product_group_domestic_account_number_fk FOREIGN KEY (agreement, domestic_account_number) REFERENCES account,
  CONSTRAINT product_group_project_account_number_fk FOREIGN KEY (agreement, project_account_number) REFERENCES account,
  CONSTRAINT product_group_accrual_account_number_fk FOREIGN KEY (agreement, accrual_account_number) REFERENCES account
);
CREATE INDEX product_group_of_domestic_account ON product_group (agreement, domestic_account_number);
CREATE INDEX product_group_of_project_account ON product_group (agreement, project_account_number) WHERE project_account_number IS NOT NULL;
CREATE INDEX product_group_of_accrual_account ON product_group (agreement, accrual_account_number) WHERE accrual_account_number IS NOT NULL;

-- A group is in projects where it has an account for them.
CREATE FUNCTION note_product_group_in_project() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  NEW.is_in_project := NEW.project_account_number IS NOT NULL;
  RETURN NEW;
END
$$;
CREATE TRIGGER product_group_in_project BEFORE INSERT OR UPDATE ON product_group
  FOR EACH ROW EXECUTE FUNCTION note_product_group_in_project();

-- Where sales of a group's products to customers of a zone are booked.
CREATE TABLE product_group_zone (
  agreement             int NOT NULL REFERENCES agreement,
  product_group_number  int NOT NULL,
  zone                  int NOT NULL,
  account_number        int NOT NULL,
  object_version        bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, product_group_number, zone),
  CONSTRAINT product_group_zone_product_group_number_fk FOREIGN KEY (agreement, product_group_number)
    REFERENCES product_group ON DELETE CASCADE,
  CONSTRAINT product_group_zone_zone_fk FOREIGN KEY (agreement, zone) REFERENCES vat_zone,
  CONSTRAINT product_group_zone_account_number_fk FOREIGN KEY (agreement, account_number) REFERENCES account
);
CREATE INDEX product_group_zone_of_zone ON product_group_zone (agreement, zone);
CREATE INDEX product_group_zone_of_account ON product_group_zone (agreement, account_number);

-- The group's accounts and the rows of zones 1 and 5 are one value in two views: whichever is written, the other follows.
CREATE FUNCTION follow_product_group() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  -- Each writes the other, which for nothing would go on for ever.
  IF NOT EXISTS (SELECT FROM new_rows) THEN
    RETURN NULL;
  END IF;
  DELETE FROM product_group_zone z USING new_rows n
    WHERE z.agreement = n.agreement AND z.product_group_number = n.number AND z.zone = 5 AND n.project_account_number IS NULL;
  INSERT INTO product_group_zone AS z (agreement, product_group_number, zone, account_number)
    SELECT n.agreement, n.number, v.zone, v.account
    FROM new_rows n CROSS JOIN LATERAL (VALUES (1, n.domestic_account_number), (5, n.project_account_number)) AS v(zone, account)
    WHERE v.account IS NOT NULL
    ORDER BY n.agreement, n.number, v.zone
    ON CONFLICT (agreement, product_group_number, zone) DO UPDATE
      SET account_number = excluded.account_number, object_version = nextval('object_version')
      WHERE z.account_number <> excluded.account_number;
  RETURN NULL;
END
$$;
CREATE TRIGGER product_group_made AFTER INSERT ON product_group REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION follow_product_group();
CREATE TRIGGER product_group_changed AFTER UPDATE ON product_group REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION follow_product_group();

CREATE FUNCTION follow_product_group_zone() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    UPDATE product_group g SET project_account_number = NULL, object_version = nextval('object_version')
      FROM old_rows o
      WHERE g.agreement = o.agreement AND g.number = o.product_group_number AND o.zone = 5 AND g.project_account_number IS NOT NULL;
  ELSE
    UPDATE product_group g SET object_version = nextval('object_version'),
        domestic_account_number = coalesce(n.domestic, g.domestic_account_number),
        project_account_number = coalesce(n.project, g.project_account_number)
      FROM (SELECT z.agreement, z.product_group_number, max(z.account_number) FILTER (WHERE z.zone = 1) AS domestic,
          max(z.account_number) FILTER (WHERE z.zone = 5) AS project
        FROM new_rows z WHERE z.zone IN (1, 5) GROUP BY z.agreement, z.product_group_number) n
      WHERE g.agreement = n.agreement AND g.number = n.product_group_number
        AND (n.domestic <> g.domestic_account_number OR n.project IS DISTINCT FROM g.project_account_number AND n.project IS NOT NULL);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER product_group_zone_made AFTER INSERT ON product_group_zone REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION follow_product_group_zone();
CREATE TRIGGER product_group_zone_changed AFTER UPDATE ON product_group_zone REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION follow_product_group_zone();
CREATE TRIGGER product_group_zone_deleted AFTER DELETE ON product_group_zone REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION follow_product_group_zone();

CREATE TABLE product (
  agreement             int NOT NULL REFERENCES agreement,
  number                text NOT NULL CHECK (length(number) BETWEEN 1 AND 25),
  product_group_number  int NOT NULL,
  name                  text NOT NULL,
  description           text,
  bar_code              text,
  -- Net, in base currency.
  sales_price           numeric,
  cost_price            numeric,
  recommended_price     numeric,
  unit_number           int,
  unit2_number          int,
  is_barred             boolean NOT NULL DEFAULT false,
  last_updated          timestamptz NOT NULL DEFAULT now(),
  object_version        bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, number),
  CONSTRAINT product_product_group_number_fk FOREIGN KEY (agreement, product_group_number) REFERENCES product_group,
  CONSTRAINT product_unit_number_fk FOREIGN KEY (agreement, unit_number) REFERENCES unit,
  CONSTRAINT product_unit2_number_fk FOREIGN KEY (agreement, unit2_number) REFERENCES unit
);
-- Numbers differ in more than case.
CREATE UNIQUE INDEX product_number_unique ON product (agreement, fold(number));
CREATE INDEX product_of_name ON product (agreement, fold(name));
CREATE INDEX product_of_last_updated ON product (agreement, last_updated);
CREATE INDEX product_of_group ON product (agreement, product_group_number);
CREATE INDEX product_of_unit ON product (agreement, unit_number) WHERE unit_number IS NOT NULL;
CREATE INDEX product_of_unit2 ON product (agreement, unit2_number) WHERE unit2_number IS NOT NULL;

CREATE TABLE product_sales_price (
  agreement       int NOT NULL REFERENCES agreement,
  product_number  text NOT NULL,
  currency        text NOT NULL,
  sales_price     numeric NOT NULL,
  object_version  bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, product_number, currency),
  CONSTRAINT product_sales_price_product_number_fk FOREIGN KEY (agreement, product_number)
    REFERENCES product ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT product_sales_price_currency_fk FOREIGN KEY (agreement, currency) REFERENCES currency
);
CREATE UNIQUE INDEX product_sales_price_currency_unique ON product_sales_price (agreement, fold(product_number), fold(currency));
CREATE INDEX product_sales_price_of_currency ON product_sales_price (agreement, currency);

-- What a price group pays for a product: a price, or less than the usual one.
CREATE TABLE product_special_price (
  agreement                  int NOT NULL REFERENCES agreement,
  number                     int NOT NULL,
  price_group_number         int NOT NULL,
  product_number             text NOT NULL,
  sales_price_base_currency  numeric,
  discount_percentage        numeric CHECK (discount_percentage BETWEEN 0 AND 100),
  object_version             bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, number),
  CONSTRAINT product_special_price_is_one CHECK (sales_price_base_currency IS NULL OR discount_percentage IS NULL),
  CONSTRAINT product_special_price_price_group_number_fk FOREIGN KEY (agreement, price_group_number) REFERENCES price_group,
  CONSTRAINT product_special_price_product_number_fk FOREIGN KEY (agreement, product_number)
    REFERENCES product ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX product_special_price_product_number_unique
  ON product_special_price (agreement, price_group_number, fold(product_number));
CREATE INDEX product_special_price_of_product ON product_special_price (agreement, product_number);
CREATE INDEX product_special_price_of_product_text ON product_special_price (agreement, fold(product_number));

CREATE TABLE product_special_price_in_currency (
  agreement             int NOT NULL REFERENCES agreement,
  special_price_number  int NOT NULL,
  currency              text NOT NULL,
  sales_price           numeric NOT NULL,
  object_version        bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, special_price_number, currency),
  CONSTRAINT product_special_price_in_currency_special_price_number_fk FOREIGN KEY (agreement, special_price_number)
    REFERENCES product_special_price,
  CONSTRAINT product_special_price_in_currency_currency_fk FOREIGN KEY (agreement, currency) REFERENCES currency
);
CREATE UNIQUE INDEX product_special_price_in_currency_currency_unique
  ON product_special_price_in_currency (agreement, special_price_number, fold(currency));
CREATE INDEX product_special_price_in_currency_of_currency ON product_special_price_in_currency (agreement, currency);

-- Under a per cent there are no prices in currencies.
CREATE FUNCTION forget_prices_in_currency() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM product_special_price_in_currency p USING new_rows n
    WHERE p.agreement = n.agreement AND p.special_price_number = n.number AND n.discount_percentage IS NOT NULL;
  RETURN NULL;
END
$$;
CREATE TRIGGER product_special_price_changed AFTER UPDATE ON product_special_price REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION forget_prices_in_currency();

-- A product takes its special prices with it, and they theirs in currencies; deleted by itself, a special price stays while it has any.
CREATE FUNCTION forget_special_prices() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM product_special_price_in_currency p USING product_special_price s
    WHERE p.agreement = OLD.agreement AND s.agreement = OLD.agreement AND s.product_number = OLD.number
      AND p.special_price_number = s.number;
  RETURN OLD;
END
$$;
CREATE TRIGGER product_deleted BEFORE DELETE ON product FOR EACH ROW EXECUTE FUNCTION forget_special_prices();

-- What customers of a discount group get off products of a product group, in per cent.
CREATE TABLE discount (
  agreement              int NOT NULL REFERENCES agreement,
  discount_group_number  int NOT NULL,
  product_group_number   int NOT NULL,
  percent                numeric NOT NULL CHECK (percent BETWEEN 0 AND 100),
  object_version         bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, discount_group_number, product_group_number),
  CONSTRAINT discount_discount_group_number_fk FOREIGN KEY (agreement, discount_group_number)
    REFERENCES discount_group ON DELETE CASCADE,
  CONSTRAINT discount_product_group_number_fk FOREIGN KEY (agreement, product_group_number)
    REFERENCES product_group ON DELETE CASCADE
);
CREATE INDEX discount_of_product_group ON discount (agreement, product_group_number);

-- As for every table (0007): plans do not turn on which agreements were there at the last ANALYZE.
ALTER TABLE product_group ALTER COLUMN agreement SET STATISTICS 0;
ALTER TABLE product_group_zone ALTER COLUMN agreement SET STATISTICS 0;
ALTER TABLE product ALTER COLUMN agreement SET STATISTICS 0;
ALTER TABLE product_sales_price ALTER COLUMN agreement SET STATISTICS 0;
ALTER TABLE product_special_price ALTER COLUMN agreement SET STATISTICS 0;
ALTER TABLE product_special_price_in_currency ALTER COLUMN agreement SET STATISTICS 0;
ALTER TABLE discount ALTER COLUMN agreement SET STATISTICS 0;
