import { expect, test } from 'vitest'
import { canRefer } from '../../src/database/distribution/references.ts'

test('a table on every server refers to others there and to apps, not to rows that are on one server', () => {
  const everywhere = new Set(['access_grant', 'app', 'console_session'])
  const byGrant = 'FOREIGN KEY (agreement, grant_number) REFERENCES access_grant ON UPDATE CASCADE ON DELETE CASCADE'
  expect(canRefer('console_session', byGrant, everywhere)).toBe(true)
  expect(canRefer('console_session', 'FOREIGN KEY (agreement) REFERENCES agreement(agreement)', everywhere)).toBe(false)
  expect(canRefer('access_grant', 'FOREIGN KEY (app) REFERENCES app(app)', everywhere)).toBe(true)
  expect(canRefer('webhook', byGrant, everywhere)).toBe(true)
})
