-- Changes webhook_delivery. A delivery says which fault was ordered for it; for those that are there, none was.
ALTER TABLE webhook_delivery ADD COLUMN ordered_fault text;
