import { date, decimal, F1, F1L, F2, int32, lastUpdated, objectVersion, text } from '../../resource/fields.ts'
import { resource, standard } from '../../resource/resource.ts'
import { exists, isFree, isUnused } from '../../resource/rules.ts'
import { EXCHANGE_RATE_DECIMALS, NUMBER_MAX } from '../../limits.ts'

const isBaseCurrency = (alias: string, column: string): string =>
  `EXISTS (SELECT FROM agreement x WHERE x.agreement = $1 AND x.base_currency = ${alias}.${column})`

/** Currencies that may be used. */
export const currencies = resource('Currencies', {
  schema: 'Currency',
  table: 'currency',
  key: ['code'],
  roles: ['SuperUser', 'Bookkeeping', 'Sales'],
  fields: {
    code: text(3).required().filter(F1).sortable().describe('ISO 4217'),
    name: text(50).required().filter(F1L).sortable(),
    lastUpdated: lastUpdated().filter(F2),
    objectVersion: objectVersion(),
  },
  operations: standard('/currencies', 'code'),
  rules: [
    { property: 'code', code: 'CurrencyCodeInvalid', on: ['create'], brokenWhen: `r.code !~ '^[A-Z]{3}$'` },
    isFree('code', 'currency', 'CodeAlreadyInUse'),
    { property: 'code', code: 'CurrencyIsBaseCurrency', on: ['delete'], brokenWhen: isBaseCurrency('old', 'code') },
    isUnused('code', [
      'exchange_rate.currency',
      'supplier.currency',
      'customer.currency',
      'account.currency',
      'draft_entry.currency',
      'booked_entry.currency',
    ]),
  ],
  constraints: {
    currency_pkey: { code: 'CodeAlreadyInUse', property: 'code' },
    exchange_rate_currency_fk: { code: 'ItemInUse', property: 'code' },
    supplier_currency_fk: { code: 'ItemInUse', property: 'code' },
    customer_currency_fk: { code: 'ItemInUse', property: 'code' },
    draft_entry_currency_fk: { code: 'ItemInUse', property: 'code' },
    booked_entry_currency_fk: { code: 'ItemInUse', property: 'code' },
  },
})

/** The rate table: units of base currency for 100 of the currency, from a date on. */
export const exchangeRates = resource('ExchangeRates', {
  schema: 'ExchangeRate',
  table: 'exchange_rate',
  key: ['number'],
  roles: ['SuperUser', 'Bookkeeping', 'Sales'],
  fields: {
    number: int32(1, NUMBER_MAX).assigned(`take_numbers($1, 'exchange_rate', 1)`).filter(F1).sortable(),
    currency: text(3).required().filter(F1).sortable(),
    date: date().required().filter(F2).sortable(),
    rate: decimal(18, EXCHANGE_RATE_DECIMALS).required().filter(F2).sortable(),
    lastUpdated: lastUpdated().filter(F2),
    objectVersion: objectVersion(),
  },
  operations: standard('/exchange-rates', 'number'),
  rules: [
    exists('currency', 'currency', 'code', 'CurrencyDoesNotExist'),
    {
      property: 'currency',
      code: 'CurrencyIsBaseCurrency',
      on: ['create', 'update'],
      brokenWhen: isBaseCurrency('r', 'currency'),
    },
    {
      property: 'date',
      code: 'ExchangeRateAlreadyExists',
      on: ['create', 'update'],
      brokenWhen: `EXISTS (SELECT FROM exchange_rate x WHERE x.agreement = $1 AND x.currency = r.currency AND x.date = r.date
        AND x.number IS DISTINCT FROM r.number)`,
    },
    { property: 'rate', code: 'ExchangeRateNotPositive', on: ['create', 'update'], brokenWhen: 'r.rate <= 0' },
  ],
  constraints: {
    exchange_rate_currency_date: { code: 'ExchangeRateAlreadyExists', property: 'date' },
    exchange_rate_currency_fk: { code: 'CurrencyDoesNotExist', property: 'currency' },
  },
})
