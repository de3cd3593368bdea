CREATE TABLE console_link (
  agreement     int NOT NULL REFERENCES agreement,
  code_hash     bytea NOT NULL UNIQUE,
  grant_number  int NOT NULL,
  created_at    timestamptz NOT NULL DEFAULT now(),
  expires_at    timestamptz NOT NULL,
  used_at       timestamptz,
  PRIMARY KEY (agreement, code_hash),
  CONSTRAINT console_link_grant_number_fk FOREIGN KEY (agreement, grant_number) REFERENCES access_grant
    ON UPDATE CASCADE ON DELETE CASCADE
);
ALTER TABLE console_link ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE console_link IS
  'A link that signs somebody in to the console once, by a grant. Links are in no export and no copy of an agreement.';
COMMENT ON COLUMN console_link.code_hash IS 'SHA-256 of the code, which is random and long.';

CREATE INDEX console_link_grant_number ON console_link (agreement, grant_number);
