import { forBrowsers } from './addresses.ts'
import { type Command, identifier, list } from './command.ts'
import { whereServed } from './sandbox.ts'
import { withStore } from './store.ts'

/** `console`. The link is written to the terminal that asks for it, and nowhere else. */
export const consoleCommand: Command = {
  name: 'console',
  summary: 'Print a link that signs somebody in to the console, once, within 15 minutes.',
  arguments: [],
  options: {
    agreement: { value: 'NUMBER', summary: 'The agreement.', required: true },
    person: { value: 'INITIALS', summary: 'Who signs in: an active person of the agreement.' },
    roles: { value: 'A,B', summary: 'Of SuperUser, Bookkeeping, Sales, ProjectEmployee; SuperUser where left out.' },
  },
  async run({ options, config }) {
    const { createLink } = await import('../access/console.ts')
    const request = {
      agreement: identifier('agreement', options.agreement!),
      ...(options.person !== undefined && { person: options.person }),
      ...(options.roles !== undefined && { roles: list(options.roles) }),
    }
    return await withStore(config, async ({ database }) => {
      const { baseUrl, notice } = await whereServed(database, config)
      const { code, grantNumber, expiresAt } = await database.transaction((transaction) =>
        createLink(transaction, request),
      )
      const base = config.publicOrigin ?? forBrowsers(baseUrl ?? '')
      const json = { url: `${base}/app#code=${code}`, agreementNumber: request.agreement, grantNumber, expiresAt }
      return { json, ...(notice && { notice }) }
    })
  },
}
