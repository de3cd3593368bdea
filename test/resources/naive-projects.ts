/*
 * Projects as PROJECTS.md has them, kept in plain objects with whole numbers: øre, hundredths of hours and kilometres, tenths of a per cent. It
 * shares no code with the product.
 */

/** A price in øre before and after the last day of the first; undefined where there is none. */
export interface NaivePrice {
  cutOff?: string | undefined
  before?: bigint | undefined
  after?: bigint | undefined
}

export interface NaiveEntry {
  kind: 'time' | 'mileage'
  employee: number
  project: number
  activity: number
  date: string
  /** Hundredths of hours or kilometres. */
  amount: bigint
  isApproved: boolean
  cost?: bigint | undefined
  sales?: bigint | undefined
}

interface NaiveActivity {
  group: 1 | 2
  price: NaivePrice
  /** Tenths of a per cent. */
  markup: bigint
}

/** numerator / denominator, half away from zero. */
function rounded(numerator: bigint, denominator: bigint): bigint {
  const [size, sign] = numerator < 0n ? [-numerator, -1n] : [numerator, 1n]
  const [whole, rest] = [size / denominator, size % denominator]
  return sign * (rest * 2n >= denominator ? whole + 1n : whole)
}

const on = (day: string, { cutOff, before, after }: NaivePrice): bigint | undefined =>
  cutOff === undefined || day <= cutOff ? before : after

export class NaiveProjects {
  employees = new Map<number, { cost: NaivePrice; sales: NaivePrice }>()
  activities = new Map<number, NaiveActivity>()
  /** The type of the group that each project is in. */
  projects = new Map<number, 1 | 2 | 3>()
  mileage: { cost: NaivePrice; sales: NaivePrice } = { cost: {}, sales: {} }
  time = new Map<number, NaiveEntry>()
  drives = new Map<number, NaiveEntry>()
  /** Øre by project and account. */
  accounts = new Map<string, bigint>()

  /** What the entry costs and is sold for by the prices of now, or as it was approved. */
  worth(entry: NaiveEntry): { cost: bigint | undefined; sales: bigint | undefined } {
    if (entry.isApproved) return { cost: entry.cost, sales: entry.sales }
    const type = this.projects.get(entry.project)!
    if (entry.kind === 'mileage') {
      const [cost, sales] = [on(entry.date, this.mileage.cost), on(entry.date, this.mileage.sales)]
      const times = (rate: bigint | undefined) => (rate === undefined ? undefined : rounded(rate * entry.amount, 100n))
      return { cost: times(cost), sales: type === 2 ? times(sales) : 0n }
    }
    const [person, activity] = [this.employees.get(entry.employee)!, this.activities.get(entry.activity)!]
    const cost = on(entry.date, person.cost)
    const sales = on(entry.date, activity.price) ?? on(entry.date, person.sales)
    return {
      cost: cost === undefined ? undefined : rounded(cost * (1000n + activity.markup) * entry.amount, 100_000n),
      sales:
        activity.group !== 1 || type !== 2 ? 0n : sales === undefined ? undefined : rounded(sales * entry.amount, 100n),
    }
  }

  /** What all that is registered on the project comes to. */
  totals(project: number): { cost: bigint; sales: bigint } {
    let [cost, sales] = [0n, 0n]
    for (const entry of [...this.time.values(), ...this.drives.values()]) {
      if (entry.project !== project) continue
      const worth = this.worth(entry)
      cost += worth.cost ?? 0n
      sales += worth.sales ?? 0n
    }
    return { cost, sales }
  }

  /** Freezes the entry, and books it: time of group 1 for cost and sales, mileages for cost. */
  approve(entry: NaiveEntry): void {
    const { cost, sales } = this.worth(entry)
    Object.assign(entry, { cost, sales, isApproved: true })
    if (entry.kind === 'time' && this.activities.get(entry.activity)!.group !== 1) return
    this.post(entry.project, 5900, 1320, cost ?? 0n)
    if (entry.kind === 'time') this.post(entry.project, 5910, 1020, sales ?? 0n)
  }

  /** Moves what stands on the ongoing accounts to the closed ones. */
  close(project: number): void {
    for (const [ongoing, closed] of [
      [5900, 1330],
      [5910, 1030],
    ] as const) {
      this.post(project, closed, ongoing, this.accounts.get(`${project} ${ongoing}`) ?? 0n)
    }
  }

  private post(project: number, debit: number, credit: number, amount: bigint): void {
    const add = (account: number, by: bigint): void => {
      const place = `${project} ${account}`
      this.accounts.set(place, (this.accounts.get(place) ?? 0n) + by)
    }
    add(debit, amount)
    add(credit, -amount)
  }
}
