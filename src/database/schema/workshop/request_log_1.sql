CREATE UNLOGGED TABLE request_log_1 PARTITION OF request_log FOR VALUES IN (1);
ALTER TABLE request_log_1 ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE request_log_1 IS 'Requests of every fifth day: a part of request_log.';
