CREATE UNLOGGED TABLE request_log_2 PARTITION OF request_log FOR VALUES IN (2);
ALTER TABLE request_log_2 ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE request_log_2 IS 'Requests of every fifth day: a part of request_log.';
