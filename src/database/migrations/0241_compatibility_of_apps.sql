-- Changes app. How freely what it sends is read is its own; apps that exist say nothing.
ALTER TABLE app ADD COLUMN compatibility text CONSTRAINT app_compatibility CHECK (compatibility IN ('default', 'lenient', 'strict'));
COMMENT ON COLUMN app.compatibility IS 'How freely what it sends is read; NULL: as the setting DAYBOOK_COMPATIBILITY says.';
