import type { Database } from '../database/connection.ts'
import type { ApiError } from '../errors/catalogue.ts'
import type { Caller, Item, OtherNumber } from '../resource/operations.ts'
import type { Answer } from './protocol/respond.ts'

interface Named {
  caller: Caller
  path: Item
}

/**
 * Carries an operation out on the item that the path names by another number, as at the item's own path `base` + `at`,
 * which the answer says.
 * @throws what `notFound` makes, where no item has the number.
 */
export const byOtherNumber =
  <Input extends Named>(
    run: (input: Input) => Promise<Answer>,
    { by, find, at }: OtherNumber,
    database: Database,
    base: string,
    notFound: () => ApiError,
  ) =>
  async (input: Input): Promise<Answer> => {
    const { agreement } = input.caller
    const [found] = await database.of(agreement).rows<{ number: number }>(find, [agreement, input.path[by] as number])
    if (!found) throw notFound()
    const answer = await run({ ...input, path: { number: found.number } })
    const place = base + at.replace('{number}', String(found.number))
    return { ...answer, headers: { ...answer.headers, 'content-location': place } }
  }
