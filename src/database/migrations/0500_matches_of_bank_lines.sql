-- Changes bank_line. What undoes a match frees its rows itself: where agreements are spread, no foreign key can set NULL.
ALTER TABLE bank_line DROP CONSTRAINT bank_line_match_number_fk;
ALTER TABLE bank_line ADD CONSTRAINT bank_line_match_number_fk FOREIGN KEY (agreement, match_number) REFERENCES bank_match;
