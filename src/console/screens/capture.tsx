import { useEffect, useState } from 'preact/hooks'
import { useAlike } from '../alike.ts'
import { useMaster } from '../reads.ts'
import { type Account, type Journal, type Listed, paths } from '../books.ts'
import { Page } from '../frame/page.tsx'
import { formOf, inboxPaths } from '../inbox.ts'
import { typedAmount } from '../money.ts'
import { AccountField, Accounts, accountTyped } from '../parts/account-field.tsx'
import { Faults } from '../parts/faults.tsx'
import { Icon } from '../parts/icon.tsx'
import { dayName, today } from '../period.ts'
import { baseCurrency, isReadOnly } from '../session.ts'
import { format } from '../settings.ts'
import { t } from '../words.ts'
import { useWriting } from '../writing.ts'

const EMPTY = { amount: '', text: '', account: '', vatCode: '', contra: '' }

/** What is taken, typed and sent of a receipt. */
function useReceipt(chart: readonly Account[], journal: number | undefined) {
  const [file, setFile] = useState<File | undefined>(undefined)
  const [url, setUrl] = useState<string | undefined>(undefined)
  const [typed, setTyped] = useState(EMPTY)
  const [told, tell] = useState('')
  const writing = useWriting()
  useEffect(() => {
    if (!file) return setUrl(undefined)
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  const amount = typedAmount(typed.amount, format.value)
  const account = accountTyped(chart, typed.account)?.number
  const contra = accountTyped(chart, typed.contra)?.number
  const begin = (text: string): void => {
    setFile(undefined)
    setTyped({ ...EMPTY, contra: typed.contra })
    tell(text)
  }
  const upload = async (): Promise<number | undefined> => {
    const form = formOf(file!, typed.text)
    return (await writing.send<{ number: number }>('POST', inboxPaths.all, { form }))?.answer.number
  }
  const keep = async (): Promise<void> => {
    if (file && (await upload()) !== undefined) begin(t('captureKept'))
  }
  const draft = async (): Promise<void> => {
    const number = file && amount !== undefined ? await upload() : undefined
    if (number === undefined) return
    const body = {
      journalNumber: journal,
      amount,
      date: today(),
      ...(typed.text.trim() === '' ? {} : { text: typed.text.trim() }),
      ...(account === undefined ? {} : { accountNumber: account }),
      ...(typed.vatCode === '' ? {} : { vatCode: typed.vatCode }),
      ...(contra === undefined ? {} : { contraAccountNumber: contra }),
    }
    if (await writing.send('POST', inboxPaths.act(number, 'draft'), { body })) begin(t('captureDrafted'))
    else begin(t('captureKept'))
  }
  const canDraft = file !== undefined && amount !== undefined && account !== undefined && journal !== undefined
  return { file, setFile, url, typed, setTyped, told, writing, keep, draft, canDraft }
}

/** A receipt is taken by photo: what it comes to, what it is, and off it goes. */
export function CaptureScreen() {
  const chart = useMaster<Listed<Account>>(paths.accounts, true).data?.items ?? []
  const journal = useMaster<Listed<Journal>>(paths.journals, true).data?.items[0]
  const receipt = useReceipt(chart, journal?.number)
  const { file, setFile, url, typed, setTyped, told, writing, keep, draft, canDraft } = receipt
  const change = (changes: Partial<typeof EMPTY>): void => setTyped({ ...typed, ...changes })
  const isOff = isReadOnly() || writing.isSending
  return (
    <Page title={t('capture')} sub={journal?.name}>
      <Accounts chart={chart} />
      <form
        class="cap"
        onSubmit={(event) => {
          event.preventDefault()
          if (canDraft && !isOff) void draft()
        }}
      >
        <Shot url={url} file={file} take={setFile} />
        <Total amount={typed.amount} type={(amount) => change({ amount })} />
        <label class="f">
          <span class="s m2">{t('captureWhat')}</span>
          <input
            class="in-t"
            name="text"
            value={typed.text}
            onInput={(event) => change({ text: event.currentTarget.value })}
          />
        </label>
        <Chips text={typed.text} account={typed.account} change={change} />
        <AccountField
          label={t('account')}
          value={typed.account}
          chart={chart}
          change={(account) => change({ account })}
        />
        <AccountField
          label={t('inboxPaidFrom')}
          name="contra"
          value={typed.contra}
          chart={chart}
          change={(contra) => change({ contra })}
        />
        <Faults messages={writing.messages} />
        <div class="s pos" role="status">
          {told}
        </div>
        <div class="capb">
          <button type="button" class="btn" disabled={isOff || !file} onClick={() => void keep()}>
            {t('captureNext')}
          </button>
          <button type="submit" class="btn pri" disabled={isOff || !canDraft}>
            {t('capturePut', { journal: journal?.name ?? '' })}
          </button>
        </div>
      </form>
    </Page>
  )
}

interface ShotProps {
  url: string | undefined
  file: File | undefined
  take: (file: File | undefined) => void
}

const Shot = ({ url, file, take }: ShotProps) => (
  <label class={url ? 'shot taken' : 'shot'}>
    {url ? <img src={url} alt={file?.name ?? ''} /> : <Icon name="camera" />}
    <span class="again">{t(url ? 'captureAgain' : 'captureTake')}</span>
    <input
      class="hide"
      type="file"
      accept="image/jpeg,image/png"
      capture="environment"
      disabled={isReadOnly()}
      onChange={(event) => take(event.currentTarget.files?.[0])}
    />
  </label>
)

const Total = ({ amount, type }: { amount: string; type: (amount: string) => void }) => (
  <label class="total">
    <span class="m3">{baseCurrency()}</span>
    <span class="hide">{t('amount')}</span>
    <input
      name="amount"
      inputMode="decimal"
      placeholder="0,00"
      value={amount}
      autocomplete="off"
      onInput={(event) => type(event.currentTarget.value)}
    />
  </label>
)

interface ChipsProps {
  text: string
  account: string
  change: (changes: { account: string; vatCode: string }) => void
}

/** What the last of this text were posted on: one tap takes it. */
function Chips({ text, account, change }: ChipsProps) {
  const alike = useAlike(text)
  const [first] = alike
  if (!first) return null
  const seen = new Set<number>()
  const lines = alike
    .flatMap((one) => one.lines.slice(0, 1))
    .filter(({ accountNumber }) => !seen.has(accountNumber) && seen.add(accountNumber))
  return (
    <div>
      <p class="s m3">{t('captureAlike', { voucher: first.voucherNumber, day: dayName(first.date, true) })}</p>
      <div class="chips">
        {lines.slice(0, 3).map(({ accountNumber, vatCode }) => (
          <button
            type="button"
            class={account === String(accountNumber) ? 'chip on' : 'chip'}
            key={accountNumber}
            onClick={() => change({ account: String(accountNumber), vatCode: vatCode ?? '' })}
          >
            {account === String(accountNumber) && <Icon name="check" />}
            {[accountNumber, vatCode].filter(Boolean).join(' · ')}
          </button>
        ))}
      </div>
    </div>
  )
}
