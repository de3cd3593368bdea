import { standardNumbers } from './standard-accounts.ts'

/** Account types of the contract (its README, note 6). */
const PROFIT_AND_LOSS = 1
const STATUS = 2
const TOTAL_FROM = 3
const HEADING = 4
const HEADING_START = 5
const SUM_INTERVAL = 6
/** Sums nothing. */
const SUM_ALPHA = 7

/** A row of table `account`, named as its columns. A property left out is null. */
export interface AccountRow {
  number: number
  name: string
  type: number
  is_barred: boolean
  is_blocked_for_direct_entries: boolean
  is_credit: boolean
  vat_code?: string
  contra_account_number?: number
  total_from_account_number?: number
  key_figure_code_number?: number
  /** Its number in the public standard chart. */
  standard_account_number?: number
  currency?: string
  /** Of a VAT account: the box of a VAT return that what is posted to it counts in. */
  vat_box?: string
}

type Details = Partial<Omit<AccountRow, 'number' | 'name' | 'type'>>

function account(number: number, name: string, type: number, details: Details = {}): AccountRow {
  return {
    number,
    name,
    type,
    is_barred: false,
    is_blocked_for_direct_entries: false,
    is_credit: false,
    ...details,
  }
}

const heading = (number: number, name: string) => account(number, name, HEADING)
const start = (number: number, name: string) => account(number, name, HEADING_START)
const total = (number: number, name: string, from: number) =>
  account(number, name, TOTAL_FROM, { total_from_account_number: from })
const sum = (number: number, name: string) => account(number, name, SUM_INTERVAL)
/** The intervals of the sections, as they are declared. */
const sections: [account: number, from: number, to: number][] = []

/** The total of the section that begins with the heading `from`, as an interval. */
const section = (number: number, name: string, from: number) => {
  sections.push([number, from, number - 1])
  return sum(number, name)
}

const income = (number: number, name: string, vatCode?: string) =>
  account(number, name, PROFIT_AND_LOSS, { is_credit: true, ...(vatCode ? { vat_code: vatCode } : {}) })
const cost = (number: number, name: string, vatCode?: string) =>
  account(number, name, PROFIT_AND_LOSS, vatCode ? { vat_code: vatCode } : {})
const asset = (number: number, name: string, details: Details = {}) => account(number, name, STATUS, details)
const debt = (number: number, name: string, details: Details = {}) =>
  account(number, name, STATUS, { is_credit: true, ...details })

const SUMMARY: Details = { is_blocked_for_direct_entries: true }

const incomeStatement: readonly AccountRow[] = [
  heading(1000, 'RESULTATOPGØRELSE'),
  start(1005, 'Omsætning'),
  income(1010, 'Salg af varer', 'U25'),
  income(1020, 'Salg af ydelser', 'U25'),
  income(1030, 'Salg af abonnementer og serviceaftaler', 'U25'),
  income(1040, 'Salg af varer, EU', 'UEUV'),
  income(1050, 'Salg af ydelser, EU', 'UEUY'),
  income(1060, 'Salg af varer, uden for EU', 'UEXP'),
  income(1070, 'Salg af ydelser, uden for EU', 'UYXP'),
  income(1075, 'Salg i Danmark med omvendt betalingspligt', 'UABR'),
  income(1080, 'Salg uden moms', 'U0'),
  income(1110, 'Ydede kunderabatter', 'U25'),
  income(1120, 'Andre driftsindtægter', 'U25'),
  income(1125, 'Rykkergebyrer'),
  income(1130, 'Regulering af igangværende arbejder'),
  section(1199, 'Omsætning i alt', 1005),

  start(1300, 'Vareforbrug og direkte omkostninger'),
  cost(1310, 'Vareforbrug', 'I25'),
  cost(1320, 'Varekøb, EU', 'IV25'),
  cost(1330, 'Varekøb, uden for EU', 'IMP25'),
  cost(1340, 'Underleverandører', 'I25'),
  cost(1350, 'Ydelseskøb, EU', 'IY25'),
  cost(1355, 'Ydelseskøb, uden for EU', 'IYU25'),
  cost(1360, 'Køb med omvendt betalingspligt, indland', 'ABR25'),
  cost(1370, 'Fragt og spedition', 'I25'),
  cost(1380, 'Told og afgifter'),
  cost(1390, 'Emballage', 'I25'),
  cost(1395, 'Afsluttede sager'),
  cost(1400, 'Lagerregulering'),
  section(1499, 'Vareforbrug og direkte omkostninger i alt', 1300),
  sum(1500, 'DÆKNINGSBIDRAG'),

  start(2200, 'Personaleomkostninger'),
  cost(2210, 'Gager og lønninger'),
  cost(2215, 'Regulering af feriepengeforpligtelse'),
  cost(2220, 'Pension, arbejdsgivers andel'),
  cost(2225, 'ATP, arbejdsgivers andel'),
  cost(2230, 'AUB, AES, barsel.dk og finansieringsbidrag'),
  cost(2235, 'Kørselsgodtgørelse'),
  cost(2240, 'Løn og kørsel overført til sager'),
  cost(2250, 'Kurser og uddannelse', 'I25'),
  cost(2255, 'Frokostordning', 'I25'),
  section(2299, 'Personaleomkostninger i alt', 2200),

  start(2700, 'Salgsomkostninger'),
  cost(2710, 'Annoncer og reklame', 'I25'),
  cost(2715, 'Onlineannoncering, uden for EU', 'IYU25'),
  cost(2720, 'Messer og udstillinger', 'I25'),
  cost(2725, 'Repræsentation, restaurationsbesøg', 'REP25'),
  cost(2730, 'Gaver og blomster'),
  cost(2735, 'Rejseudgifter'),
  cost(2740, 'Hotelovernatning', 'I25'),
  cost(2745, 'Hjemmeside og webshop', 'I25'),
  cost(2755, 'Konstaterede tab på debitorer'),
  section(2799, 'Salgsomkostninger i alt', 2700),

  start(3100, 'Autodrift'),
  cost(3110, 'Brændstof og opladning', 'I25'),
  cost(3120, 'Reparation og vedligeholdelse, biler', 'I25'),
  cost(3130, 'Bilforsikring'),
  cost(3140, 'Ejerafgift'),
  cost(3150, 'Leasing af varebiler', 'I25'),
  section(3199, 'Autodrift i alt', 3100),

  start(3400, 'Lokaleomkostninger'),
  cost(3410, 'Husleje', 'I25'),
  cost(3420, 'El', 'I25'),
  cost(3430, 'Varme', 'I25'),
  cost(3450, 'Rengøring og renovation', 'I25'),
  cost(3460, 'Vedligeholdelse af lokaler', 'I25'),
  cost(3470, 'Alarm og vagt', 'I25'),
  section(3499, 'Lokaleomkostninger i alt', 3400),

  start(3600, 'Administrationsomkostninger'),
  cost(3605, 'Kontorartikler og tryksager', 'I25'),
  cost(3610, 'Telefon', 'I25'),
  cost(3612, 'Internet', 'I25'),
  account(3614, 'Telefax (udgået)', PROFIT_AND_LOSS, { is_barred: true }),
  cost(3617, 'Porto'),
  account(3620, 'Bankgebyrer', PROFIT_AND_LOSS, { contra_account_number: 5820 }),
  cost(3628, 'Software og licenser', 'I25'),
  cost(3629, 'Software og licenser, EU', 'IY25'),
  cost(3632, 'It-udstyr under småaktivgrænsen', 'I25'),
  cost(3640, 'Revisor', 'I25'),
  cost(3645, 'Advokat', 'I25'),
  cost(3660, 'Erhvervsforsikring'),
  cost(3665, 'Kontingenter'),
  cost(3690, 'Øredifferencer'),
  section(3699, 'Administrationsomkostninger i alt', 3600),
  sum(3900, 'RESULTAT FØR AFSKRIVNINGER'),

  start(4000, 'Afskrivninger'),
  cost(4020, 'Afskrivning, driftsmateriel og inventar'),
  cost(4030, 'Afskrivning, biler'),
  income(4060, 'Gevinst og tab ved salg af anlægsaktiver'),
  section(4099, 'Afskrivninger i alt', 4000),
  sum(4100, 'RESULTAT FØR RENTER'),

  start(4300, 'Finansielle poster'),
  income(4310, 'Renteindtægter, bank'),
  income(4330, 'Valutakursdifferencer'),
  cost(4340, 'Renteudgifter, bank'),
  cost(4350, 'Renteudgifter, kreditorer'),
  cost(4360, 'Renteudgifter, langfristet gæld'),
  section(4399, 'Finansielle poster i alt', 4300),
  sum(4400, 'RESULTAT FØR SKAT'),

  start(4500, 'Skat'),
  cost(4510, 'Skat af årets resultat'),
  section(4599, 'Skat i alt', 4500),
  sum(4999, 'ÅRETS RESULTAT'),
]

const assets: readonly AccountRow[] = [
  heading(5000, 'BALANCE'),
  heading(5001, 'AKTIVER'),
  start(5100, 'Materielle anlægsaktiver'),
  asset(5110, 'Driftsmateriel og inventar, anskaffelsessum'),
  asset(5115, 'Driftsmateriel og inventar, årets tilgang', { vat_code: 'I25' }),
  asset(5120, 'Driftsmateriel og inventar, akkumulerede afskrivninger'),
  asset(5130, 'Biler, anskaffelsessum'),
  asset(5140, 'Biler, akkumulerede afskrivninger'),
  section(5199, 'Materielle anlægsaktiver i alt', 5100),
  start(5200, 'Finansielle anlægsaktiver'),
  asset(5210, 'Deposita'),
  section(5299, 'Finansielle anlægsaktiver i alt', 5200),
  sum(5300, 'ANLÆGSAKTIVER I ALT'),

  start(5500, 'Varebeholdninger'),
  asset(5510, 'Varelager'),
  asset(5520, 'Igangværende arbejder, kostpris'),
  asset(5530, 'Igangværende arbejder, salgsværdi'),
  section(5549, 'Varebeholdninger i alt', 5500),
  start(5590, 'Tilgodehavender'),
  asset(5600, 'Debitorer', SUMMARY),
  asset(5605, 'Debitorer, EU', SUMMARY),
  asset(5607, 'Debitorer, uden for EU', SUMMARY),
  asset(5620, 'Andre tilgodehavender'),
  asset(5640, 'Forudbetalte omkostninger'),
  section(5699, 'Tilgodehavender i alt', 5590),
  start(5800, 'Likvide beholdninger'),
  asset(5810, 'Kasse'),
  asset(5820, 'Bank'),
  asset(5830, 'Bank, EUR', { currency: 'EUR' }),
  asset(5840, 'Bank, USD', { currency: 'USD' }),
  section(5899, 'Likvide beholdninger i alt', 5800),
  sum(5900, 'OMSÆTNINGSAKTIVER I ALT'),
  sum(5999, 'AKTIVER I ALT'),
]

const liabilities: readonly AccountRow[] = [
  heading(6000, 'PASSIVER'),
  start(6100, 'Egenkapital'),
  debt(6110, 'Selskabskapital'),
  debt(6130, 'Overført resultat'),
  debt(6150, 'Mellemregning, ejere'),
  section(6199, 'Egenkapital i alt', 6100),
  start(6400, 'Langfristet gæld'),
  debt(6410, 'Banklån'),
  section(6499, 'Langfristet gæld i alt', 6400),
  start(6700, 'Kortfristet gæld'),
  debt(6720, 'Modtagne forudbetalinger fra kunder'),
  debt(6800, 'Kreditorer', SUMMARY),
  debt(6805, 'Kreditorer, EU', SUMMARY),
  debt(6807, 'Kreditorer, uden for EU', SUMMARY),
  debt(6810, 'Skyldige omkostninger'),
  section(6899, 'Kortfristet gæld i alt', 6700),
  start(6900, 'Moms og afgifter'),
  debt(6902, 'Salgsmoms', { vat_box: 'salesTax' }),
  debt(6903, 'Moms af varekøb uden for EU', { vat_box: 'goodsAbroadTax' }),
  debt(6904, 'Moms af varekøb i EU', { vat_box: 'goodsAbroadTax' }),
  debt(6905, 'Moms af ydelseskøb i udlandet', { vat_box: 'servicesAbroadTax' }),
  debt(6906, 'Købsmoms', { vat_box: 'purchaseTax' }),
  debt(6907, 'Moms af køb med omvendt betalingspligt', { vat_box: 'salesTax' }),
  debt(6910, 'Elafgift', { vat_box: 'electricityDuty' }),
  debt(6950, 'Momsafregning'),
  section(6959, 'Moms og afgifter i alt', 6900),
  start(6970, 'Løn og skat'),
  debt(6972, 'Skyldig A-skat'),
  debt(6974, 'Skyldigt AM-bidrag'),
  debt(6976, 'Skyldig ATP'),
  debt(6978, 'Skyldig pension'),
  debt(6980, 'Feriepengeforpligtelse'),
  debt(6982, 'Skyldig løn'),
  debt(6984, 'Skattekonto'),
  debt(6986, 'Skyldig selskabsskat'),
  section(6989, 'Løn og skat i alt', 6970),
  sum(6995, 'GÆLD I ALT'),
  sum(6999, 'PASSIVER I ALT'),

  start(9900, 'Afstemning'),
  debt(9910, 'Fejlkonto'),
  debt(9920, 'Afventer bilag'),
  total(9949, 'Afstemning i alt', 9900),
  account(9999, 'BALANCEKONTROL', SUM_ALPHA),
]

/**
 * Intervals of sums over several sections: account, from, to, both ends included. With those of the sections they fill
 * table `total_interval`.
 */
const SUMS: readonly (readonly [account: number, from: number, to: number])[] = [
  [1500, 1005, 1199],
  [1500, 1300, 1499],
  [3900, 1005, 3699],
  [4100, 1005, 3699],
  [4100, 4000, 4099],
  [4400, 1005, 3699],
  [4400, 4000, 4399],
  [4999, 1005, 4599],
  [5300, 5100, 5299],
  [5900, 5500, 5899],
  [5999, 5100, 5299],
  [5999, 5500, 5899],
  [6995, 6400, 6989],
  [6999, 6100, 6989],
]

export const totalIntervals = [...sections, ...SUMS].map(
  ([account_number, from_account_number, to_account_number]) => ({
    account_number,
    from_account_number,
    to_account_number,
  }),
)

/** The key figure codes of accounts: from, to, code. */
const KEY_FIGURES: readonly (readonly [from: number, to: number, code: number])[] = [
  [1005, 1199, 1],
  [1300, 1499, 2],
  [2200, 3699, 5],
  [4000, 4099, 6],
  [4300, 4399, 7],
  [4500, 4599, 9],
  [5100, 5299, 10],
  [5500, 5549, 11],
  [5600, 5607, 12],
  [5620, 5699, 13],
  [5800, 5899, 14],
  [6100, 6149, 15],
  [6150, 6199, 16],
  [6400, 6499, 18],
  [6800, 6807, 20],
  [6700, 6799, 21],
  [6810, 6989, 21],
  [9900, 9949, 21],
]

function withStandardAccount(row: AccountRow): AccountRow {
  const standard = standardNumbers.get(row.number)
  return standard === undefined ? row : { ...row, standard_account_number: standard }
}

function withKeyFigure(row: AccountRow): AccountRow {
  const found = KEY_FIGURES.find(([from, to]) => row.number >= from && row.number <= to)
  return found && row.type <= STATUS ? { ...row, key_figure_code_number: found[2] } : row
}

/**
 * The Danish standard chart: numbers as small companies use them, profit and loss below 5000, balance above. Every
 * posting account lies in exactly one section, which a heading begins and a sum of its interval ends, and in the sums
 * over sections.
 */
export const chartOfAccounts: readonly AccountRow[] = [...incomeStatement, ...assets, ...liabilities]
  .map(withKeyFigure)
  .map(withStandardAccount)

/** Table `system_account`: the accounts of automatic postings. */
export const systemAccounts = [
  { purpose: 'rounding', account_number: 3690 },
  { purpose: 'result', account_number: 6130 },
  { purpose: 'exchangeDifference', account_number: 4330 },
  { purpose: 'vatSettlement', account_number: 6950 },
] as const
