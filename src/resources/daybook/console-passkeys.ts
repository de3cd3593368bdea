import { ApiError } from '../../errors/catalogue.ts'
import { CONSOLE_BROWSER_MAX_LENGTH } from '../../limits.ts'
import { F1, F2, instant, int32, text } from '../../resource/fields.ts'
import { type ActionOperation, reads } from '../../resource/operations.ts'
import { resource } from '../../resource/resource.ts'
import { ofGrant } from './of-grant.ts'

const remove: ActionOperation = {
  kind: 'action',
  method: 'DELETE',
  path: '/console-passkeys/{number}',
  summary: 'Remove a passkey: it signs nobody in any more. Sessions that it began go on',
  status: 204,
  async run({ transaction, caller }, { path }) {
    const [removed] = await transaction.rows<{ was_there: boolean }>(
      'SELECT remove_console_passkey($1, $2) AS was_there',
      [caller.agreement, path.number as number],
    )
    if (!removed!.was_there) throw new ApiError({ code: 'NotFound', property: 'number' })
    return { status: 204 }
  },
}

/**
 * Passkeys by which people come back to the agreement in the console. They sign in as long as their grant is in force.
 */
export const consolePasskeys = resource('ConsolePasskeys', {
  schema: 'ConsolePasskey',
  table: 'console_passkey',
  key: ['number'],
  roles: ['SuperUser'],
  fields: {
    number: int32().present().filter(F1).sortable(),
    ...ofGrant,
    name: text(CONSOLE_BROWSER_MAX_LENGTH).describe('What its owner calls it'),
    enrolledAt: instant().present().filter(F2).describe('When it was enrolled'),
    lastUsedAt: instant().filter(F2).describe('When it signed in last'),
  },
  operations: [...reads('/console-passkeys', 'number'), remove],
})
