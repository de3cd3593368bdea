CREATE TABLE migration (
  file        text PRIMARY KEY,
  applied_at  timestamptz NOT NULL DEFAULT now(),
  hash        text
);

COMMENT ON TABLE migration IS
  'What has been done to the schema: the baseline and migrations by file; with a hash, files of the schema that run '
  'again when they change; and the sets of those, of which the last is there.';
COMMENT ON COLUMN migration.file IS 'A migration, a path below schema/, or a set by its hash.';
COMMENT ON COLUMN migration.hash IS
  'Of what runs again when it changes; ''set'' for the name of a whole set; NULL for a migration.';
