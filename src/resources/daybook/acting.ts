import { F1, type Field, flag, int32, text } from '../../resource/fields.ts'

/** Who did what a log tells: the grant beside its app, and the person. Lists that are `sought` filter on both. */
export const actingFields = (isSought: boolean): Record<'grant' | 'person' | 'isPersonClaimed', Field> => ({
  grant: int32()
    .column('grant_number')
    .filter(isSought ? F1 : [])
    .describe('The grant of that app; null where a command made it'),
  person: text(10)
    .filter(isSought ? F1 : [])
    .describe('Who did it, by initials; null where nobody was named'),
  isPersonClaimed: flag().describe('true: the app said who it was; false: the grant is theirs'),
})
