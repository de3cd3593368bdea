CREATE UNLOGGED TABLE request_log_3 PARTITION OF request_log FOR VALUES IN (3);
ALTER TABLE request_log_3 ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE request_log_3 IS 'Requests of every fifth day: a part of request_log.';
