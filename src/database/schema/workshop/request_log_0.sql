CREATE UNLOGGED TABLE request_log_0 PARTITION OF request_log FOR VALUES IN (0);
ALTER TABLE request_log_0 ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE request_log_0 IS 'Requests of every fifth day: a part of request_log.';
