import { ApiError } from '../../errors/catalogue.ts'
import { CONSOLE_BROWSER_MAX_LENGTH } from '../../limits.ts'
import { F1, F2, instant, int32, text } from '../../resource/fields.ts'
import { type ActionOperation, reads } from '../../resource/operations.ts'
import { resource } from '../../resource/resource.ts'
import { ofGrant } from './of-grant.ts'

const end: ActionOperation = {
  kind: 'action',
  method: 'DELETE',
  path: '/console-sessions/{number}',
  summary: 'Sign a browser out of the agreement, on every node within a second',
  status: 204,
  async run({ transaction, caller }, { path }) {
    const [ended] = await transaction.rows<{ was_there: boolean }>('SELECT end_console_session($1, $2) AS was_there', [
      caller.agreement,
      path.number as number,
    ])
    if (!ended!.was_there) throw new ApiError({ code: 'NotFound', property: 'number' })
    return { status: 204 }
  },
}

/**
 * Browsers that are signed in to the agreement in the console. Those that are over go by themselves, within minutes.
 */
export const consoleSessions = resource('ConsoleSessions', {
  schema: 'ConsoleSession',
  table: 'console_session',
  key: ['number'],
  roles: ['SuperUser'],
  fields: {
    number: int32().present().filter(F1).sortable(),
    ...ofGrant,
    signedInAt: instant().present().filter(F2).describe('When the browser was signed in'),
    lastUsedAt: instant()
      .present()
      .filter(F2)
      .describe('When it was used last, to five minutes; 12 hours later it ends'),
    endsAt: instant().present().filter(F2).describe('When it ends, however much it is used'),
    browser: text(CONSOLE_BROWSER_MAX_LENGTH).describe('What the browser calls itself'),
  },
  operations: [...reads('/console-sessions', 'number'), end],
})
