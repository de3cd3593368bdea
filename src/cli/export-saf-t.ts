import type { FormatName } from '../saf-t/export/formats.ts'
import { type Command, dayOf, identifier, UsageError } from './command.ts'
import { checkPlace } from './files.ts'
import { withProgress } from './progress.ts'
import { withStore } from './store.ts'

/** Writes an agreement's books as a SAF-T Financial file. */
export const exportSafTCommand: Command = {
  name: 'export saf-t',
  summary: "Write an agreement's books as a SAF-T Financial file, Norwegian (1.30, 1.40) or Danish (2.1).",
  arguments: ['FILE'],
  options: {
    agreement: { value: 'NUMBER', summary: 'The agreement.', required: true },
    from: { value: 'DATE', summary: 'The first day; of the first year with entries where left out.' },
    to: { value: 'DATE', summary: 'The last day; of the last year with entries where left out.' },
    format: { value: 'FORMAT', summary: 'DK-2.1, NO-1.40 or NO-1.30; NO-1.30 where left out.' },
    documents: { summary: 'Make FILE a zip of the books and the documents of their vouchers.' },
  },
  async run({ options, arguments: [file], config }) {
    const { exportSafT } = await import('../saf-t/export/export.ts')
    const { FORMATS } = await import('../saf-t/export/formats.ts')
    const agreement = identifier('agreement', options.agreement!)
    const request = {
      ...day('from', options.from),
      ...day('to', options.to),
      ...formatOf(options.format, Object.keys(FORMATS)),
      withDocuments: options.documents !== undefined,
    }
    await checkPlace(file!)
    return await withStore(config, async ({ database }) => ({
      json: { ...(await withProgress((report) => exportSafT(database, agreement, file!, request, report))) },
    }))
  },
}

const day = <K extends 'from' | 'to'>(option: K, text: string | undefined): Partial<Record<K, string>> =>
  text === undefined ? {} : ({ [option]: dayOf(option, text) } as Partial<Record<K, string>>)

/** @throws UsageError for a format that there is not. */
function formatOf(text: string | undefined, known: readonly string[]): { format?: FormatName } {
  if (text === undefined) return {}
  if (!known.includes(text)) throw new UsageError(`--format is '${text}'; give one of ${known.join(', ')}.`)
  return { format: text as FormatName }
}
