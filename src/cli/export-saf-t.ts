import { access, constants, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { type Command, dayOf, identifier, StartError } from './command.ts'
import { withStore } from './store.ts'

/** Writes an agreement's books as a SAF-T Financial file. */
export const exportSafTCommand: Command = {
  name: 'export saf-t',
  summary: "Write an agreement's books as a Norwegian SAF-T Financial file (version 1.30).",
  arguments: ['FILE'],
  options: {
    agreement: { value: 'NUMBER', summary: 'The agreement.', required: true },
    from: { value: 'DATE', summary: 'The first day; of the first year with entries where left out.' },
    to: { value: 'DATE', summary: 'The last day; of the last year with entries where left out.' },
  },
  async run({ options, arguments: [file], config }) {
    const { exportSafT } = await import('../saf-t/export.ts')
    const { progressReporter } = await import('./progress.ts')
    const agreement = identifier('agreement', options.agreement!)
    const days = { ...day('from', options.from), ...day('to', options.to) }
    await checkPlace(file!)
    return await withStore(config, async ({ database }) => {
      const progress = progressReporter(process.stderr)
      try {
        return { json: { ...(await exportSafT(database, agreement, file!, days, progress.report)) } }
      } finally {
        progress.end()
      }
    })
  },
}

const day = <K extends 'from' | 'to'>(option: K, text: string | undefined): Partial<Record<K, string>> =>
  text === undefined ? {} : ({ [option]: dayOf(option, text) } as Partial<Record<K, string>>)

/** Finds out whether a file can be written, before what goes into it is read. @throws StartError */
export async function checkPlace(file: string): Promise<void> {
  if ((await stat(file).catch(() => undefined))?.isDirectory()) {
    throw new StartError(`The file ${file} cannot be written: it is a directory.`)
  }
  await access(dirname(resolve(file)), constants.W_OK).catch((error: Error) => {
    throw new StartError(`The file ${file} cannot be written: ${error.message}`)
  })
}
