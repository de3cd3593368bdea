CREATE TABLE app (
  app                    int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name                   text NOT NULL,
  secret_hash            bytea NOT NULL UNIQUE,
  created_at             timestamptz NOT NULL DEFAULT now(),
  previous_secret_hash   bytea UNIQUE,
  previous_secret_until  timestamptz,
  is_sandbox             boolean NOT NULL DEFAULT false,
  compatibility          text CONSTRAINT app_compatibility CHECK (compatibility IN ('default', 'lenient', 'strict')),
  is_grantable           boolean NOT NULL DEFAULT false,
  CONSTRAINT app_previous_secret CHECK ((previous_secret_hash IS NULL) = (previous_secret_until IS NULL))
);

COMMENT ON TABLE app IS
  'A program that is let into agreements. Its secret is random and long, so a plain SHA-256 keeps it.';
COMMENT ON COLUMN app.secret_hash IS 'SHA-256 of the secret.';
COMMENT ON COLUMN app.previous_secret_hash IS 'After a rotation the previous secret opens too, for a while.';
COMMENT ON COLUMN app.is_sandbox IS 'It was made with a sandbox, and goes with the last one that it is let into.';
COMMENT ON COLUMN app.compatibility IS
  'How freely what it sends is read; NULL: as the setting DAYBOOK_COMPATIBILITY says.';
COMMENT ON COLUMN app.is_grantable IS 'Agreements may let it in by themselves: the operator says so.';
