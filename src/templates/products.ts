import { productGroups, units } from './groundwork.ts'
import { seededRandom } from './random.ts'

/** A row of table `product`, named as its columns; prices are decimal text in base currency. */
export interface ProductRow {
  number: string
  name: string
  product_group_number: number
  unit_number: number
  sales_price: string
  cost_price: string
  is_barred: boolean
}

const [GOODS, SERVICES, SUBSCRIPTIONS] = productGroups.map(({ number }) => number) as [number, number, number]
const [PIECE, HOUR, MONTH] = units.map(({ number }) => number) as [number, number, number]
const COST_PERCENT = { [GOODS]: 58, [SERVICES]: 45, [SUBSCRIPTIONS]: 35 }
const BARRED = 'V-1012'

const goods = [
  'Kontorstol Ågård',
  'Kontorstol Lyø',
  'Hæve-sænkebord 140',
  'Hæve-sænkebord 160',
  'Mødebord Samsø',
  'Mødestol Tunø',
  'Reol Fur',
  'Arkivskab',
  'Skærmvæg',
  'Akustikpanel',
  'Loungestol Møn',
  'Sofa Anholt',
  'Sofabord Endelave',
  'Bordlampe',
  'Gulvlampe',
  'Pendel',
  'Garderobe',
  'Opslagstavle',
  'Whiteboard',
  'Monitorarm',
  'Fodskammel',
] as const
const finishes = ['sort', 'lysegrå', 'eg', 'hvid'] as const
const services = [
  'Montering',
  'Indretningsforslag',
  'Opmåling',
  'Flytning',
  'Projektledelse',
  'Bortskaffelse',
  'Polstring',
  'Arbejdspladsvurdering',
] as const
const agreements = [
  'Serviceaftale, basis',
  'Serviceaftale, udvidet',
  'Planter, stor',
  'Planter, lille',
  'Møbelpleje',
  'Rådgivning',
  'Vinduespudsning',
  'Mødeudstyr',
  'Kaffeordning',
] as const

/** The products of subscriptions: those of `agreements`, in their order. */
export const subscriptionProduct = (index: number): string => `A-${3001 + index}`
/** The product that invoices the work of projects: `Projektledelse` of `services`. */
export const WORK_PRODUCT = 'Y-2005'
/** The demo company's products: goods in four finishes, services by the hour, and agreements by the month. */
export function demoProducts(): ProductRow[] {
  const random = seededRandom(20_250_107)
  const row = (number: string, name: string, group: number, unit: number, price: number): ProductRow => ({
    number,
    name,
    product_group_number: group,
    unit_number: unit,
    sales_price: `${price}.00`,
    cost_price: ((price * COST_PERCENT[group]!) / 100).toFixed(2),
    is_barred: number === BARRED,
  })
  const price = (from: number, to: number): number => random.between(from, to) * 5
  return [
    ...goods.flatMap((name, at) => {
      const base = price(60, 1_600)
      return finishes.map((finish, nth) => {
        const number = `V-${1001 + at * finishes.length + nth}`
        return row(number, `${name}, ${finish}`, GOODS, PIECE, base + nth * 25)
      })
    }),
    ...services.map((name, at) => row(`Y-${2001 + at}`, name, SERVICES, HOUR, price(90, 190))),
    ...agreements.map((name, at) => row(subscriptionProduct(at), name, SUBSCRIPTIONS, MONTH, price(40, 260))),
  ]
}

/** The goods among them that can be sold. */
export const soldGoods = (products: readonly ProductRow[]): ProductRow[] =>
  products.filter((product) => product.product_group_number === GOODS && !product.is_barred)
