import { useMaster, useRead, useWhole } from '../reads.ts'
import { type Listed, PATHS } from '../books.ts'
import { type Amount, cents } from '../money.ts'
import {
  invoiceOf,
  numberOf,
  type Party,
  type PartyEntry,
  type PartyKind,
  partyPaths,
  type PartyStatement,
} from '../parties.ts'
import { Figure, shown } from '../parts/figure.tsx'
import { Icon } from '../parts/icon.tsx'
import { PeriodSelect } from '../parts/period-select.tsx'
import { download } from '../parts/report-buttons.tsx'
import { Nothing, stateOf } from '../parts/states.tsx'
import { dayName, daysBetween, periodName, periodOf, today } from '../period.ts'
import { hrefOf, hrefWith, route, voucherHref } from '../route.ts'
import { baseCurrency, isReadOnly } from '../session.ts'
import { language } from '../settings.ts'
import { counted, t } from '../words.ts'

const voucherOf = ({ journalNumber, date, voucherNumber }: PartyEntry): string =>
  voucherHref(journalNumber, date, voucherNumber)

interface PaneProps {
  kind: PartyKind
  number: number
  owed: Amount
}

/** One customer or supplier: what is owed and how late, what is open, and the statement. */
export function PartyPane({ kind, number, owed }: PaneProps) {
  const now = today()
  const party = useRead<Party>(partyPaths.party(kind, number))
  const open = useWhole<Listed<PartyEntry>>(partyPaths.openItems(kind, now)).data?.items ?? []
  const own = open.filter((one) => numberOf(one) === number)
  // What suppliers are owed is positive here, as it is in the aged report.
  const sign = kind === 'customer' ? 1n : -1n
  const due = own
    .filter((one) => sign * cents(one.remainderInBaseCurrency) > 0n && one.dueDate !== null && one.dueDate < now)
    .map(({ dueDate }) => dueDate!)
    .sort()[0]
  if (!party.data) return <section class="pane">{stateOf(party, 8, 3)}</section>
  return (
    <section class="pane one" aria-label={party.data.name}>
      <div class="ph">
        <h2 class="tr">
          {number} {party.data.name}
        </h2>
        <span class="grow" />
        {kind === 'customer' && !isReadOnly() && (
          <a class="btn" href={hrefOf('/invoices/new', { customer: String(number) })}>
            <Icon name="invoice" /> {t('invoice')}
          </a>
        )}
      </div>
      <div class="scroll" tabIndex={-1}>
        <div class="pad">
          <div class="row-b wraps">
            <span class="figure" data-of="owed">
              <Figure amount={owed} href={hrefOf(`/${kind}s/${number}`)} />
            </span>
            {due && <span class="neg b">{t('lateDays', { n: daysBetween(due, now) })}</span>}
          </div>
          {kind === 'customer' && due && <LaterPaid number={number} open={own} now={now} />}
          <Facts party={party.data} />
        </div>
        <OpenItems items={own} sign={sign} now={now} />
        <Statement kind={kind} number={number} sign={sign} now={now} />
      </div>
    </section>
  )
}

interface LaterProps {
  number: number
  open: readonly PartyEntry[]
  now: string
}

const isInvoice = ({ customerInvoiceNumber, amountInBaseCurrency }: PartyEntry): boolean =>
  Boolean(customerInvoiceNumber) && cents(amountInBaseCurrency) > 0n

/** Says where later invoices of a customer are settled, but not those that are late: they may have been forgotten. */
function LaterPaid({ number, open, now }: LaterProps) {
  const unpaid = open
    .filter((one) => isInvoice(one) && isLate(one, now) && cents(one.remainderInBaseCurrency) > 0n)
    .toSorted((a, b) => (a.date < b.date ? -1 : 1))
  const [first] = unpaid
  const path = first && partyPaths.statement('customer', number, first.date, now)
  const items = useWhole<PartyStatement & Listed<PartyEntry>>(path).data?.items ?? []
  const later = items.filter(
    (one) => isInvoice(one) && one.date > first!.date && cents(one.remainderInBaseCurrency) === 0n,
  )
  if (!first || later.length === 0) return null
  return (
    <p class="m2 later" data-of="later">
      {counted('laterOpenOne', 'laterOpenMany', unpaid.length)}{' '}
      <b class="b">{counted('laterPaidOne', 'laterPaidMany', later.length)}</b>. {t('laterAsk')}{' '}
      <a class="l" href={hrefOf(`/invoices/${first.customerInvoiceNumber}`)}>
        {first.customerInvoiceNumber}
      </a>{' '}
      {t('laterBefore')}
    </p>
  )
}

/** A text that stays on one line. */
const unbroken = (text: string): string => text.replaceAll(' ', '\u00A0')

function Facts({ party }: { party: Party }) {
  const terms = useMaster<Listed<{ number: number; name?: string }>>(`${PATHS.daybook}/payment-terms`, true).data
  const term = terms?.items.find(({ number }) => number === party.paymentTermNumber)
  const facts = [
    [t('terms'), term?.name],
    [t('contact'), [party.email, party.phone && unbroken(party.phone)].filter(Boolean).join(' · ')],
    [
      t('address'),
      [party.address, [party.postalCode, party.city].filter(Boolean).join(' ')].filter(Boolean).join(', '),
    ],
    ['CVR', party.corporateIdentificationNumber],
    [t('bankAccount'), party.bankAccount],
  ] as const
  return (
    <dl class="kv s">
      {facts.map(
        ([name, value]) =>
          value && (
            <>
              <dt>{name}</dt>
              <dd class="any">{value}</dd>
            </>
          ),
      )}
    </dl>
  )
}

/** An amount in its currency, where that is not the base currency. */
const Foreign = ({ entry, amount, sign }: { entry: PartyEntry; amount: Amount; sign: bigint }) =>
  entry.currency === baseCurrency() ? null : (
    <span class="m3"> {`${entry.currency} ${shown(sign * cents(amount))}`}</span>
  )

const isLate = ({ dueDate }: PartyEntry, now: string): boolean => dueDate !== null && dueDate < now

function OpenItems({ items, sign, now }: { items: readonly PartyEntry[]; sign: bigint; now: string }) {
  if (items.length === 0) return null
  return (
    <table class="t dense drl" data-grid="open">
      <caption>{t('openItems')}</caption>
      <thead>
        <tr>
          <th>{t('dueHead')}</th>
          <th>{t('invoice')}</th>
          <th>{t('text')}</th>
          <th class="n">{t('openHead')}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((entry) => (
          <tr key={entry.entryNumber} data-item={entry.entryNumber}>
            <td class="id">{dayName(entry.dueDate)}</td>
            <td class="id">
              <a href={voucherOf(entry)}>{invoiceOf(entry) || entry.voucherNumber}</a>
            </td>
            <td class="w">
              {entry.text}
              <Foreign entry={entry} amount={entry.remainderInCurrency} sign={sign} />
            </td>
            <td class={isLate(entry, now) && sign * cents(entry.remainderInBaseCurrency) > 0n ? 'n neg b' : 'n'}>
              <Figure amount={sign * cents(entry.remainderInBaseCurrency)} href={voucherOf(entry)} column="o" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface StatementProps {
  kind: PartyKind
  number: number
  sign: bigint
  now: string
}

function Statement({ kind, number, sign, now }: StatementProps) {
  const period = periodOf(route.value.query.get('period')) ?? periodOf(now.slice(0, 4))!
  const last = period.to < now ? period.to : now
  const path = partyPaths.statement(kind, number, period.from, last)
  const statement = useWhole<PartyStatement & Listed<PartyEntry>>(path)
  return (
    <>
      <div class="row sth">
        <h3>{t('statement')}</h3>
        <span class="grow" />
        <PeriodSelect period={period} />
        {kind === 'customer' && (
          <button
            type="button"
            class="l s noprint"
            data-pdf={number}
            onClick={() =>
              void download(partyPaths.letter(number, period.from, last), `${kind}-${number}-${period.name}.pdf`)
            }
          >
            PDF
          </button>
        )}
        <button
          type="button"
          class="l s only-wide noprint"
          onClick={() => void download(`${path}&format=csv`, `${kind}-${number}-${period.name}.csv`)}
        >
          CSV
        </button>
      </div>
      {statement.data ? (
        <Entries statement={statement.data} sign={sign} now={now} words={periodName(period, language.value)} />
      ) : (
        stateOf(statement, 8, 5)
      )}
    </>
  )
}

interface EntriesProps {
  statement: PartyStatement
  sign: bigint
  now: string
  words: string
}

function Entries({ statement, sign, now, words }: EntriesProps) {
  const { items, openingBalanceInBaseCurrency: opening } = statement
  const turned = (amount: Amount | undefined): bigint => sign * cents(amount)
  if (items.length === 0 && cents(opening) === 0n) return <Nothing title={t('noStatement', { period: words })} />
  const before = String(Number(statement.from.slice(0, 4)) - 1)
  return (
    <table class="t dense drl" data-grid="statement">
      <thead>
        <tr>
          <th>{t('date')}</th>
          <th>{t('invoice')}</th>
          <th>{t('text')}</th>
          <th class="n">{t('amount')}</th>
          <th class="n only-wide">{t('balance')}</th>
          <th class="n">{t('openHead')}</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <td class="id m3">{dayName(statement.from, true)}</td>
          <td />
          <td class="w m3">{t('broughtForward')}</td>
          <td />
          <td class="n m2 only-wide">
            <Figure amount={turned(opening)} href={hrefWith({ period: before })} column="b" />
          </td>
          <td />
        </tr>
        {items.map((entry) => (
          <Entry entry={entry} sign={sign} now={now} key={entry.entryNumber} />
        ))}
        <tr class="tot" data-of="closing">
          <td class="w" colSpan={3}>
            {dayName(statement.to)}
          </td>
          <td class="only-wide" />
          <td class="n">
            <Figure
              amount={turned(statement.closingBalanceInBaseCurrency)}
              href={hrefWith({ period: undefined })}
              column="b"
            />
          </td>
          <td />
        </tr>
      </tbody>
    </table>
  )
}

function Entry({ entry, sign, now }: { entry: PartyEntry; sign: bigint; now: string }) {
  const open = sign * cents(entry.remainderInBaseCurrency)
  return (
    <tr data-entry={entry.entryNumber}>
      <td class="id">{dayName(entry.date, true)}</td>
      <td class="id">
        <a href={voucherOf(entry)}>{invoiceOf(entry) || entry.voucherNumber}</a>
      </td>
      <td class="w">
        {entry.text}
        <Foreign entry={entry} amount={entry.amount} sign={sign} />
      </td>
      <td class="n">
        <Figure amount={sign * cents(entry.amountInBaseCurrency)} href={voucherOf(entry)} />
      </td>
      <td class="n m2 only-wide">
        <Figure amount={sign * cents(entry.balanceInBaseCurrency)} href={voucherOf(entry)} column="b" />
      </td>
      <td class={isLate(entry, now) && open > 0n ? 'n neg b' : 'n'}>
        <Figure amount={open} href={voucherOf(entry)} column="o" />
      </td>
    </tr>
  )
}
