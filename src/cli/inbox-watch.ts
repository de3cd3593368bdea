import { type Command, identifier, StartError } from './command.ts'
import { withStore } from './store.ts'

/**
 * How long between two looks at the folder, in milliseconds: a file is whole once its size and times are the same at
 * both.
 */
const LOOK_MILLISECONDS = 2000

/** Takes files of a folder into the inbox of an agreement as they come. */
export const watchInboxCommand: Command = {
  name: 'inbox watch',
  summary: 'Take files of a folder into the inbox of an agreement as they come, until it is stopped.',
  arguments: ['FOLDER'],
  options: {
    agreement: { value: 'NUMBER', summary: 'The agreement.', required: true },
    once: { summary: 'Take what is there, and end.' },
  },
  async run({ options, arguments: [folder], config, isJson }) {
    const { WatchedFolder } = await import('../inbox/watch.ts')
    const { takeFromFolder } = await import('../inbox/take.ts')
    const { parsers } = await import('../parsing/parsers.ts')
    const agreement = identifier('agreement', options.agreement!)
    const watched = await WatchedFolder.open(folder!).catch((error: Error) => {
      throw new StartError(`The folder ${folder} cannot be watched: ${error.message}`)
    })
    return await withStore(config, async ({ database }) => {
      const [known] = await database.rows('SELECT 1 FROM agreement WHERE agreement = $1', [agreement])
      if (!known) throw new StartError(`There is no agreement ${agreement}.`)
      const take = takeFromFolder(database.at(agreement), agreement, config.documentBytesMax)
      const counts = { taken: 0, refused: 0 }
      try {
        for (let looks = 1; ; looks += 1) {
          for (const { name, outcome } of await watched.look(take)) {
            counts['number' in outcome ? 'taken' : 'refused'] += 1
            const said = 'number' in outcome ? `taken as document ${outcome.number}` : `refused: ${outcome.reason}`
            if (options.once === undefined)
              process.stdout.write(isJson ? `${JSON.stringify({ name, ...outcome })}\n` : `${name}: ${said}\n`)
          }
          if (options.once !== undefined && looks > 1) return { json: counts }
          await new Promise((resolve) => setTimeout(resolve, LOOK_MILLISECONDS))
        }
      } finally {
        parsers.close()
      }
    })
  },
}
