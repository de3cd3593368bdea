-- Changes document_log. It tells the grant and the person too; rows that exist have neither, and are sealed as they were.
ALTER TABLE document_log
  ADD COLUMN grant_number int,
  ADD COLUMN person text,
  ADD COLUMN is_person_claimed boolean NOT NULL DEFAULT false;
