import { type Command, dayOf, identifier, StartError } from './command.ts'
import { withProgress } from './progress.ts'
import { withStore } from './store.ts'

/** Makes draft invoices of every subscriber that is due. */
export const runSubscriptionsCommand: Command = {
  name: 'subscriptions run',
  summary: 'Make draft invoices of every subscriber that is due by a date, each once however often it is run.',
  arguments: [],
  options: {
    agreement: { value: 'NUMBER', summary: 'The agreement.', required: true },
    date: { value: 'DATE', summary: 'Periods that start by this day are due.', required: true },
    preview: { summary: 'Only say what it would do.' },
  },
  async run({ options, config }) {
    const { previewSubscriptions } = await import('../sales/subscriptions/preview.ts')
    const { runSubscriptionsByParts } = await import('../sales/subscriptions/run.ts')
    const { runOn } = await import('../sales/subscriptions/options.ts')
    const agreement = identifier('agreement', options.agreement!)
    const asked = runOn(dayOf('date', options.date!))
    return await withStore(config, async ({ database }) => {
      const [known] = await database.rows('SELECT 1 FROM agreement WHERE agreement = $1', [agreement])
      if (!known) throw new StartError(`There is no agreement ${agreement}.`)
      const { documents, skipped } =
        options.preview === undefined
          ? await withProgress((report) => runSubscriptionsByParts(database, agreement, asked, report))
          : await previewSubscriptions(database.at(agreement), agreement, asked)
      const faults = skipped.map((one) => `subscriber ${one.subscriberNumber}: ${one.errorCode}, ${one.message}`)
      const text = [`${documents.length} documents, ${skipped.length} skipped`, ...faults].join('\n')
      return { json: { documents, skipped }, text }
    })
  },
}
