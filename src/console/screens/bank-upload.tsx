import { useState } from 'preact/hooks'
import type { Write } from '../sending.ts'
import { type Bank, bankPaths } from '../bank.ts'
import { Dialog } from '../frame/dialog.tsx'
import type { Amount } from '../money.ts'
import { Faults } from '../parts/faults.tsx'
import { shown } from '../parts/figure.tsx'
import { dayName } from '../period.ts'
import { fromHere, setQuery } from '../route.ts'
import { counted, t } from '../words.ts'
import { useWriting } from '../writing.ts'

interface Statement {
  bankAccountNumber: number
  from: string
  to: string
  openingBalance?: Amount
  closingBalance?: Amount
  lines: number
  alreadyThere: number
  waiting: number
}
interface Preview {
  format: string
  profile?: string
  statements: Statement[]
}

/** Files that a preview can be asked of. */
const PREVIEW_BYTES_MAX = 1024 * 1024

/** The file that was chosen, what would become of it, and reading it. */
function useFile(bank: Bank, close: () => void) {
  const [file, setFile] = useState<File | undefined>(undefined)
  const [preview, setPreview] = useState<Preview | undefined>(undefined)
  const [isGapTaken, takeGap] = useState(false)
  const writing = useWriting()
  const formOf = (chosen: File, isPreview: boolean, hasGap: boolean): Write => {
    const form = new FormData()
    form.set('bankAccountNumber', String(bank.account.number))
    if (hasGap) form.set('acceptGap', 'true')
    if (isPreview) form.set('preview', 'true')
    form.set('file', chosen)
    return { form, isDry: isPreview }
  }
  const look = async (chosen: File | undefined, hasGap: boolean): Promise<void> => {
    setFile(chosen)
    setPreview(undefined)
    writing.clear()
    if (!chosen || chosen.size > PREVIEW_BYTES_MAX) return
    const told = await writing.send<Preview>('POST', bankPaths.upload, formOf(chosen, true, hasGap))
    if (told) setPreview(told.answer)
  }
  const read = async (event: Event): Promise<void> => {
    event.preventDefault()
    if (!file) return
    const goOn = fromHere()
    const isRead = await writing.send('POST', bankPaths.upload, formOf(file, false, isGapTaken))
    if (!isRead) return
    goOn(() => setQuery({ to: undefined, line: undefined }))
    close()
  }
  const hasGap = writing.faults.some(({ errorCode }) => errorCode === 'BankStatementGap')
  const isReady = file !== undefined && writing.faults.length === 0 && !writing.isSending
  const turnGap = (isTaken: boolean): void => {
    takeGap(isTaken)
    void look(file, isTaken)
  }
  return { preview, hasGap: hasGap || isGapTaken, isGapTaken, isReady, messages: writing.messages, look, read, turnGap }
}

/** Reads a file of the bank: first what would become of it, then itself. */
export function BankUpload({ bank, close }: { bank: Bank; close: () => void }) {
  const { preview, hasGap, isGapTaken, isReady, messages, look, read, turnGap } = useFile(bank, close)
  return (
    <Dialog title={t('bankImportTitle', { account: bank.account.name })} close={close}>
      <p class="m2">{t('bankImportText')}</p>
      <form class="up" onSubmit={(event) => void read(event)}>
        <label class="f">
          <span>{t('bankFile')}</span>
          <input
            type="file"
            data-first
            accept=".xml,.csv,.txt,.sta,.940,.zip"
            onChange={(event) => void look(event.currentTarget.files?.[0], isGapTaken)}
          />
        </label>
        {preview?.statements.map((one) => (
          <Told
            key={`${one.bankAccountNumber} ${one.from}`}
            statement={one}
            format={preview.profile ?? preview.format}
          />
        ))}
        <Faults messages={messages} />
        {hasGap && (
          <label class="row">
            <input type="checkbox" checked={isGapTaken} onChange={(event) => turnGap(event.currentTarget.checked)} />
            {t('bankGap')}
          </label>
        )}
        <button type="submit" class="btn pri" disabled={!isReady}>
          {t('bankRead')} <kbd>↵</kbd>
        </button>
      </form>
    </Dialog>
  )
}

const Told = ({ statement, format }: { statement: Statement; format: string }) => (
  <dl class="kv s">
    <dt>{format}</dt>
    <dd>
      {dayName(statement.from)}–{dayName(statement.to)}
    </dd>
    <dt>{t('bankFileLines')}</dt>
    <dd>
      {counted('bankNewOne', 'bankNewMany', statement.lines)}
      {statement.alreadyThere > 0 && ` · ${t('bankAlready', { n: statement.alreadyThere })}`}
      {statement.waiting > 0 && ` · ${t('bankWaiting', { n: statement.waiting })}`}
    </dd>
    {statement.closingBalance !== undefined && (
      <>
        <dt>{t('balance')}</dt>
        <dd class="num">
          {shown(statement.openingBalance)} → {shown(statement.closingBalance)}
        </dd>
      </>
    )}
  </dl>
)
