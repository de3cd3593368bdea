import { type Field, text } from '../../resource/fields.ts'

/** The name of the app whose row it is (column `app`). */
export const appName = (): Field =>
  text(100).computed('(SELECT p.name FROM app p WHERE p.app = t.app)').present().describe('The name of that app')
