import { date, decimal, F1, F1L, F2, int32, lastUpdated, objectVersion, text } from '../../resource/fields.ts'
import { standard } from '../../resource/operations.ts'
import { resource } from '../../resource/resource.ts'
import { EXCHANGE_RATE_DECIMALS, NUMBER_MAX } from '../../limits.ts'
import { isBaseCurrency } from '../../resource/rules.ts'
import { sql } from '../../resource/sql.ts'

/** Currencies that may be used. */
export const currencies = resource('Currencies', {
  logsBodies: true,
  schema: 'Currency',
  table: 'currency',
  key: ['code'],
  roles: ['SuperUser', 'Bookkeeping', 'Sales'],
  fields: {
    code: text(3).required().unique('CodeAlreadyInUse').filter(F1).sortable().describe('ISO 4217'),
    name: text(50).required().filter(F1L).sortable(),
    lastUpdated: lastUpdated().filter(F2),
    objectVersion: objectVersion(),
  },
  operations: standard('/currencies', 'code'),
  rules: [
    {
      property: 'code',
      code: 'CurrencyCodeInvalid',
      on: ['create'],
      brokenWhen: (r) => sql`${r.code} !~ '^[A-Z]{3}$'`,
    },
    {
      property: 'code',
      code: 'CurrencyIsBaseCurrency',
      on: ['delete'],
      brokenWhen: (_, old) => isBaseCurrency(old.code!),
    },
  ],
})

/** The rate table: units of base currency for 100 of the currency, from a date on. */
export const exchangeRates = resource('ExchangeRates', {
  logsBodies: true,
  schema: 'ExchangeRate',
  table: 'exchange_rate',
  key: ['number'],
  roles: ['SuperUser', 'Bookkeeping', 'Sales'],
  fields: {
    number: int32(1, NUMBER_MAX).counted().filter(F1).sortable(),
    currency: text(3).required().references('currency.code', 'CurrencyDoesNotExist').filter(F1).sortable(),
    date: date().required().unique('ExchangeRateAlreadyExists', 'currency').filter(F2).sortable(),
    rate: decimal(18, EXCHANGE_RATE_DECIMALS).required().filter(F2).sortable(),
    lastUpdated: lastUpdated().filter(F2),
    objectVersion: objectVersion(),
  },
  operations: standard('/exchange-rates', 'number'),
  rules: [
    {
      property: 'currency',
      code: 'CurrencyIsBaseCurrency',
      on: ['create', 'update'],
      brokenWhen: (r) => isBaseCurrency(r.currency!),
    },
    {
      property: 'rate',
      code: 'ExchangeRateNotPositive',
      on: ['create', 'update'],
      brokenWhen: (r) => sql`${r.rate} <= 0`,
    },
    {
      property: 'rate',
      code: 'ValueOutOfRange',
      message: 'An exchange rate is below 1,000,000,000,000',
      on: ['create', 'update'],
      brokenWhen: (r) => sql`${r.rate} >= 1000000000000`,
    },
  ],
})
