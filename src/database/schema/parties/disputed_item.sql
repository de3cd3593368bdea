CREATE TABLE disputed_item (
  agreement     int NOT NULL REFERENCES agreement,
  entry_number  int NOT NULL,
  reason        text,
  disputed_at   timestamptz NOT NULL,
  PRIMARY KEY (agreement, entry_number),
  CONSTRAINT disputed_item_entry_number_fk FOREIGN KEY (agreement, entry_number) REFERENCES booked_entry
);
ALTER TABLE disputed_item ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE disputed_item IS 'An item that its customer disputes: nobody is reminded of it.';

SELECT keep_trail('disputed_item', 'DisputedItems', '{entry_number}');
