// How unit and integration tests run: in as many processes as there are cores, which the test files share.
import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    dir: 'src',
    // Those run only in `npm run test:all`.
    exclude: [
      ...configDefaults.exclude,
      ...(process.env.GEN_PLAYGROUND_TESTS === 'all' ? [] : ['**/*.release.test.ts']),
    ],
    testTimeout: 60_000,
    // A shared machine can freeze for seconds. Tests that pass on the second try are listed as flaky.
    retry: process.env.CI ? 1 : 0,
    expect: { poll: { timeout: 30_000 } },
    pool: 'forks',
    // By default Vitest leaves one core idle, which is half of a small machine.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Loading the libraries again costs more than most files' tests; what could leak is reset before each file.
    isolate: false,
    setupFiles: ['src/dev/test-file-setup.mjs'],
  },
})
