-- A booking's seal covers how far the agreement's logs had come: whoever cuts rows off their ends, and sets the counters back, is found out.

-- By log the number of its last row, and the seal of that where rows have one: {"change": [7, "ab…"], "entryMatch": [3]}. Bookings from before, and
-- those that follow another in their transaction, have none.
ALTER TABLE booking ADD COLUMN logs json;
