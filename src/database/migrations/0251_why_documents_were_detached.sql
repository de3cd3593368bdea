-- Changes document_log. What was logged before names no source and no reason, and its seals stay as they are.
ALTER TABLE document_log ADD COLUMN source text CONSTRAINT document_log_source CHECK (source IN ('journal', 'invoice', 'opening', 'system'));
ALTER TABLE document_log ADD COLUMN reason text;
