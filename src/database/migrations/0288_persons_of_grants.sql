-- Changes access_grant. A grant may be a person's, may name who acts, and its token can be rotated; those that exist say nothing of it.
ALTER TABLE access_grant
  ADD COLUMN person text,
  ADD COLUMN may_name_actor boolean NOT NULL DEFAULT false,
  ADD COLUMN previous_token_hash bytea UNIQUE,
  ADD COLUMN previous_token_until timestamptz,
  ADD CONSTRAINT access_grant_actor CHECK (person IS NULL OR NOT may_name_actor),
  ADD CONSTRAINT access_grant_previous_token CHECK ((previous_token_hash IS NULL) = (previous_token_until IS NULL)),
  ADD CONSTRAINT access_grant_person_fk FOREIGN KEY (agreement, person) REFERENCES person;
CREATE INDEX access_grant_person ON access_grant (agreement, person);
