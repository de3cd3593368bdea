CREATE TABLE console_session (
  agreement     int NOT NULL REFERENCES agreement,
  number        int GENERATED ALWAYS AS IDENTITY UNIQUE,
  grant_number  int NOT NULL,
  token_hash    bytea NOT NULL,
  signed_in_at  timestamptz NOT NULL DEFAULT now(),
  last_used_at  timestamptz NOT NULL DEFAULT now(),
  ends_at       timestamptz NOT NULL,
  enrols_until  timestamptz,
  browser       text,
  PRIMARY KEY (agreement, number),
  CONSTRAINT console_session_grant_number_fk FOREIGN KEY (agreement, grant_number) REFERENCES access_grant
    ON UPDATE CASCADE ON DELETE CASCADE
);
ALTER TABLE console_session ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE console_session IS
  'A browser that is signed in to an agreement, by a grant: it ends with that. Sessions are in no export and no copy '
  'of an agreement.';
COMMENT ON COLUMN console_session.token_hash IS
  'SHA-256 of the token in the cookie; the agreements that a browser is signed in to share it.';
COMMENT ON COLUMN console_session.enrols_until IS 'Until when the browser may enrol a passkey: shortly after a link.';
COMMENT ON COLUMN console_session.browser IS 'What the browser calls itself.';

CREATE UNIQUE INDEX console_session_token_hash_unique ON console_session (token_hash, agreement);
CREATE INDEX console_session_grant_number ON console_session (agreement, grant_number);
