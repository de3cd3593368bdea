-- Changes document_log. It tells the grant and the person too; rows that exist have neither, and are sealed as they were.
-- PostgreSQL 15.20 and its contemporaries add no column with a value to a table whose rows a function takes; it is made anew.
DROP FUNCTION IF EXISTS line_of_document(document_log);
ALTER TABLE document_log
  ADD COLUMN grant_number int,
  ADD COLUMN person text,
  ADD COLUMN is_person_claimed boolean NOT NULL DEFAULT false;
