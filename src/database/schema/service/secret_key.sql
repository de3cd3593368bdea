CREATE TABLE secret_key (
  is_only      boolean DEFAULT true PRIMARY KEY CHECK (is_only),
  fingerprint  bytea NOT NULL,
  noted_at     timestamptz NOT NULL DEFAULT now()
);

COMMENT ON TABLE secret_key IS
  'What tells the key of secrets from another one. There is one for the whole database; the key itself is not in it, '
  'so a dump tells no secrets.';
