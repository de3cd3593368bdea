import { F1, type Field, flag, int32, text } from '../../resource/fields.ts'

/** What the app and the person of a row are called, in its columns `app` and `person`. */
export const actingNames: Readonly<Record<'appName' | 'personName', Field>> = {
  appName: text(255)
    .computed('(SELECT p.name FROM app p WHERE p.app = t.app)')
    .describe('The name of that app; null where a command made it'),
  personName: text(255)
    .computed('(SELECT p.name FROM person p WHERE p.agreement = t.agreement AND p.initials = t.person)')
    .describe('The name of that person now; null where nobody was named'),
}

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
