import { useMaster } from '../reads.ts'
import type { Listed } from '../books.ts'
import { draftPaths } from '../drafts.ts'

/** The VAT codes that fields of the page find by name. */
export function VatCodes() {
  const codes = useMaster<Listed<{ code: string; name: string }>>(draftPaths.vatCodes, true).data?.items ?? []
  return (
    <datalist id="vat-codes">
      {codes.map(({ code, name }) => (
        <option value={code} key={code}>
          {name}
        </option>
      ))}
    </datalist>
  )
}
