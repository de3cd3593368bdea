import { useState } from 'preact/hooks'
import { type Bank, type BankLine, bankPaths } from '../bank.ts'
import { Dialog } from '../frame/dialog.tsx'
import { Faults } from '../parts/faults.tsx'
import { Icon } from '../parts/icon.tsx'
import { voucherHref } from '../route.ts'
import { isReadOnly } from '../session.ts'
import { t } from '../words.ts'
import { useWriting } from '../writing.ts'
import type { Acts } from './bank-actions.tsx'

/** A line that has its place: its voucher, and taking that back. */
export function DonePane({ bank, line, acts }: { bank: Bank; line: BankLine; acts: Acts }) {
  const [isAsked, ask] = useState(false)
  const writing = useWriting()
  if (line.state === 'ignored') {
    return (
      <>
        <p>{t('bankIgnoredAs', { reason: line.ignoredReason ?? '' })}</p>
        <Faults messages={writing.messages} />
        <div class="row bts">
          <button
            type="button"
            class="btn"
            disabled={isReadOnly() || writing.isSending}
            onClick={() => void writing.send('POST', bankPaths.state(line.number, 'reopen'))}
          >
            <Icon name="undo" /> {t('bankReopen')}
          </button>
        </div>
      </>
    )
  }
  const match = bank.matches.get(line.matchNumber ?? 0)
  const isReversed = line.state === 'booked' && match?.voucherNumber && !match.wasThere
  const undo = (): void => {
    ask(false)
    void acts.undo(line)
  }
  return (
    <>
      <p>
        <span class="pos">
          <Icon name="check" />
        </span>{' '}
        {t(line.state === 'booked' ? 'bankIsBooked' : 'bankIsMatched')}{' '}
        {match?.voucherNumber && (
          <a class="l" href={voucherHref(match.journalNumber, match.accountingYear ?? line.date, match.voucherNumber)}>
            {t('bankVoucher', { n: match.voucherNumber })}
          </a>
        )}
      </p>
      <div class="row bts">
        <button
          type="button"
          class="btn"
          disabled={isReadOnly() || acts.isSending}
          onClick={() => (isReversed ? ask(true) : undo())}
        >
          <Icon name="undo" /> {t('bankUndo')} <kbd>U</kbd>
        </button>
      </div>
      {isAsked && (
        <Dialog title={t('bankUndoTitle')} close={() => ask(false)}>
          <p>{t('bankUndoText', { n: match?.voucherNumber ?? 0 })}</p>
          <button type="button" class="btn pri" data-first onClick={undo}>
            {t('bankUndo')} <kbd>↵</kbd>
          </button>
        </Dialog>
      )}
    </>
  )
}
