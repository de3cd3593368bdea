import { seededAgreement, yearOf } from '../service/books.ts'
import type { Chance } from '../chance.ts'
import type { Client, TestService } from '../service/harness.ts'
import { API, finance, made } from './bookkeeping.ts'
import { DAYBOOK, WHOLE } from './dimension-books.ts'
import { bookPostings } from './report-books.ts'

const MORE = [
  ...yearOf(2025),
  `INSERT INTO account (agreement, number, name, type, total_from_account_number, total_intervals) VALUES
     ($1, 1000, 'DRIFT', 5, NULL, NULL), ($1, 1390, 'Dækning', 3, NULL, NULL),
     ($1, 3190, 'Gevinst og tab', 1, NULL, NULL),
     ($1, 4990, 'Salg og leje', 6, NULL, '1010..1310,2210..2210'), ($1, 5110, 'Anskaffelse', 2, NULL, NULL),
     ($1, 5120, 'Afskrevet', 2, NULL, NULL), ($1, 3110, 'Afskrivninger', 1, NULL, NULL),
     ($1, 5100, 'ANLÆG', 5, NULL, NULL),
     ($1, 5990, 'I alt', 3, 5100, NULL)`,
  `UPDATE account SET key_figure_code_number = CASE number WHEN 1010 THEN 1 WHEN 1310 THEN 2 ELSE 10 END
     WHERE agreement = $1 AND number IN (1010, 1310, 5820)`,
  `INSERT INTO exchange_rate (agreement, number, currency, date, rate)
     VALUES ($1, take_numbers($1, 'exchange_rate', 1), 'EUR', '2025-01-01', 745.1)`,
  `INSERT INTO department (agreement, number, name) VALUES ($1, 2, 'Lager'), ($1, 3, 'Kontor')`,
]
const ASSETS = {
  number: 7,
  name: 'Maskiner',
  lifeTimeMonths: 36,
  assetAccountNumber: 5110,
  depreciationAccountNumber: 5120,
  expenseAccountNumber: 3110,
  gainLossAccountNumber: 3190,
  journalNumber: 1,
}
const share = (dimensionNumber: number, key: number, parts: [number, number][]): object => ({
  ...{ dimensionNumber, key, name: 'Fordeling', active: true },
  distributions: parts.map(([value, percent]) => ({ key: value, percent })),
})
const MASTER: [path: string, body: object][] = [
  [`${DAYBOOK}/asset-groups`, ASSETS],
  ['/dimensionsapi/v5.3.1/dimensions', { number: 2, name: 'Formål', active: true }],
  ...[1, 2].map((key): [string, object] => [
    '/dimensionsapi/v5.3.1/values',
    { dimensionNumber: 2, key, name: 'V', active: true },
  ]),
  [
    `${DAYBOOK}/distributions`,
    share(1, 11, [
      [1, 33.3333],
      [3, 66.6667],
    ]),
  ],
  [
    `${DAYBOOK}/distributions`,
    share(2, 12, [
      [2, 10.0001],
      [1, 89.9999],
    ]),
  ],
]

const day = (chance: Chance, from = 0, to = 729): string =>
  new Date(Date.UTC(2025, 0, 1 + chance.int(from, to))).toISOString().slice(0, 10)
const kroner = (chance: Chance, most = 900_000): number => (chance.pick([1, -1]) * chance.int(1, most)) / 100

/** Draft entries of every kind: taxed, of parties and in currencies, of departments, of assets. */
function drafts(chance: Chance, many: number): object[] {
  const keys = (): object => (chance.maybe(0.5) ? { departmentNumber: chance.int(1, 3) } : {})
  const common = (): object => ({ date: day(chance), amount: kroner(chance), text: 'Bilag', ...keys() })
  const euro = (): object => chance.pick([{}, { currency: 'EUR', exchangeRate: chance.int(74_000, 75_000) / 100 }])
  const party = (entryTypeNumber: number, more: object): object => ({
    entryTypeNumber,
    accountNumber: undefined,
    ...more,
  })
  const kinds = [
    () => ({ ...common(), accountNumber: chance.pick([2210, 1010, 1310]), contraAccountNumber: 5820 }),
    () => ({ ...common(), vatCode: chance.pick(['I25', 'IV25']), accountNumber: 1310, contraAccountNumber: 5820 }),
    () => ({ ...common(), vatCode: 'U25', accountNumber: 1010, contraAccountNumber: 5820 }),
    () => ({
      ...common(),
      ...party(10, { customerNumber: 201, contraAccountNumber: 1010, ...euro() }),
      contraVatCode: 'U25',
    }),
    () => ({ ...common(), ...party(2, { customerNumber: 201, contraAccountNumber: 5820, ...euro() }) }),
    () => ({
      ...common(),
      ...party(3, { supplierNumber: 501, contraAccountNumber: 1310, ...euro() }),
      contraVatCode: 'I25',
      supplierInvoiceNumber: `S${chance.int(1, 1e9)}`,
    }),
    () => ({ ...common(), accountNumber: 6902, contraAccountNumber: chance.pick([6903, 5820, 2210]) }),
    () => ({ ...common(), accountNumber: chance.pick([5110, 5120]), contraAccountNumber: 6500 }),
  ]
  return Array.from({ length: many }, () => finance(chance.pick(kinds)()))
}

/** Assets, bought and depreciated here. */
const assets = (chance: Chance): object[] =>
  [1, 2].flatMap((number) => {
    const date = day(chance, 0, 300)
    const asset = { assetNumber: number, date, contraAccountNumber: 5820 }
    const bought = { assetGroupNumber: 7, assetStartDate: date, assetLifeTimeMonths: 20, accountNumber: 5110 }
    return [finance({ ...asset, ...bought, amount: chance.int(100, 90_000) })]
  })

/** Random books of 2025 and 2026, the first year perhaps closed. `Chance` alone decides. */
export async function randomBooks(service: TestService, chance: Chance): Promise<Client> {
  const agreement = await seededAgreement(service, ['Dimension', 'Complete', 'Accruals'], MORE)
  const client = await service.client({ agreement, roles: ['SuperUser'] })
  for (const [path, body] of MASTER) made(await client.post(path, body))
  const brought = { groupNumber: 7, startDate: '2023-01-01', cost: chance.int(10, 900) * 100, depreciation: 400.5 }
  const opened = { date: '2024-12-31', assets: [11, 12].map((number) => ({ ...brought, number })) }
  made(await client.post(`${DAYBOOK}/opening-assets`, opened))
  made(await client.post(`${WHOLE}/bulk`, { entries: [...drafts(chance, 40), ...assets(chance)] }))
  made(await client.post(`${API}/journals/1/book`))
  made(await client.post(`${DAYBOOK}/depreciations`, { to: day(chance, 330, 600) }))
  made(await client.post(`${API}/journals/1/book`))
  await bookPostings(service, client, byPurpose(chance))
  for (const [at, account] of [1010, 1310, 2210, 5820, 1010].entries()) {
    const [first, last] = [day(chance), day(chance)].sort()
    await service.database.rows(
      `INSERT INTO budget_figure (agreement, number, account_number, from_date, to_date, amount)
       VALUES ($1, $2, $3, $4::date, $5::date, $6::numeric)`,
      [agreement, at + 1, account, first!, last!, String(kroner(chance))],
    )
    if (at % 2 === 0) continue
    await service.database.rows(
      `INSERT INTO budget_figure_dimension (agreement, budget_figure_number, dimension_number, dimension_key)
       VALUES ($1, $2, 1, $3)`,
      [agreement, at + 1, chance.pick([2, 11])],
    )
  }
  if (chance.maybe(0.4)) made(await client.post(`${DAYBOOK}/accounting-years/2025/close`))
  return client
}

/** Vouchers with keys of two dimensions, at most one of them of a distribution. */
const byPurpose = (chance: Chance) =>
  Array.from({ length: 12 }, (_, at) => {
    const date = day(chance)
    const keys = chance.pick([
      { departmentNumber: 2, dimension2Key: 12 },
      { departmentalDistributionNumber: 11, dimension2Key: 1 },
      { departmentNumber: null, dimension2Key: 2 },
    ])
    const cents = BigInt(chance.int(1, 90_000))
    const common = { date, accountingYear: date.slice(0, 4), voucherNumber: 5000 + at }
    return [
      { ...common, ...keys, accountNumber: chance.pick([1310, 2210]), amount: cents, amountInBaseCurrency: cents },
      { ...common, amount: -cents, amountInBaseCurrency: -cents },
    ]
  }).flat()
