CREATE TABLE webhook (
  agreement              int NOT NULL REFERENCES agreement,
  event_type             text NOT NULL,
  app                    int NOT NULL REFERENCES app,
  name                   text NOT NULL,
  url                    text NOT NULL,
  content_type           text NOT NULL,
  post_data              text,
  custom_headers         json,
  is_disabled            boolean NOT NULL DEFAULT false,
  last_disabled_date     timestamptz,
  failing_since          timestamptz,
  secret                 text NOT NULL
    DEFAULT 'drawn:' || encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'base64'),
  previous_secret        text,
  previous_secret_until  timestamptz,
  last_updated           timestamptz NOT NULL DEFAULT now(),
  object_version         bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, event_type)
);
ALTER TABLE webhook ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE webhook IS 'Where an agreement''s events of a type are sent (rule 10.2).';
COMMENT ON COLUMN webhook.app IS 'Whose it is; another app of the agreement neither sees nor changes it.';
COMMENT ON COLUMN webhook.custom_headers IS '[{"key": …, "value": …}, …]';
COMMENT ON COLUMN webhook.failing_since IS
  'Since when every attempt has failed; NULL after a success and where nothing was tried.';
COMMENT ON COLUMN webhook.secret IS
  'What requests are signed with (Standard Webhooks): random, and the secret only together with the key of secrets. '
  'After a rotation the one before is valid for a while too.';

CREATE OR REPLACE TRIGGER webhook_made_disabled BEFORE INSERT ON webhook
  FOR EACH ROW WHEN (NEW.is_disabled) EXECUTE FUNCTION note_webhook_switched();
CREATE OR REPLACE TRIGGER webhook_switched BEFORE UPDATE ON webhook
  FOR EACH ROW WHEN (OLD.is_disabled <> NEW.is_disabled) EXECUTE FUNCTION note_webhook_switched();
CREATE OR REPLACE TRIGGER webhook_abandoned BEFORE INSERT ON webhook
  FOR EACH ROW EXECUTE FUNCTION remove_abandoned_webhook();
CREATE OR REPLACE TRIGGER webhook_enabled AFTER UPDATE ON webhook
  FOR EACH ROW WHEN (OLD.is_disabled AND NOT NEW.is_disabled) EXECUTE FUNCTION resume_webhook();
CREATE OR REPLACE TRIGGER webhook_made AFTER INSERT ON webhook
  FOR EACH ROW EXECUTE FUNCTION note_webhook_made();
