// How the tests of the built application run: one window at a time, no second try, evidence kept of what failed.
import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  workers: 1,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  timeout: 60_000,
  globalTimeout: 45 * 60_000,
  expect: { timeout: 10_000 },
})
