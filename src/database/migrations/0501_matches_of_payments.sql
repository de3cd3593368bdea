-- Changes payment. What undoes a match frees its rows itself: where agreements are spread, no foreign key can set NULL.
ALTER TABLE payment DROP CONSTRAINT payment_match_number_fk;
ALTER TABLE payment ADD CONSTRAINT payment_match_number_fk FOREIGN KEY (agreement, match_number) REFERENCES bank_match;
