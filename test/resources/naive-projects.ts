/*
 * Projects as PROJECTS.md has them, kept in plain objects with whole numbers: øre, hundredths of hours and kilometres,
 * tenths of a per cent. It shares no code with the product.
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
  /** Øre for an hour or kilometre, frozen as it was approved. */
  rate?: bigint | undefined
  /** The document it is on. */
  document?: NaiveDocument | undefined
}

/** What was booked of a cost type, without VAT; below 0 what reverses it. */
export interface NaiveExpense {
  project: number
  /** Øre. */
  cost: bigint
  sales: bigint
  document?: NaiveDocument | undefined
}

/** An invoice of a project. */
export interface NaiveDocument {
  number: number
  project: number
  net: bigint
  isBooked: boolean
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
  closed = new Set<number>()
  mileage: { cost: NaivePrice; sales: NaivePrice } = { cost: {}, sales: {} }
  time = new Map<number, NaiveEntry>()
  drives = new Map<number, NaiveEntry>()
  expenses: NaiveExpense[] = []
  documents: NaiveDocument[] = []
  /** Whether mileages of the invoiced project are on its invoices. */
  isMileageInvoiced = false
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

  /** What an hour or kilometre is sold for by the prices of now. */
  private rateOf({ kind, date, activity, employee }: NaiveEntry): bigint | undefined {
    if (kind === 'mileage') return on(date, this.mileage.sales)
    return on(date, this.activities.get(activity)!.price) ?? on(date, this.employees.get(employee)!.sales)
  }

  /** Cost and sales of everything registered on the project, and the total of its invoices. */
  totals(project: number): { cost: bigint; sales: bigint; invoiced: bigint } {
    let [cost, sales, invoiced] = [0n, 0n, 0n]
    for (const expense of this.expenses) {
      if (expense.project !== project) continue
      cost += expense.cost
      sales += expense.sales
    }
    for (const document of this.documents) {
      if (document.project === project && document.isBooked) invoiced += document.net
    }
    for (const entry of [...this.time.values(), ...this.drives.values()]) {
      if (entry.project !== project) continue
      const worth = this.worth(entry)
      cost += worth.cost ?? 0n
      sales += worth.sales ?? 0n
    }
    return { cost, sales, invoiced }
  }

  /** Freezes the entry, and books it: time of group 1 for cost and sales, mileages for cost. */
  approve(entry: NaiveEntry): void {
    const { cost, sales } = this.worth(entry)
    Object.assign(entry, { cost, sales, rate: this.rateOf(entry), isApproved: true })
    if (entry.kind === 'time' && this.activities.get(entry.activity)!.group !== 1) return
    this.post(entry.project, 5900, 1320, cost ?? 0n)
    if (entry.kind === 'time') this.post(entry.project, 5910, 1020, sales ?? 0n)
  }

  /** Books an expense over the bank. Cost type 1 has 25 % VAT and is sold for 15 % more; cost type 2 has neither. */
  spend(project: number, costType: 1 | 2, net: bigint): NaiveExpense {
    const expense = { project, cost: net, sales: costType === 1 ? rounded(net * 115n, 100n) : 0n }
    this.expenses.push(expense)
    this.add(project, 5900, net)
    this.add(project, 5820, costType === 1 ? -rounded(net * 125n, 100n) : -net)
    return expense
  }

  /** What reverses an expense is one itself. Once the project is closed, its costs stand on 1330. */
  takeBack({ project, cost, sales }: NaiveExpense): void {
    this.expenses.push({ project, cost: -cost, sales: -sales })
    this.add(project, this.closed.has(project) ? 1330 : 5900, -cost)
    this.add(project, 5820, sales === 0n ? cost : rounded(cost * 125n, 100n))
  }

  /** What of the project is approved, sold for something, and on no invoice: by what its lines are of. */
  private due(project: number): { of: string; one: NaiveEntry | NaiveExpense; sales: bigint }[] {
    const entries = [...this.time.values(), ...(this.isMileageInvoiced ? this.drives.values() : [])]
    const approved = entries.filter((entry) => entry.isApproved && entry.project === project)
    return [
      ...approved.map((one) => ({
        of: `${one.kind} ${one.kind === 'time' ? one.activity : ''} ${one.rate}`,
        one,
        sales: one.sales ?? 0n,
      })),
      ...this.expenses
        .filter((one) => one.project === project)
        .map((one) => ({ of: 'expense', one, sales: one.sales })),
    ].filter(({ one, sales }) => sales !== 0n && one.document === undefined)
  }

  /**
   * What the lines of its invoice come to: each the sum of its hours or kilometres at one price, or an expense’s sum;
   * none that counts nothing.
   */
  lines(project: number): bigint[] {
    const sums = new Map<string, { count: bigint; rate: bigint }>()
    for (const { of, one, sales } of this.due(project)) {
      const [count, rate] = 'amount' in one ? [one.amount, one.rate!] : [sales, 100n]
      sums.set(of, { count: (sums.get(of)?.count ?? 0n) + count, rate })
    }
    return [...sums.values()].filter(({ count }) => count !== 0n).map(({ count, rate }) => rounded(rate * count, 100n))
  }

  /** Invoices everything that is due. */
  invoice(project: number, number: number): NaiveDocument {
    const due = this.due(project)
    const net = this.lines(project).reduce((sum, line) => sum + line, 0n)
    const document = { number, project, net, isBooked: false }
    for (const { one } of due) one.document = document
    this.documents.push(document)
    return document
  }

  /** Deletes a draft: what was on it is free. */
  free(document: NaiveDocument): void {
    for (const one of [...this.time.values(), ...this.drives.values(), ...this.expenses]) {
      if (one.document === document) one.document = undefined
    }
    this.documents.splice(this.documents.indexOf(document), 1)
  }

  bookInvoice(document: NaiveDocument): void {
    document.isBooked = true
    this.add(document.project, 1010, -document.net)
  }

  /** Moves what stands on the ongoing accounts to the closed ones. */
  close(project: number): void {
    this.closed.add(project)
    for (const [ongoing, closed] of [
      [5900, 1330],
      [5910, 1030],
      [1010, 1040],
    ] as const) {
      this.post(project, closed, ongoing, this.accounts.get(`${project} ${ongoing}`) ?? 0n)
    }
  }

  private post(project: number, debit: number, credit: number, amount: bigint): void {
    this.add(project, debit, amount)
    this.add(project, credit, -amount)
  }

  private add(project: number, account: number, amount: bigint): void {
    const place = `${project} ${account}`
    this.accounts.set(place, (this.accounts.get(place) ?? 0n) + amount)
  }
}
