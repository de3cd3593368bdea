import { parse } from 'lossless-json'
import { LANDED } from '../landed.ts'
import { COMPANY } from '../sales/sold-abroad.ts'
import { expire, intervalOf, naiveRun, pause, skipMissed } from '../sales/naive-subscriptions.ts'
import type { NaiveInvoice } from '../sales/naive-subscriptions.ts'
import { invoicedBy } from '../sales/subscription-world.ts'
import type { Client, Reply, TestService } from '../service/harness.ts'
import { JudgedBooks } from './judge-books.ts'
import { expectSame } from './judge-compare.ts'
import { invoice } from './judge-invoices.ts'
import type { InvoiceBody } from './naive-invoices.ts'
import { inText } from './naive-money.ts'
import {
  allLeft,
  categoriesOf,
  creditBody,
  type Credited,
  creditFault,
  type NaiveSale,
  runBody,
  totalsOf,
  type YearChain,
} from './naive-sales.ts'
import { revalue } from './naive-revaluation.ts'
import { NaiveLedger } from './naive.ts'
import { IssuedDocuments } from './year-documents.ts'
import type { NewChain, YearStep } from './year-steps.ts'
import { CUSTOMERS, must, OURS, TERM, USUAL, type YearWorld } from './year-world.ts'

const SUBSCRIPTIONS = '/subscriptionsapi/v6.0.3/Subscriptions'
const SUBSCRIBERS = '/subscriptionsapi/v6.0.3/Subscribers'

/** A company that is kept twice: over the API, and by the naive ledger and the naive sales. */
export class YearCompany {
  readonly naive: NaiveLedger
  readonly books: JudgedBooks
  readonly documents: IssuedDocuments
  readonly sales: NaiveSale[] = []
  readonly chains: YearChain[] = []
  readonly #service: TestService
  readonly #client: Client
  readonly #world: YearWorld
  #invoices = 0
  /** What the company is called. */
  #name: string = COMPANY.name

  constructor(service: TestService, world: YearWorld) {
    this.#service = service
    this.#world = world
    this.#client = world.client
    this.naive = new NaiveLedger(world.facts)
    this.books = new JudgedBooks(world.client, service.database, false)
    this.documents = new IssuedDocuments(service, world.client)
  }

  get client(): Client {
    return this.#client
  }

  /** A number that no supplier has sent. */
  nextInvoice(): string {
    return `F-${(this.#invoices += 1)}`
  }

  /** Takes a step in both. @throws Error where they answer differently. */
  async carryOut(step: YearStep): Promise<void> {
    switch (step.do) {
      case 'ledger': {
        const expected = this.naive.carryOut(step.step)
        return expectSame([JSON.stringify(await this.books.carryOut(step.step))], [JSON.stringify(expected)], 'answer')
      }
      case 'sell': {
        const reply = await invoice(this.#client, this.#world.baseCurrency, step.body, TERM.number)
        return await this.#booked(reply, step.body)
      }
      case 'credit':
        return await this.#credit(this.sales[step.sale]!, step.date, step.lines)
      case 'subscribe':
        return await this.#subscribe(step.chain)
      case 'run':
        return await this.#run(step.date, step.skips)
      case 'expire':
        return await this.#expire(this.chains[step.chain]!, step.member, step.day)
      case 'comment':
        await this.#putSubscriber(this.chains[step.chain]!.members[step.member]!, { comments: step.text })
        return
      case 'pause': {
        const { subscription } = this.chains[step.chain]!
        pause(subscription, step.isBarred)
        await this.#put(`${SUBSCRIPTIONS}/${subscription.number}`, SUBSCRIPTIONS, { isBarred: step.isBarred })
        return
      }
      case 'master':
        return await this.#master(step)
      case 'series':
        return await this.#startSeries(step.next)
      case 'revalue': {
        const { gain } = parse((await this.#client.post(`${OURS}/revaluations`, { date: step.date })).text) as {
          gain: unknown
        }
        return expectSame([String(gain)], [inText(revalue(this.naive, step.date))], `gain on ${step.date}`)
      }
      case 'rate':
        return await this.#rate(step)
    }
  }

  /** Keeps in the naive books what was booked, and the files that were issued. */
  async #booked(reply: Reply, body: InvoiceBody, isCredit = false): Promise<void> {
    const expected = this.naive.carryOut({ do: 'invoice', body })
    const json = reply.json as { invoiceNumber: number; documentId: number }
    if (reply.status !== 201) throw new Error(`Booking answered ${reply.text}`)
    const found = { answer: { invoiceNumber: json.invoiceNumber } }
    expectSame([JSON.stringify(found)], [JSON.stringify(expected)], 'booking')
    const left = body.lines.map(({ quantity }) => Number(quantity))
    this.sales.push({ document: json.documentId, number: json.invoiceNumber, body, left, isCredit })
    await this.#compareTotals(json.documentId, json.invoiceNumber)
    // An e-invoice that is asked for later says what the company was called when it was booked.
    if (LANDED.frozenDocuments) await this.documents.keep(json.documentId, this.#said(body), json.documentId % 2 === 0)
  }

  #said(body: InvoiceBody): string[] {
    const seller = `<cbc:RegistrationName>${this.#name.replaceAll('&', '&amp;')}</cbc:RegistrationName>`
    if (!LANDED.categories) return [seller]
    const categories = new Set(categoriesOf(this.naive.facts, body))
    return [seller, ...[...categories].map((one) => `<cac:ClassifiedTaxCategory><cbc:ID>${one}</cbc:ID>`)]
  }

  /** The invoice itself has the amounts that were booked. */
  async #compareTotals(document: number, number: number): Promise<void> {
    const { text } = await this.#client.get(`${OURS}/booked-invoices/${document}`)
    const { amount, vatAmount } = parse(text) as Record<string, unknown>
    const expected = totalsOf(this.naive.entries, number).map(inText)
    expectSame([`${String(amount)} ${String(vatAmount)}`], [expected.join(' ')], `totals of invoice ${number}`)
  }

  async #credit(sale: NaiveSale, date: string, lines: Credited[] | undefined): Promise<void> {
    const credited = lines ?? allLeft(sale)
    const fault = creditFault(sale, credited)
    const sent = lines && {
      lines: await this.#numbered(sale.document, lines),
    }
    const reply = await this.#client.post(`${OURS}/draft-invoices/${sale.document}/credit`, { date, ...sent })
    if (fault !== undefined) {
      const codes = (reply.json as { errors?: { errorCode: string }[] }).errors?.map(({ errorCode }) => errorCode) ?? []
      if (!codes.includes(fault)) throw new Error(`A credit note beyond what is left (${fault}): ${reply.text}`)
      return
    }
    if (reply.status !== 201) throw new Error(`A credit note of what is left: ${reply.text}`)
    const { number } = reply.json as { number: number }
    for (const { at, quantity } of credited) sale.left[at]! -= quantity
    const body = creditBody(sale, date, credited)
    await this.#booked(await this.#client.post(`${OURS}/draft-invoices/${number}/book`), body, true)
  }

  /** The lines by the numbers that the booked invoice has them by. */
  async #numbered(document: number, lines: readonly Credited[]): Promise<{ number: number; quantity: number }[]> {
    const rows = await this.#service.database.rows<{ number: number }>(
      `SELECT number FROM booked_invoice_line WHERE agreement = $1 AND document_id = $2 AND product_number IS NOT NULL ORDER BY number`,
      [this.#client.agreement, document],
    )
    return lines.map(({ at, quantity }) => ({ number: rows[at]!.number, quantity }))
  }

  async #subscribe(of: NewChain): Promise<void> {
    const { interval, isCalendarBased, isProportional, quantity, special, customer, start } = of
    const made = await must(this.#client, 'POST', SUBSCRIPTIONS, {
      ...{ name: 'Service', interval, isCalendarBased, collection: Number(isProportional) },
      allowMoreThanOnePerCustomer: true,
    })
    const number = Number(made.number)
    await must(this.#client, 'POST', `${SUBSCRIPTIONS}/${number}/lines`, {
      ...{ productNumber: 'ABO', description: 'Abonnement', quantity: quantity / 1000 },
      ...(special !== null && { specialPrice: special / 100 }),
    })
    const subscription = {
      number,
      interval,
      isCalendarBased,
      isProportional,
      isBarred: false,
      lines: [{ quantity, special }],
    }
    const anchor = Number(start.slice(8))
    const end = intervalOf(subscription, start, anchor)[1]
    const subscriber = await must(this.#client, 'POST', SUBSCRIBERS, {
      ...{ subscriptionNumber: number, customerNumber: customer, startDate: start, endDate: end },
      quantityFactor: of.quantityFactor / 1000,
      ...(of.percent !== null && { discountPercentage: of.percent }),
    })
    this.chains.push({
      ...{ subscription, customer, start, end, anchor, special: null, percent: of.percent, percentUntil: null },
      ...{ quantityFactor: of.quantityFactor, priceFactor: 1000, registration: null, expiry: null, isOver: false },
      members: [Number(subscriber.number)],
    })
  }

  async #run(date: string, skips: number | undefined): Promise<void> {
    const chosen = skips === undefined ? this.chains : [this.chains[skips]!]
    const { number } = chosen[0]!.subscription
    const only = { fromSubscriptionNumber: number, toSubscriptionNumber: number, skipMissed: true }
    const reply = await this.#client.post(`${OURS}/subscription-runs`, { date, ...(skips !== undefined && only) })
    if (reply.status >= 300) throw new Error(`A run answered ${reply.text}`)
    if (skips !== undefined) skipMissed(chosen, date)
    const how = { usual: USUAL, customerPercent: 0, index: 1000, shareOn: 'price' as const }
    const expected = naiveRun(chosen, date, how)
    const { documents } = reply.json as { documents: { documentNumber: number; subscriberNumbers: number[] }[] }
    const found = await invoicedBy(this.#service.database, this.#client.agreement, documents)
    const lines = (some: readonly NaiveInvoice[]): string[] =>
      some.map((one) => JSON.stringify([one.customer, one.period, one.lines])).sort()
    expectSame(lines(found), lines(expected), `the run of ${date}`)
    await this.#remember(documents.flatMap(({ subscriberNumbers }) => subscriberNumbers))
    for (const one of found) {
      const zone = CUSTOMERS.find((customer) => customer.number === one.customer)!.zone
      const booked = await this.#client.post(`${OURS}/draft-invoices/${one.document}/book`)
      await this.#booked(booked, runBody(one, zone, date))
    }
  }

  /** Notes the periods that were invoiced with their chains. */
  async #remember(numbers: readonly number[]): Promise<void> {
    const rows = await this.#service.database.rows<{ number: number; subscription: number }>(
      `SELECT number, subscription_number AS subscription FROM subscriber
       WHERE agreement = $1 AND number IN (SELECT json_array_elements_text($2::json)::int)`,
      [this.#client.agreement, JSON.stringify(numbers)],
    )
    for (const { number, subscription } of rows) {
      const { members } = this.chains.find((chain) => chain.subscription.number === subscription)!
      if (!members.includes(number)) members.push(number)
    }
  }

  async #expire(chain: YearChain, at: number, day: string | null): Promise<void> {
    const member = chain.members[at]!
    const before = await must(this.#client, 'GET', `${SUBSCRIBERS}/${member}`)
    const isCurrent = before.draftDocumentId === null && before.bookedInvoiceId === null
    const isWithin = day !== null && day < String(before.endDate)
    const more: Record<string, unknown> = { expiryDate: day ?? undefined }
    // The specification has a code for a current period that would begin after its own expiry.
    if (isCurrent && day !== null && day < String(before.startDate)) return
    if (isWithin && !LANDED.chainsEndAnywhere) {
      if (!isCurrent) return
      more.endDate = day
    }
    if (!(await this.#putSubscriber(member, more))) return
    if ('endDate' in more) chain.uncut = chain.end = day!
    expire(chain, day)
  }

  /** Changes a subscriber. @returns whether that changed the day on which it ends. */
  async #putSubscriber(number: number, more: Record<string, unknown>): Promise<boolean> {
    const { before, sent } = await this.#put(`${SUBSCRIBERS}/${number}`, SUBSCRIBERS, more)
    return 'expiryDate' in more && (before.expiryDate ?? undefined) !== sent.expiryDate
  }

  async #put(path: string, at: string, more: Record<string, unknown>) {
    const before = await must(this.#client, 'GET', path)
    const given = Object.entries({ ...before, ...more }).filter(([, value]) => value !== null && value !== undefined)
    const sent: Record<string, unknown> = Object.fromEntries(given)
    await must(this.#client, 'PUT', at, sent)
    return { before, sent }
  }

  /** A currency has one rate a day. */
  async #rate({ currency, date, rate }: Extract<YearStep, { do: 'rate' }>): Promise<void> {
    const { rates } = this.naive.facts
    const isThere = rates.some((one) => one.currency === currency && one.from === date)
    const reply = await this.#client.post(`${OURS}/exchange-rates`, { currency, date, rate: Number(rate) })
    const { errorCode } = reply.json as { errorCode?: string }
    expectSame([errorCode ?? 'taken'], [isThere ? 'ExchangeRateAlreadyExists' : 'taken'], `rate of ${date}`)
    if (!isThere) rates.push({ currency, from: date, rate })
  }

  /** The setup says what the next invoice gets, before and after. */
  async #startSeries(next: number): Promise<void> {
    const path = `${OURS}/sales-setup`
    const { invoices } = this.naive
    const before = await must(this.#client, 'GET', path)
    expectSame([String(before.nextInvoiceNumber)], [String(invoices.next)], 'next invoice')
    const given = Object.entries({ ...before, nextInvoiceNumber: next }).filter(([, value]) => value !== null)
    const reply = await this.#client.put(path, Object.fromEntries(given))
    const { errors = [] } = (reply.json ?? {}) as { errors?: { property: string; errorCode: string }[] }
    const faults = errors.map(({ property, errorCode }) => `${property}: ${errorCode}`)
    const expected = [invoices.start(next) ?? 'taken']
    expectSame(reply.status < 300 ? ['taken'] : faults, expected, `the series from ${next}`)
    expectSame(
      [String((await must(this.#client, 'GET', path)).nextInvoiceNumber)],
      [String(invoices.next)],
      'next invoice',
    )
  }

  async #master({ what, number, name }: Extract<YearStep, { do: 'master' }>): Promise<void> {
    const units = [1, 2]
    switch (what) {
      case 'company': {
        if (number === 0) this.#name = name
        const more = number === 0 ? { name } : { bankAccountNumber: name.replace(/\D/g, '').padStart(10, '0') }
        await this.#put(`${OURS}/company`, `${OURS}/company`, more)
        return
      }
      case 'customer':
        await this.#put(`${OURS}/customers/${number}`, `${OURS}/customers`, { name, address: `${name} vej 1` })
        this.naive.facts.customers.get(number)!.name = name
        return
      case 'unit':
        await this.#put(`${OURS}/units/${units[number]}`, `${OURS}/units`, { name })
        return
      case 'layout':
        await this.#put(`${OURS}/layouts/1`, `${OURS}/layouts`, { name })
        return
      case 'product': {
        const path = '/productsapi/v2.0.0/products'
        const at = `${path}/${['VARE', 'ABO'][number]}`
        await this.#put(at, at, { name })
      }
    }
  }
}
