import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: ['test/database/setup.ts'],
    include: ['test/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    // Files share what they import: loading it anew for each took a sixth of the time. So modules keep nothing that tests could change.
    isolate: false,
  },
})
