// How the screenshots are taken: one look after the other, each in an application of its own.
import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  workers: 1,
  reporter: 'list',
  timeout: 30 * 60_000,
  expect: { timeout: 10_000 },
})
