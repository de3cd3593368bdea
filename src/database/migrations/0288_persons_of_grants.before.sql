CREATE TABLE access_grant (
  agreement   int NOT NULL REFERENCES agreement,
  number      int GENERATED ALWAYS AS IDENTITY UNIQUE,
  app         int NOT NULL REFERENCES app,
  token_hash  bytea NOT NULL UNIQUE,
  roles       text[] NOT NULL,
  revoked_at  timestamptz,
  created_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (agreement, number)
);
ALTER TABLE access_grant ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE access_grant IS
  'An agreement''s permission to an app. Tokens are random and long, so a plain SHA-256 keeps them.';
COMMENT ON COLUMN access_grant.token_hash IS 'SHA-256 of the token.';
