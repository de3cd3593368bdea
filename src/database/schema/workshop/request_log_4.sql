CREATE UNLOGGED TABLE request_log_4 PARTITION OF request_log FOR VALUES IN (4);
ALTER TABLE request_log_4 ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE request_log_4 IS 'Requests of every fifth day: a part of request_log.';
