-- Tenancy, access, idempotency and the text rules every later table uses.

-- Text compares without case, for Danish letters too (rule 2.2): both sides are folded with ICU's root
-- rules, so that 'ØRSTED' equals 'ørsted' and nothing else does. Where order counts, the statement adds the Danish
-- collation itself (a function's result takes its collation from the arguments).
CREATE FUNCTION fold(value text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN lower(value COLLATE "und-x-icu");

-- Every change of a row draws its objectVersion from here, so a version never comes back,
-- not even when an item is deleted and made again under the same number.
CREATE SEQUENCE object_version AS bigint CACHE 32;

CREATE TABLE agreement (
  agreement      int PRIMARY KEY,
  name           text NOT NULL,
  base_currency  text NOT NULL DEFAULT 'DKK',
  country        text NOT NULL DEFAULT 'DK',
  modules        text[] NOT NULL DEFAULT '{}',
  is_demo        boolean NOT NULL DEFAULT false,
  created_at     timestamptz NOT NULL DEFAULT now()
);
CREATE SEQUENCE agreement_number AS int START 100001 OWNED BY agreement.agreement;

CREATE TABLE app (
  app          int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name         text NOT NULL,
  secret_hash  bytea NOT NULL UNIQUE,
  created_at   timestamptz NOT NULL DEFAULT now()
);

-- An agreement's permission to an app. Tokens are random and long, so a plain SHA-256 keeps them.
CREATE TABLE access_grant (
  agreement   int NOT NULL REFERENCES agreement,
  number      int GENERATED ALWAYS AS IDENTITY,
  app         int NOT NULL REFERENCES app,
  token_hash  bytea NOT NULL UNIQUE,
  roles       text[] NOT NULL,
  revoked_at  timestamptz,
  created_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (agreement, number),
  UNIQUE (number)
);

-- The last number given out, per agreement and kind ('supplier_contact', 'booked_entry', …).
CREATE TABLE counter (
  agreement  int NOT NULL REFERENCES agreement,
  name       text NOT NULL,
  value      int NOT NULL CHECK (value >= 0),
  PRIMARY KEY (agreement, name)
);

-- Takes `amount` numbers of a kind and answers the first. The row stays locked until the transaction ends:
-- numbers come without gaps, and a transaction that fails uses none up.
CREATE FUNCTION take_numbers(agreement_number int, counter_name text, amount int) RETURNS int
  LANGUAGE sql AS $$
  INSERT INTO counter AS c (agreement, name, value) VALUES (agreement_number, counter_name, amount)
  ON CONFLICT (agreement, name) DO UPDATE SET value = c.value + amount
  RETURNING value - amount + 1
$$;

-- Answers of writes that carried an Idempotency-Key (rule 4.4), kept for an hour.
CREATE TABLE idempotency_key (
  agreement     int NOT NULL REFERENCES agreement,
  app           int NOT NULL REFERENCES app,
  key           text NOT NULL,
  request_hash  bytea NOT NULL,
  status        int,
  headers       text,
  body          text,
  created_at    timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (agreement, app, key)
);
CREATE INDEX ON idempotency_key (created_at);
