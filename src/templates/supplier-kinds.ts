/** What the demo company buys: the seller's trade, and the account of the invoices. */
export interface SupplierKind {
  /** The part of the firm's name after the surname. Where empty, one of the trades of its country. */
  trade: string
  account: number
  /** How many suppliers of the kind there are. */
  count: number
  /** Net amount of one invoice in whole units of the supplier's currency, from and to. */
  from: number
  to: number
  /** The text of its invoices. */
  text: string
  /** Where the supplier lives: 1 Denmark, 2 EU, 3 outside the EU, as the supplier groups are numbered. */
  group: 1 | 2 | 3
  /** Sends an invoice on this day of every month. */
  monthlyOnDay?: number
}

const goods: readonly SupplierKind[] = [
  { trade: 'Kontormøbler', account: 1310, count: 5, from: 7_000, to: 66_000, text: 'Varekøb, kontormøbler', group: 1 },
  { trade: 'Belysning', account: 1310, count: 3, from: 3_000, to: 26_000, text: 'Varekøb, lamper', group: 1 },
  { trade: 'Tekstil', account: 1310, count: 3, from: 2_500, to: 18_000, text: 'Varekøb, gardiner og tæpper', group: 1 },
  { trade: '', account: 1320, count: 7, from: 800, to: 8_000, text: 'Varekøb, EU', group: 2 },
  { trade: '', account: 1330, count: 3, from: 800, to: 5_200, text: 'Varekøb uden for EU', group: 3 },
  { trade: 'Montage', account: 1340, count: 3, from: 5_000, to: 32_000, text: 'Montering, underleverandør', group: 1 },
  { trade: 'Spedition', account: 1370, count: 2, from: 700, to: 4_800, text: 'Fragt', group: 1 },
  { trade: 'Emballage', account: 1390, count: 1, from: 500, to: 2_600, text: 'Kasser og bobleplast', group: 1 },
]

const running: readonly SupplierKind[] = [
  { trade: 'Ejendomme', account: 3410, count: 1, from: 21_500, to: 21_500, text: 'Husleje', group: 1, monthlyOnDay: 1 },
  { trade: 'Energi', account: 3420, count: 1, from: 1_400, to: 3_100, text: 'El', group: 1, monthlyOnDay: 4 },
  { trade: 'Fjernvarme', account: 3430, count: 1, from: 900, to: 2_900, text: 'Varme', group: 1 },
  {
    trade: 'Rengøring',
    account: 3450,
    count: 1,
    from: 3_850,
    to: 3_850,
    text: 'Rengøring',
    group: 1,
    monthlyOnDay: 28,
  },
  { trade: 'Sikring', account: 3470, count: 1, from: 640, to: 640, text: 'Alarmabonnement', group: 1 },
  { trade: 'Murer & Maler', account: 3460, count: 1, from: 1_800, to: 9_000, text: 'Istandsættelse', group: 1 },
  { trade: 'Tele', account: 3610, count: 1, from: 1_190, to: 1_190, text: 'Mobiltelefoni', group: 1, monthlyOnDay: 15 },
  { trade: 'Fibernet', account: 3612, count: 1, from: 499, to: 499, text: 'Fiberforbindelse', group: 1 },
  {
    trade: 'Leasing',
    account: 3150,
    count: 1,
    from: 4_375,
    to: 4_375,
    text: 'Leasing, varebil',
    group: 1,
    monthlyOnDay: 2,
  },
  {
    trade: 'Brændstof',
    account: 3110,
    count: 1,
    from: 1_300,
    to: 3_400,
    text: 'Brændstof',
    group: 1,
    monthlyOnDay: 26,
  },
  { trade: 'Frokost', account: 2255, count: 1, from: 3_200, to: 4_600, text: 'Frokost', group: 1, monthlyOnDay: 25 },
]

const occasional: readonly SupplierKind[] = [
  { trade: 'Autoværksted', account: 3120, count: 2, from: 900, to: 7_400, text: 'Service af varebil', group: 1 },
  { trade: 'Forsikring', account: 3660, count: 1, from: 4_200, to: 6_800, text: 'Erhvervsforsikring', group: 1 },
  { trade: 'Papir & Kontor', account: 3605, count: 2, from: 180, to: 1_900, text: 'Kontorartikler', group: 1 },
  { trade: 'Data', account: 3628, count: 2, from: 450, to: 3_600, text: 'Licenser', group: 1 },
  { trade: 'Computer', account: 3632, count: 1, from: 1_100, to: 9_800, text: 'Bærbar computer', group: 1 },
  { trade: 'Revision', account: 3640, count: 1, from: 6_500, to: 24_000, text: 'Revision og rådgivning', group: 1 },
  { trade: 'Advokater', account: 3645, count: 1, from: 3_000, to: 15_000, text: 'Juridisk bistand', group: 1 },
  { trade: 'Erhvervsforening', account: 3665, count: 1, from: 1_500, to: 4_000, text: 'Kontingent', group: 1 },
  { trade: 'Reklame', account: 2710, count: 2, from: 1_500, to: 12_000, text: 'Annoncer', group: 1 },
  { trade: 'Messer', account: 2720, count: 1, from: 6_000, to: 28_000, text: 'Standleje', group: 1 },
  { trade: 'Spisehus', account: 2725, count: 2, from: 450, to: 2_800, text: 'Kundemiddag', group: 1 },
  { trade: 'Hotel', account: 2740, count: 1, from: 850, to: 3_600, text: 'Overnatning', group: 1 },
  { trade: 'Web', account: 2745, count: 1, from: 1_200, to: 8_800, text: 'Drift af webshop', group: 1 },
  { trade: 'Kurser', account: 2250, count: 1, from: 2_400, to: 11_000, text: 'Kursus', group: 1 },
  { trade: 'Cloud', account: 3629, count: 2, from: 60, to: 480, text: 'Onlinetjenester', group: 2 },
  { trade: 'Media', account: 2715, count: 1, from: 200, to: 1_500, text: 'Onlineannoncer', group: 3 },
]

/** Every kind of supplier of the demo company; 60 suppliers in all. */
export const supplierKinds: readonly SupplierKind[] = [...goods, ...running, ...occasional]
