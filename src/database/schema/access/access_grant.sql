CREATE TABLE access_grant (
  agreement             int NOT NULL REFERENCES agreement,
  number                int GENERATED ALWAYS AS IDENTITY UNIQUE,
  app                   int NOT NULL REFERENCES app,
  token_hash            bytea NOT NULL UNIQUE,
  roles                 text[] NOT NULL,
  revoked_at            timestamptz,
  created_at            timestamptz NOT NULL DEFAULT now(),
  person                text,
  may_name_actor        boolean NOT NULL DEFAULT false,
  previous_token_hash   bytea UNIQUE,
  previous_token_until  timestamptz,
  PRIMARY KEY (agreement, number),
  CONSTRAINT access_grant_actor CHECK (person IS NULL OR NOT may_name_actor),
  CONSTRAINT access_grant_previous_token CHECK ((previous_token_hash IS NULL) = (previous_token_until IS NULL)),
  CONSTRAINT access_grant_person_fk FOREIGN KEY (agreement, person) REFERENCES person
);
ALTER TABLE access_grant ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE access_grant IS
  'An agreement''s permission to an app. Tokens are random and long, so a plain SHA-256 keeps them.';
COMMENT ON COLUMN access_grant.token_hash IS 'SHA-256 of the token.';
COMMENT ON COLUMN access_grant.person IS 'Whose grant it is, by initials; NULL: of nobody in particular.';
COMMENT ON COLUMN access_grant.may_name_actor IS
  'The app says with each request who acts (Daybook-Actor), and is believed as far as an app is: claimed.';
COMMENT ON COLUMN access_grant.previous_token_hash IS 'After a rotation the previous token opens too, for a while.';

CREATE INDEX access_grant_person ON access_grant (agreement, person);
