// Playwright configuration for tests of the built application: each worker has its own display and keyring.
import { defineConfig } from '@playwright/test'

/** Environment variables of each worker's display and keyring, as set by `src/dev/end-to-end.mjs`. */
const sessions: NodeJS.ProcessEnv[] = JSON.parse(process.env.GEN_PLAYGROUND_TEST_SESSIONS ?? '[{}]')
// Each worker reads this file first, and every process it starts inherits its environment.
Object.assign(process.env, sessions[Number(process.env.TEST_PARALLEL_INDEX ?? 0) % sessions.length])

export default defineConfig({
  testDir: '.',
  // Release tests run only in `npm run test:all`.
  testIgnore: [
    'screenshots/**',
    ...(process.env.GEN_PLAYGROUND_TESTS === 'all' ? [] : ['**/*.release.spec.ts']),
  ],
  outputDir: '../test-results',
  // Tests share nothing but the Electron of their worker.
  fullyParallel: true,
  workers: sessions.length,
  // A shared machine can freeze for seconds. Tests that pass on the second try are listed as flaky.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  timeout: 120_000,
  globalTimeout: 70 * 60_000,
  expect: { timeout: 30_000 },
})
