import { expect, test } from 'vitest'
import { verify } from '../../src/ledger/proof/verify.ts'
import { Chance, seedOf } from '../chance.ts'
import { runs } from '../long.ts'
import { API, bookkeeper, finance, made } from '../resources/bookkeeping.ts'
import { DAYBOOK, WHOLE } from '../resources/dimension-books.ts'
import type { Client, Reply } from '../service/harness.ts'
import { yearOf } from '../service/books.ts'
import { sharedService } from '../service/shared.ts'
import { depreciatedBy, type NaiveAsset } from './naive-assets.ts'
import { type NaiveInvoice, naiveLetters } from './naive-reminders.ts'

const SEED = seedOf('DAYBOOK_ASSETS_SEED')
const YEARS = runs(1, 20, process.env.DAYBOOK_ASSETS_YEARS)
const [COST, DEPRECIATED, EXPENSE, GAIN, EURO] = [5110, 5120, 3110, 3190, 5830]

const cents = (amount: number): bigint => BigInt(Math.round(amount * 100))
const kroner = (amount: bigint): number => Number(amount) / 100
const dayText = (day: number): string => new Date(Date.UTC(2025, 0, 1 + day)).toISOString().slice(0, 10)
/** The last day of a month, or one of its days. */
const monthEnd = (month: number): string => new Date(Date.UTC(2025, month + 1, 0)).toISOString().slice(0, 10)
const inMonth = (month: number, day: number): string => new Date(Date.UTC(2025, month, day)).toISOString().slice(0, 10)

/** The small books of 2025 and 2026, where assets and reminders have their accounts. */
async function company(): Promise<Client> {
  const service = await sharedService()
  const { agreement } = await bookkeeper(service)
  for (const statement of [
    `INSERT INTO account (agreement, number, name, type) VALUES ($1, ${COST}, 'Anskaffelse', 2), ($1, ${DEPRECIATED}, 'Afskrevet', 2),
       ($1, ${EURO}, 'Bank, EUR', 2), ($1, ${EXPENSE}, 'Afskrivninger', 1), ($1, ${GAIN}, 'Gevinst og tab', 1), ($1, 1125, 'Gebyrer', 1), ($1, 4310, 'Renter', 1)`,
    `INSERT INTO customer (agreement, number, name, group_number, currency, payment_term_number, contra_account_number, corporate_identification_number)
       VALUES ($1, 203, 'Cykler ApS', 1, 'DKK', 1, 1010, '12345678'), ($1, 204, 'Ida', 1, 'DKK', 1, 1010, NULL)`,
    `UPDATE account SET currency = 'EUR' WHERE agreement = $1 AND number = ${EURO}`,
    ...yearOf(2025),
  ])
    await service.database.rows(statement, [agreement])
  const client = await service.client({ agreement, roles: ['SuperUser'] })
  const accounts = { assetAccountNumber: COST, depreciationAccountNumber: DEPRECIATED, expenseAccountNumber: EXPENSE }
  const group = { number: 1, name: 'Maskiner', ...accounts, gainLossAccountNumber: GAIN, journalNumber: 1 }
  made(await client.post(`${DAYBOOK}/asset-groups`, group))
  return client
}

const book = async (client: Client): Promise<Reply> => made(await client.post(`${API}/journals/1/book`))

async function bought(client: Client, chance: Chance): Promise<NaiveAsset[]> {
  const assets = Array.from({ length: 6 }, (_, at) => ({
    ...{ number: at + 1, start: chance.int(0, 14), lifeTime: chance.int(1, 40), gone: undefined, stopped: undefined },
    cost: BigInt(chance.int(1, chance.pick([90, 5_000_000]))),
  }))
  for (const { number, cost, start, lifeTime } of assets) {
    const date = inMonth(start, chance.int(1, 28))
    const asset = { assetGroupNumber: 1, assetNumber: number, assetStartDate: date, assetLifeTimeMonths: lifeTime }
    made(await client.post(WHOLE, finance({ ...asset, date, amount: kroner(cost), accountNumber: COST })))
  }
  await book(client)
  return assets
}

/** A random asset is sold or scrapped after what was depreciated, as the naive accountant has it. */
async function disposedOf(client: Client, chance: Chance, assets: NaiveAsset[], booked: number): Promise<void> {
  const asset = chance.pick(assets)
  if (asset.gone !== undefined || asset.start > booked || booked > 20) return
  const month = chance.int(booked + 1, 23)
  const price = chance.maybe(0.5) ? cents(chance.int(1, 9000)) * 5n : 0n
  const sale = price === 0n ? {} : { price: kroner(price), vatCode: 'U25', contraAccountNumber: 5820 }
  const body = { date: inMonth(month, chance.int(1, 28)), ...sale, book: true }
  const { json } = made(await client.post(`${DAYBOOK}/assets/${asset.number}/dispose`, body))
  const left = asset.cost - depreciatedBy(asset, month, booked)
  expect([json.bookValue, json.vat, json.gain].map(cents)).toEqual([left, price / 5n, (price / 5n) * 4n - left])
  asset.gone = month
  asset.stopped = booked
}

async function registerIs(client: Client, assets: readonly NaiveAsset[], month: number, booked: number): Promise<void> {
  const { items, accounts } = (await client.get(`${DAYBOOK}/asset-register?date=${monthEnd(month)}`)).json
  const there = assets.filter(({ start, gone }) => start <= month && (gone ?? 99) > month)
  expect(
    items.map((one: Record<string, number>) => [one.assetNumber, cents(one.cost!), cents(one.depreciation!)]),
  ).toEqual(there.map((one) => [one.number, one.cost, depreciatedBy(one, month, booked)]))
  expect(accounts.map(({ difference }: { difference: number }) => difference)).toEqual([0, 0])
}

async function assetsOfYears(client: Client, chance: Chance): Promise<void> {
  const assets = await bought(client, chance)
  let booked = -1
  while (booked < 23) {
    booked = Math.min(23, booked + chance.int(1, 9))
    made(await client.post(`${DAYBOOK}/depreciations`, { to: monthEnd(booked) }))
    await book(client)
    const again = await client.post(`${DAYBOOK}/depreciations`, { to: monthEnd(chance.int(0, booked)) })
    expect(made(again).json.items).toEqual([])
    await registerIs(client, assets, chance.int(0, booked), booked)
    if (chance.maybe(0.6)) await disposedOf(client, chance, assets, booked)
  }
  await registerIs(client, assets, 23, booked)
}

async function remindersOfYear(client: Client, chance: Chance): Promise<void> {
  const rates = [
    { from: 20, hundredths: 1075n },
    { from: chance.int(60, 250), hundredths: 975n },
  ]
  const setup = {
    levels: 3,
    daysBetween: 10,
    fee: 100,
    compensation: 310,
    feeAccountNumber: 1125,
    interestAccountNumber: 4310,
  }
  const told = rates.map(({ from, hundredths }) => ({ from: dayText(from), rate: Number(hundredths) / 100 }))
  made(await client.put(`${DAYBOOK}/reminder-setup`, { ...setup, rates: told }))
  const invoices = Array.from({ length: 7 }, (): NaiveInvoice => ({
    ...{ customer: chance.pick([201, 203, 204]), cents: BigInt(chance.int(100, 9_000_000)), due: chance.int(8, 200) },
    ...{ paid: false, reminded: 0, counted: undefined },
  }))
  const item = { entryTypeNumber: 10, accountNumber: undefined, contraAccountNumber: 1010 }
  for (const [at, { customer, cents: amount, due }] of invoices.entries()) {
    const entry = {
      ...item,
      customerNumber: customer,
      customerInvoiceNumber: String(9000 + at),
      date: dayText(due - 8),
    }
    made(await client.post(WHOLE, finance({ ...entry, dueDate: dayText(due), amount: kroner(amount) })))
  }
  await book(client)
  const last = new Map<number, number>()
  for (let day = chance.int(5, 40); day < 330; day += chance.int(4, 60)) {
    const paid = chance.pick(invoices)
    if (chance.maybe(0.3) && !paid.paid) {
      const payment = {
        entryTypeNumber: 2,
        accountNumber: undefined,
        customerNumber: paid.customer,
        contraAccountNumber: 5820,
      }
      const of = {
        customerInvoiceNumber: String(9000 + invoices.indexOf(paid)),
        date: dayText(Math.max(day, paid.due) - 8),
      }
      made(await client.post(WHOLE, finance({ ...payment, ...of, amount: -kroner(paid.cents) })))
      await book(client)
      paid.paid = true
    }
    const { json } = made(await client.post(`${DAYBOOK}/reminders`, { date: dayText(day) }))
    const letters = json.reminders.map(
      ({ customerNumber, level, fee, compensation, interest }: Record<string, number>) => ({
        customer: customerNumber,
        level,
        fee: cents(fee!),
        compensation: cents(compensation!),
        interest: cents(interest!),
      }),
    )
    expect(letters).toEqual(naiveLetters(invoices, day, last, { rates, businesses: new Set([203]) }))
  }
}

/** What cents in a currency are worth at hundredths of kroner for 100 of it, half a cent away from zero. */
function worth(amount: bigint, hundredths: bigint): bigint {
  const [size, sign] = amount < 0n ? [-amount, -1n] : [amount, 1n]
  return (sign * (2n * size * hundredths + 10_000n)) / 20_000n
}

/**
 * A bank account in euros, and what suppliers are owed in them: at the end of 2025 worth what the day's rate says,
 * once.
 */
async function currenciesOfYear(client: Client, chance: Chance): Promise<void> {
  const bank = { amount: 0n, base: 0n }
  const owed: bigint[] = []
  const rateOf = (): number => chance.int(73_000, 76_000)
  const atEnd = BigInt(rateOf())
  for (let at = 0; at < 8; at += 1) {
    const [amount, rate, isBank] = [BigInt(chance.pick([1, -1]) * chance.int(1, 900_000)), rateOf(), chance.maybe(0.5)]
    const base = worth(amount, BigInt(rate))
    const entry = {
      currency: 'EUR',
      exchangeRate: rate / 100,
      amount: kroner(amount),
      date: dayText(chance.int(0, 360)),
    }
    if (isBank) {
      bank.amount += amount
      bank.base += base
    } else owed.push(worth(amount, atEnd) - base)
    const supplier = {
      entryTypeNumber: 3,
      supplierNumber: 501,
      supplierInvoiceNumber: `E-${at}`,
      accountNumber: undefined,
    }
    made(
      await client.post(
        WHOLE,
        finance({ ...entry, ...(isBank ? { accountNumber: EURO } : supplier), contraAccountNumber: 1010 }),
      ),
    )
  }
  await book(client)
  const expected = worth(bank.amount, atEnd) - bank.base + owed.reduce((sum, one) => sum + one, 0n)
  const body = { date: '2025-12-31', rates: [{ currency: 'EUR', rate: Number(atEnd) / 100 }] }
  const preview = made(await client.post(`${DAYBOOK}/revaluations`, { ...body, preview: true }))
  expect(cents(preview.json.gain)).toBe(expected)
  const gains = [await client.post(`${DAYBOOK}/revaluations`, body), await client.post(`${DAYBOOK}/revaluations`, body)]
  expect(gains.map((one) => cents(made(one).json.gain))).toEqual([expected, 0n])
}

test(
  `assets, currencies and reminders of a company are as the naive accountant has them (DAYBOOK_ASSETS_SEED=${SEED})`,
  async () => {
    const { database } = await sharedService()
    for (let year = 0; year < YEARS; year += 1) {
      const seed = SEED + year
      try {
        const [chance, client] = [new Chance(seed), await company()]
        await assetsOfYears(client, chance)
        await remindersOfYear(client, chance)
        await currenciesOfYear(client, chance)
        expect(await verify(database, client.agreement)).toMatchObject({ ok: true })
      } catch (error) {
        throw new Error(`DAYBOOK_ASSETS_SEED=${seed}: ${(error as Error).stack}`)
      }
    }
  },
  YEARS * 600_000,
)
