-- Changes request_log. A request says which fault was ordered for it; of those that are logged already, none was.
ALTER TABLE request_log ADD COLUMN ordered_fault text;
