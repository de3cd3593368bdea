-- An app that was made with a sandbox, and goes with the last one that it is let into.
ALTER TABLE app ADD COLUMN is_sandbox boolean NOT NULL DEFAULT false;
