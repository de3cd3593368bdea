import { Page } from '../frame/page.tsx'
import { isOfIntegration } from '../integration.ts'
import { Nothing } from '../parts/states.tsx'
import { hrefOf, numberIn, route } from '../route.ts'
import { t } from '../words.ts'
import { ApproveScreen } from './approve.tsx'
import { CaptureScreen } from './capture.tsx'
import { InboxScreen } from './inbox.tsx'
import { AccountScreen } from './account.tsx'
import { BankScreen } from './bank.tsx'
import { AssetsScreen } from './assets.tsx'
import { BalanceSheetScreen } from './balance-sheet.tsx'
import { EntryScreen } from './entry.tsx'
import { DraftScreen, NewInvoiceScreen } from './invoice-draft.tsx'
import { InvoicesScreen } from './invoices.tsx'
import { Integration } from './integration.tsx'
import { JournalScreen } from './journal.tsx'
import { Later } from './later.tsx'
import { OpeningScreen } from './opening.tsx'
import { Overview } from './overview.tsx'
import { PartiesScreen } from './parties.tsx'
import { NewPaymentsScreen } from './payment-new.tsx'
import { PaymentsScreen } from './payments.tsx'
import { ProfitAndLossScreen } from './profit-and-loss.tsx'
import { RemindersScreen } from './reminders.tsx'
import { SettingsScreen } from './settings.tsx'
import { TrialBalanceScreen } from './trial-balance.tsx'
import { VatScreen } from './vat.tsx'
import { VoucherScreen } from './voucher.tsx'
import { YearEndScreen } from './year-end.tsx'

const loadAudit = () => import('./audit.tsx').then(({ AuditScreen }) => AuditScreen)

/** The screen of the present address. */
export function Screen() {
  const [first, second, third, fourth] = route.value.parts
  if (first === undefined) return <Overview />
  if (isOfIntegration(first)) return <Integration place={first} id={second} />
  if (first === 'journals') return <JournalScreen number={second === undefined ? undefined : Number(second)} />
  if (first === 'invoices') return <InvoicesOf second={second} third={third} />
  if (first === 'customers' || first === 'suppliers') {
    const kind = first === 'customers' ? 'customer' : 'supplier'
    return <PartiesScreen kind={kind} number={numberIn(second)} key={first} />
  }
  if (first === 'inbox') return <InboxScreen />
  if (first === 'approve') return <ApproveScreen />
  if (first === 'capture') return <CaptureScreen />
  if (first === 'vat') return <VatScreen period={second} />
  if (first === 'assets') return <AssetsScreen number={numberIn(second)} />
  if (first === 'reminders') return <RemindersScreen number={numberIn(second)} />
  if (first === 'payments')
    return second === 'new' ? <NewPaymentsScreen /> : <PaymentsScreen number={numberIn(second)} />
  if (first === 'opening') return <OpeningScreen />
  if (first === 'year-end') return <YearEndScreen year={second} />
  if (first === 'bank') return <BankScreen number={second === undefined ? undefined : Number(second)} />
  if (first === 'audit') return <Later title={t('audit')} load={loadAudit} props={{}} key={first} />
  if (first === 'settings') return <SettingsScreen part={second} />
  if (first === 'reports' && second === 'trial-balance') return <TrialBalanceScreen />
  if (first === 'reports' && second === 'profit-and-loss') return <ProfitAndLossScreen />
  if (first === 'reports' && second === 'balance-sheet') return <BalanceSheetScreen />
  if (first === 'accounts' && /^\d+$/.test(second ?? '')) return <AccountScreen number={Number(second)} />
  if (first === 'entries' && /^\d+$/.test(second ?? '')) return <EntryScreen number={Number(second)} />
  if (first === 'vouchers' && /^\d+$/.test(fourth ?? '')) {
    return <VoucherScreen journal={second!} year={third!} number={Number(fourth)} />
  }
  return (
    <Page title={t('notFoundTitle')}>
      <Nothing title={t('notFoundTitle')} text={t('notFoundText')}>
        <a class="btn" href={hrefOf('/')}>
          {t('toOverview')}
        </a>
      </Nothing>
    </Page>
  )
}

function InvoicesOf({ second, third }: { second: string | undefined; third: string | undefined }) {
  if (second === 'new') return <NewInvoiceScreen />
  if (second === 'drafts' && third !== undefined) return <DraftScreen number={Number(third)} />
  return <InvoicesScreen number={numberIn(second)} />
}
