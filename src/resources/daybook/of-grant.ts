import { F1, type Fields, int32, text } from '../../resource/fields.ts'

/** What passkeys and sessions of the console say of the grant that they are of. */
export const ofGrant: Fields = {
  grantNumber: int32().present().filter(F1).describe('The number of the grant that it ends with'),
  person: text(10)
    .computed('(SELECT g.person FROM access_grant g WHERE g.agreement = t.agreement AND g.number = t.grant_number)')
    .describe('Whose the grant is, by initials'),
}
