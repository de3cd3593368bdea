import { useRead, useWhole } from '../reads.ts'
import type { Listed } from '../books.ts'
import { Page } from '../frame/page.tsx'
import { useKeys } from '../keys.ts'
import { Figure } from '../parts/figure.tsx'
import { Icon } from '../parts/icon.tsx'
import { download } from '../parts/report-buttons.tsx'
import { Faults } from '../parts/faults.tsx'
import { type Headed, Nothing, stateOf } from '../parts/states.tsx'
import { PAIN, type Payment, paymentPaths, type Proposal } from '../payments.ts'
import { dayName } from '../period.ts'
import { go, hrefOf } from '../route.ts'
import { baseCurrency, isReadOnly } from '../session.ts'
import { counted, t } from '../words.ts'
import { useWriting } from '../writing.ts'
import { Money } from './payment-new.tsx'

const STATES = {
  waiting: ['payWaiting', 'tag acc'],
  settled: ['paySettled', 'tag'],
  cancelled: ['payCancelled', 'tag'],
} as const

const State = ({ state }: { state: Proposal['state'] }) => {
  const [word, classes] = STATES[state]
  return <span class={classes}>{t(word)}</span>
}

/** Payments as the bank gets them: files that wait or are paid, and one of them with what it pays. */
export function PaymentsScreen({ number }: { number: number | undefined }) {
  const proposals = useRead<Proposal[]>(paymentPaths.recent)
  const begin = (): unknown => (isReadOnly() ? false : go(hrefOf('/payments/new')))
  useKeys({
    n: begin,
    Escape: () => (number === undefined ? false : go(hrefOf('/payments'))),
  })
  const items = proposals.data ?? []
  const waiting = items.filter(({ state }) => state === 'waiting').length
  const chosen = items.find((one) => one.number === number)
  return (
    <Page
      title={t('payments')}
      isFlush
      sub={proposals.data && counted('payWaitsOne', 'payWaitsMany', waiting)}
      actions={
        <button type="button" class="btn pri" disabled={isReadOnly()} onClick={begin}>
          <Icon name="plus" /> {t('payNew')} <kbd>N</kbd>
        </button>
      }
    >
      {proposals.refusal && !proposals.data ? (
        stateOf(proposals)
      ) : (
        <div class="split cs" data-voucher={number !== undefined}>
          <section class="pane" aria-label={t('payments')}>
            {stateOf(proposals, 12, HEADED) ??
              (items.length === 0 ? (
                <Nothing title={t('payNone')} text={t('payNoneText')} />
              ) : (
                <List items={items} chosen={number} />
              ))}
          </section>
          {chosen ? (
            <ProposalPane proposal={chosen} key={number} />
          ) : (
            <section class="pane only-wide" aria-label={t('payFile')}>
              {proposals.data && <Nothing title={t('payPick')} />}
            </section>
          )}
        </div>
      )}
    </Page>
  )
}

const Head = () => (
  <thead>
    <tr>
      <th>{t('no')}</th>
      <th>{t('payDay')}</th>
      <th class="only-wide">{t('payFromAccount')}</th>
      <th class="n only-wide">{t('payments')}</th>
      <th class="n">{t('amount')}</th>
      <th>{t('status')}</th>
    </tr>
  </thead>
)

const HEADED: Headed = {
  table: 'dense',
  head: <Head />,
  cells: ['id', 'w', 'id only-wide', 'n only-wide', 'n', ''],
}

const List = ({ items, chosen }: { items: readonly Proposal[]; chosen: number | undefined }) => (
  <div class="scroll" tabIndex={-1}>
    <table class="t dense" data-grid="main">
      <Head />
      <tbody>
        {items.map((one) => {
          const href = hrefOf(`/payments/${one.number}`)
          return (
            <tr key={one.number} class={one.number === chosen ? 'on' : ''} data-of={one.number}>
              <td class="id">{one.number}</td>
              <td class="w">
                <a href={href} data-stop="a" aria-current={one.number === chosen ? 'true' : undefined}>
                  {dayName(one.paymentDate)}
                </a>
              </td>
              <td class="id only-wide">{one.payerAccount}</td>
              <td class="n only-wide">{one.payments}</td>
              <td class="n">
                <Totals one={one} />
              </td>
              <td>
                <State state={one.state} />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  </div>
)

/** What the payments of a file come to: a figure for each currency. */
const Totals = ({ one: { number, totals } }: { one: Proposal }) => (
  <>
    {totals.map(({ currency, amount }) => (
      <div key={currency}>
        {currency !== baseCurrency() && <span class="m3">{currency} </span>}
        <Figure amount={amount} href={hrefOf(`/payments/${number}`)} column="b" />
      </div>
    ))}
  </>
)

function ProposalPane({ proposal }: { proposal: Proposal }) {
  const { number, state } = proposal
  const payments = useWhole<Listed<Payment>>(paymentPaths.payments(number))
  const writing = useWriting()
  const title = t('payFileOf', { n: number })
  return (
    <section class="pane one" aria-label={title}>
      <div class="ph">
        <h2 class="tr">{title}</h2>
        <span class="grow" />
        {state === 'waiting' && (
          <button
            type="button"
            class="btn danger"
            disabled={isReadOnly() || writing.isSending}
            onClick={() => void writing.send('POST', paymentPaths.cancel(number))}
          >
            {t('payCancel')}
          </button>
        )}
      </div>
      <Faults messages={writing.messages} isAlone />
      <div class="scroll" tabIndex={-1}>
        <div class="pad">
          <dl class="kv s">
            <dt>{t('status')}</dt>
            <dd>
              <State state={state} />
            </dd>
            <dt>{t('payDay')}</dt>
            <dd>{dayName(proposal.paymentDate)}</dd>
            <dt>{t('total')}</dt>
            <dd>
              <Totals one={proposal} />
            </dd>
            <dt>{t('payFromAccount')}</dt>
            <dd class="any">{proposal.payerAccount}</dd>
            <dt>{t('payMessage')}</dt>
            <dd class="any">{proposal.messageId}</dd>
          </dl>
          {state !== 'cancelled' && (
            <div class="row wraps files">
              {PAIN.map((version) => (
                <button
                  type="button"
                  class="btn"
                  key={version}
                  data-file={version}
                  onClick={() =>
                    void download(paymentPaths.file(number, version), `${proposal.messageId}-${version}.xml`)
                  }
                >
                  <Icon name="download" /> {version}
                </button>
              ))}
            </div>
          )}
        </div>
        {payments.data ? <Payments items={payments.data.items} /> : stateOf(payments, 6, HEADED_PAYMENTS)}
      </div>
    </section>
  )
}

const PaymentsHead = () => (
  <thead>
    <tr>
      <th>{t('dueHead')}</th>
      <th>{t('payTo')}</th>
      <th>{t('invoice')}</th>
      <th class="n">{t('amount')}</th>
      <th>{t('status')}</th>
    </tr>
  </thead>
)

const HEADED_PAYMENTS: Headed = { table: 'dense drl', head: <PaymentsHead />, cells: ['id', 'w', 'id', 'n', ''] }

const Payments = ({ items }: { items: readonly Payment[] }) => (
  <table class="t dense drl" data-grid="payments">
    <PaymentsHead />
    <tbody>
      {items.map((one) => (
        <tr key={one.number} data-payment={one.number}>
          <td class="id">{dayName(one.dueDate)}</td>
          <td class="w">
            <a href={hrefOf(`/suppliers/${one.supplierNumber}`)}>{one.payeeName}</a>
          </td>
          <td class="id">{one.invoiceNumber}</td>
          <Money one={one} />
          <td>
            <State state={one.state} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
