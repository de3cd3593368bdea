-- Secrets of webhooks follow from a key that is not in the database: a dump of it tells none.

-- What tells the key from another one. There is one for the whole database.
CREATE TABLE secret_key (
  is_only     boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  fingerprint bytea NOT NULL,
  noted_at    timestamptz NOT NULL DEFAULT now()
);

-- Random, and the secret only together with the key. Those of before are encrypted by the first service that starts with this.
ALTER TABLE webhook ALTER COLUMN secret
  SET DEFAULT 'drawn:' || encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'base64');
