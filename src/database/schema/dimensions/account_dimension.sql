CREATE TABLE account_dimension (
  agreement         int NOT NULL,
  account_number    int NOT NULL,
  dimension_number  int NOT NULL,
  dimension_key     int NOT NULL,
  object_version    bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, account_number, dimension_number),
  CONSTRAINT account_dimension_account_number_fk FOREIGN KEY (agreement, account_number)
    REFERENCES account ON DELETE CASCADE,
  CONSTRAINT account_dimension_dimension_key_fk FOREIGN KEY (agreement, dimension_number, dimension_key)
    REFERENCES dimension_key
);
ALTER TABLE account_dimension ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE account_dimension IS 'What new draft entries on an account begin with.';

CREATE INDEX account_dimension_of_key ON account_dimension (agreement, dimension_key);

SELECT keep_trail('account_dimension', 'Account', '{account_number,dimension_number}');
