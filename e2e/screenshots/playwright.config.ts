// Playwright configuration for the screenshots, which are taken one size and theme after the other.
import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  workers: 1,
  reporter: 'list',
  timeout: 30 * 60_000,
  expect: { timeout: 10_000 },
})
