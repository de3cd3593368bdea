import { formOfVoucher } from '../filed.ts'
import { type Journal, paths } from '../books.ts'
import type { Voucher } from '../drafts.ts'
import { isReadOnly } from '../session.ts'
import { t } from '../words.ts'
import { useWriting } from '../writing.ts'
import { Faults } from './faults.tsx'

interface AttachProps {
  journal: Journal
  voucher: Voucher
  /** How it looks: as a link, or as a button. */
  look: 'l' | 'btn'
}

/** Attaches a receipt to a draft voucher: a PDF, or a photo. */
export function Attach({ journal, voucher, look }: AttachProps) {
  const writing = useWriting()
  const take = (input: HTMLInputElement): void => {
    const file = input.files?.[0]
    input.value = ''
    if (file) void writing.send('POST', paths.attach, { form: formOfVoucher(file, journal, voucher) })
  }
  if (isReadOnly()) return null
  return (
    <>
      <label class={`${look} att`} aria-disabled={writing.isSending}>
        {t('attach')}
        <input
          class="hide"
          type="file"
          accept="application/pdf,image/jpeg,image/png"
          disabled={writing.isSending}
          onChange={(event) => take(event.currentTarget)}
        />
      </label>
      <Faults messages={writing.messages} />
    </>
  )
}
