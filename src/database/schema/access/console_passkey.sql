CREATE TABLE console_passkey (
  agreement      int NOT NULL REFERENCES agreement,
  number         int GENERATED ALWAYS AS IDENTITY UNIQUE,
  grant_number   int NOT NULL,
  credential     text NOT NULL,
  public_key     bytea NOT NULL,
  counter        bigint NOT NULL,
  transports     text[] NOT NULL DEFAULT '{}',
  name           text,
  enrolled_at    timestamptz NOT NULL DEFAULT now(),
  last_used_at   timestamptz,
  challenged_at  timestamptz NOT NULL,
  PRIMARY KEY (agreement, number),
  CONSTRAINT console_passkey_grant_number_fk FOREIGN KEY (agreement, grant_number) REFERENCES access_grant
    ON UPDATE CASCADE ON DELETE CASCADE
);
ALTER TABLE console_passkey ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE console_passkey IS
  'A passkey by which somebody comes back to an agreement in the console, as long as the grant is in force. Passkeys '
  'are of one address of the service, so they are in no export and no copy of an agreement.';
COMMENT ON COLUMN console_passkey.credential IS
  'What the authenticator calls it, in base64url; the agreements that it opens share it.';
COMMENT ON COLUMN console_passkey.counter IS 'What the authenticator has counted, so that a copy of it is noticed.';
COMMENT ON COLUMN console_passkey.challenged_at IS
  'When the last challenge was made that it answered: no challenge is answered twice.';

CREATE UNIQUE INDEX console_passkey_credential_unique ON console_passkey (credential, agreement);
CREATE INDEX console_passkey_grant_number ON console_passkey (agreement, grant_number);
