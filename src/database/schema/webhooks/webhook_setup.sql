CREATE TABLE webhook_setup (
  agreement  int PRIMARY KEY REFERENCES agreement,
  ordering   text NOT NULL CHECK (ordering IN ('strict', 'skipAfterFirst'))
);
ALTER TABLE webhook_setup ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE webhook_setup IS 'In which order webhooks deliver: one row each agreement. Without one: strict.';
COMMENT ON COLUMN webhook_setup.ordering IS
  'strict: one that fails delays those after it; skipAfterFirst: it steps aside after its first attempt.';

SELECT keep_trail('webhook_setup', 'WebhookSetup', '{}');
