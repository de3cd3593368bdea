CREATE TABLE exchange_rate (
  agreement       int NOT NULL REFERENCES agreement,
  number          int NOT NULL,
  currency        text NOT NULL,
  date            date NOT NULL,
  rate            numeric(18, 6) NOT NULL CHECK (rate > 0),
  last_updated    timestamptz NOT NULL DEFAULT now(),
  object_version  bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, number),
  CONSTRAINT exchange_rate_date_unique UNIQUE (agreement, currency, date),
  CONSTRAINT exchange_rate_currency_fk FOREIGN KEY (agreement, currency) REFERENCES currency
);
ALTER TABLE exchange_rate ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE exchange_rate IS 'What a currency is worth from a day on: units of base currency for 100 of it.';

-- Rates of each day and currency.
CREATE INDEX exchange_rate_currency ON exchange_rate (agreement, fold(currency));
CREATE INDEX exchange_rate_date ON exchange_rate (agreement, date);
CREATE INDEX exchange_rate_last_updated ON exchange_rate (agreement, last_updated);

SELECT keep_trail('exchange_rate', 'ExchangeRates', '{number}');
