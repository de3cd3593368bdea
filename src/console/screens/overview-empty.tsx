import { useMaster } from '../reads.ts'
import { type Company, paths } from '../books.ts'
import { openDestinations } from '../frame/navigation.ts'
import { useKeys } from '../keys.ts'
import { Icon } from '../parts/icon.tsx'
import { go, hrefOf } from '../route.ts'
import { isReadOnly, session } from '../session.ts'
import { useWaitingAsked } from '../waits.ts'
import { counted, t } from '../words.ts'

/** Whether nothing is booked yet; undefined until the service has said. */
export const useIsEmpty = (): boolean | undefined => {
  const waiting = useWaitingAsked()
  return waiting.data === undefined ? (waiting.refusal ? false : undefined) : !waiting.data.hasEntries
}

interface Step {
  what: string
  text: string
  isDone: boolean
  href: string
  word: string
  key: string
}

function useSteps(): Step[] {
  const company = useMaster<Company>(paths.company).data
  const waits = useWaitingAsked().data
  const [entries, invoices] = [waits?.draftEntries ?? 0, waits?.draftInvoices ?? 0]
  const hasBank = openDestinations().some(({ path }) => path === '/bank')
  const cvr = company?.corporateIdentificationNumber
  const of = (
    what: string,
    text: string,
    isDone: boolean,
    path: string,
    word: string,
    key: string,
    query: Record<string, string> = {},
  ): Step => ({ what, text, isDone, href: hrefOf(path, query), word, key })
  return [
    of(
      t('stepCompany'),
      cvr ? t('stepCompanyDone', { name: company!.name, cvr }) : t('stepCompanyText'),
      Boolean(cvr),
      '/settings/company',
      t(cvr ? 'change' : 'fillIn'),
      'c',
    ),
    of(t('opening'), t('stepOpeningText'), false, '/opening', t('toOpening'), 'o'),
    of(
      t('stepVoucher'),
      entries > 0 ? counted('draftEntryOne', 'draftEntryMany', entries) : t('stepVoucherText'),
      entries > 0,
      '/journals/1',
      t('writeVoucher'),
      'b',
      entries > 0 ? {} : { line: 'new' },
    ),
    of(
      t('stepInvoice'),
      invoices > 0 ? counted('draftInvoiceOne', 'draftInvoiceMany', invoices) : t('stepInvoiceText'),
      invoices > 0,
      invoices > 0 ? '/invoices' : '/invoices/new',
      t('writeInvoice'),
      'i',
    ),
    of(t('stepPhoto'), t('stepPhotoText'), (waits?.inbox ?? 0) > 0, '/capture', t('captureTakeOne'), 'f'),
    ...(hasBank ? [of(t('stepBank'), t('stepBankText'), false, '/bank', t('toBank'), 'p')] : []),
  ]
}

/** The overview of books that are ready and empty: what puts the first figure into them. */
export function EmptyOverview({ name }: { name: string }) {
  const steps = useSteps()
  const first = steps.find(({ isDone }) => !isDone)
  const demo = session.value?.companies.find(({ isDemo }) => isDemo)
  useKeys(Object.fromEntries(steps.map(({ key, href }) => [key, () => (isReadOnly() ? false : go(href))])))
  return (
    <div class="empty">
      <h2 class="big">{t('emptyTitle', { name })}</h2>
      <p class="m2">{t('emptyText')}</p>
      <ol class="card steps">
        {steps.map((step, at) => (
          <li key={step.what} data-done={step.isDone}>
            <span class={step === first ? 'no on' : 'no'}>{step.isDone ? <Icon name="check" /> : at + 1}</span>
            <span class="grow">
              <b>{step.what}</b>
              <span class="under">{step.text}</span>
            </span>
            <a class={step.isDone ? 'l' : step === first ? 'btn pri' : 'btn'} href={step.href}>
              {step.word} {!step.isDone && <kbd>{step.key.toUpperCase()}</kbd>}
            </a>
          </li>
        ))}
      </ol>
      <div class="beside">
        {demo && (
          <a class="card pad" href={`/app/${demo.agreement}/`}>
            <b>
              <Icon name="flask" /> {t('lookAround')}
            </b>
            <span class="under">{t('lookAroundText')}</span>
          </a>
        )}
        <a class="card pad" href="/docs">
          <b>
            <Icon name="prompt" /> {t('programmer')}
          </b>
          <span class="under">{t('programmerText')}</span>
        </a>
      </div>
    </div>
  )
}
