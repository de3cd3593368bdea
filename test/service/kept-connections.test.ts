import { expect, test } from 'vitest'
import { CONNECTION_KEPT_MILLISECONDS } from './harness.ts'
import { sharedService } from './shared.ts'

test('the client of tests leaves a connection before the service does, so that no request meets its end', async () => {
  const { app } = await sharedService()
  expect(CONNECTION_KEPT_MILLISECONDS).toBeLessThan(app.server.keepAliveTimeout / 2)
})
