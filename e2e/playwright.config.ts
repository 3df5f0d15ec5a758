// How the tests of the built application run: each worker on a display and with a keyring of its own, evidence kept of what failed.
import { defineConfig } from '@playwright/test'

/** Environment variables of each worker's display and keyring, as `src/dev/end-to-end.mjs` has opened them. */
const sessions: NodeJS.ProcessEnv[] = JSON.parse(process.env.GEN_PLAYGROUND_TEST_SESSIONS ?? '[{}]')
// Each worker reads this file before anything else, and all that it starts inherits its environment.
Object.assign(process.env, sessions[Number(process.env.TEST_PARALLEL_INDEX ?? 0) % sessions.length])

export default defineConfig({
  testDir: '.',
  testIgnore: 'screenshots/**',
  outputDir: '../test-results',
  // Files are distributed; the tests of one file run one after the other.
  workers: sessions.length,
  // A shared machine can stand still for seconds; what needs its second try is listed by name as flaky.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  timeout: 60_000,
  globalTimeout: 45 * 60_000,
  expect: { timeout: 10_000 },
})
