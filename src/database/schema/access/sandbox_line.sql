CREATE UNLOGGED TABLE sandbox_line (
  sandbox  int PRIMARY KEY,
  line     int NOT NULL,
  made_at  timestamptz
);

COMMENT ON TABLE sandbox_line IS
  'Which sandboxes were made of each other, by resets and branches: programs make only so many of a line in an hour. '
  'It is about the disk, not about books: no backup has it, and after a crash the hour begins anew.';
COMMENT ON COLUMN sandbox_line.line IS 'The sandbox that the line began with; its row is the lock of the line.';
COMMENT ON COLUMN sandbox_line.made_at IS 'When it was made of another, in real time; NULL: the line began with it.';

CREATE INDEX sandbox_line_made ON sandbox_line (line, made_at);
