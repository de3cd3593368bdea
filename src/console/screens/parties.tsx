import { type Reading, useRead } from '../reads.ts'
import { explainedPath } from '../explained.ts'
import { Page } from '../frame/page.tsx'
import { useKeys } from '../keys.ts'
import { type Amount, cents } from '../money.ts'
import { type AgedParties, type AgedParty, numberOf, type PartyKind, partyPaths } from '../parties.ts'
import { AgeBar, AGES } from '../parts/age-bar.tsx'
import { Figure } from '../parts/figure.tsx'
import { type Headed, Nothing, stateOf } from '../parts/states.tsx'
import { today } from '../period.ts'
import { go, hrefOf, hrefWith, route } from '../route.ts'
import { counted, t } from '../words.ts'
import { Explain } from './explain.tsx'
import { currencyOf, kept, type Order, orderOf, owedTitle, PartyActions, useOwing, WORDS } from './parties-head.tsx'
import { PartyPane } from './party.tsx'

const largest = (a: Amount, b: Amount): number => Number(cents(b) - cents(a))

/** Late first: by what is latest, then by all that is owed. */
const BY: Readonly<Record<Order, (a: AgedParty, b: AgedParty) => number>> = {
  late: (a, b) => largest(a.overdueOver90, b.overdueOver90) || largest(a.total, b.total),
  owes: (a, b) => largest(a.total, b.total),
  name: (a, b) => a.name.localeCompare(b.name, 'da'),
}

/** Customers or suppliers: what is owed by age, who owes it or is owed it, and one of them beside it. */
export function PartiesScreen({ kind, number }: { kind: PartyKind; number: number | undefined }) {
  const now = today()
  const path = partyPaths.aged(kind, now, currencyOf())
  const aged = useRead<AgedParties>(path)
  const owing = useOwing(kind, aged.data)
  useKeys({ Escape: () => (number === undefined ? false : go(hrefOf(`/${kind}s`, kept()))) })
  return (
    <Page title={t(WORDS[kind].many)} isFlush sub={owing} actions={<PartyActions kind={kind} path={path} date={now} />}>
      {aged.data ? <Parties kind={kind} aged={aged.data} number={number} /> : <Awaited kind={kind} aged={aged} />}
      {aged.data && <Explained kind={kind} aged={aged.data} path={path} />}
    </Page>
  )
}

/** What a figure of the list is made of: the open items of a party, or of all. */
function Explained({ kind, aged, path }: { kind: PartyKind; aged: AgedParties; path: string }) {
  const target = route.value.query.get('explain')
  if (target === null) return null
  const [number, column = number] = target.split('.') as [string, string?]
  const isAll = number === column
  const row = isAll ? aged : aged.items.find((one) => numberOf(one) === Number(number))
  const age = AGES.find(([one]) => one === column)
  const amount = age ? row?.[age[0]] : row?.total
  if (!row || amount === undefined || (!age && column !== 'total')) return null
  const name = isAll ? t(WORDS[kind].owed) : (row as AgedParty).name
  return (
    <Explain
      target={target}
      title={age ? `${name}, ${t(age[1])}` : name}
      amount={cents(amount)}
      sign={1n}
      path={explainedPath(path, target)}
      href={isAll ? undefined : hrefOf(`/${kind}s/${number}`, kept())}
      accountHref={(account) => hrefOf(`/accounts/${account}`, { period: aged.date.slice(0, 4) })}
    />
  )
}

const Head = ({ kind }: { kind: PartyKind }) => (
  <thead>
    <tr>
      <th>{t('no')}</th>
      <th>{t(WORDS[kind].one)}</th>
      {AGES.map(([age, word]) => (
        <th class="n only-wide" key={age}>
          {t(word)}
        </th>
      ))}
      <th class="n">{t(kind === 'customer' ? 'owesHead' : 'owedHead')}</th>
    </tr>
  </thead>
)

const headedOf = (kind: PartyKind): Headed => ({
  table: 'dense',
  head: <Head kind={kind} />,
  cells: ['id', 'w', ...AGES.map(() => 'n only-wide'), 'n'],
})

/** What is awaited stands where it will be. */
function Awaited({ kind, aged }: { kind: PartyKind; aged: Reading<AgedParties> }) {
  if (aged.refusal) return stateOf(aged)!
  return (
    <>
      <section class="owed" aria-label={t(WORDS[kind].owed)}>
        <div>
          <div class="s m3">{owedTitle(kind)}</div>
          <div class="figure">&nbsp;</div>
        </div>
      </section>
      <div class="split cs">
        <section class="pane" aria-label={t(WORDS[kind].many)}>
          {stateOf(aged, 20, headedOf(kind))}
        </section>
        <div class="pane only-wide" />
      </div>
    </>
  )
}

interface PartiesProps {
  kind: PartyKind
  aged: AgedParties
  number: number | undefined
}

function Parties({ kind, aged, number }: PartiesProps) {
  // What one owes is shown of all currencies, as what is open of it.
  const all =
    useRead<AgedParties>(currencyOf() === undefined ? undefined : partyPaths.aged(kind, aged.date)).data ?? aged
  return (
    <>
      <section class="owed" aria-label={t(WORDS[kind].owed)}>
        <div>
          <div class="s m3">{owedTitle(kind)}</div>
          <div class="figure">
            <Figure amount={aged.total} href={hrefOf(`/${kind}s`)} />
          </div>
        </div>
        <div class="grow">
          <AgeBar ages={aged} total={aged.total} />
        </div>
      </section>
      <div class="split cs" data-voucher={number !== undefined}>
        <section class="pane" aria-label={t(WORDS[kind].many)}>
          {aged.items.length === 0 ? (
            <Nothing title={t('nothingOwed')} />
          ) : (
            <List kind={kind} aged={aged} number={number} />
          )}
        </section>
        {number === undefined ? (
          <section class="pane only-wide" aria-label={t('statement')}>
            <Nothing title={t(WORDS[kind].pick)} />
          </section>
        ) : (
          <PartyPane
            kind={kind}
            number={number}
            owed={all.items.find((one) => numberOf(one) === number)?.total ?? 0}
            key={number}
          />
        )}
      </div>
    </>
  )
}

function List({ kind, aged, number }: PartiesProps) {
  return (
    <div class="scroll" tabIndex={-1}>
      <table class="t dense" data-grid="main">
        <Head kind={kind} />
        <tbody>
          {aged.items.toSorted(BY[orderOf()]).map((row) => (
            <Row kind={kind} row={row} isOn={numberOf(row) === number} key={numberOf(row)} />
          ))}
        </tbody>
        <tfoot>
          <tr class="tot" data-of="all">
            <td />
            <td class="w">
              {kind === 'customer'
                ? counted('customerOne', 'customerMany', aged.items.length)
                : counted('supplierOne', 'supplierMany', aged.items.length)}
            </td>
            {AGES.map(([age, word]) => (
              <td class="n only-wide" key={age}>
                <Figure
                  amount={aged[age]}
                  href={hrefWith({ order: 'late' })}
                  column={age}
                  explain={age}
                  what={t(word)}
                  isWhole
                />
              </td>
            ))}
            <td class="n">
              <Figure amount={aged.total} href={hrefWith({ order: 'owes' })} column="total" explain="total" />
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

function Row({ kind, row, isOn }: { kind: PartyKind; row: AgedParty; isOn: boolean }) {
  const href = hrefOf(`/${kind}s/${numberOf(row)}`, kept())
  return (
    <tr class={isOn ? 'on' : ''} data-of={numberOf(row)}>
      <td class="id">{numberOf(row)}</td>
      <td class="w">
        <a href={href} aria-current={isOn ? 'true' : undefined}>
          {row.name}
        </a>
      </td>
      {AGES.map(([age, word]) => (
        <td class={age === 'overdueOver90' ? 'n only-wide neg' : 'n only-wide'} key={age}>
          <Figure
            amount={row[age]}
            href={href}
            isWhole
            isBlankZero
            column={age}
            explain={`${numberOf(row)}.${age}`}
            what={`${row.name}, ${t(word)}`}
          />
        </td>
      ))}
      <td class="n b">
        <Figure amount={row.total} href={href} column="total" explain={`${numberOf(row)}.total`} what={row.name} />
      </td>
    </tr>
  )
}
