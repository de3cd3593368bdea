-- Files that the law has kept for their five years are looked for over all agreements.
CREATE INDEX document_log_kept_until ON document_log (kept_until) WHERE kept_until IS NOT NULL;
