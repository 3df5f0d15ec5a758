// How unit and integration tests run: in as many processes as there are cores, which the test files share.
import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'

const memory = '/dev/shm'
const minFreeBytes = 2 ** 30

/** Containers often have only 64 MB of it. */
function hasMemoryDisk(): boolean {
  if (!existsSync(memory)) return false
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize >= minFreeBytes
}

/** The path of a socket in it must be short. */
const temporaryFolder = mkdtempSync(join(hasMemoryDisk() ? memory : tmpdir(), 'gen-tests-'))
process.once('exit', () => rmSync(temporaryFolder, { recursive: true, force: true }))

export default defineConfig({
  test: {
    dir: 'src',
    // Those run only in `npm run test:all`.
    exclude: [
      ...configDefaults.exclude,
      ...(process.env.GEN_PLAYGROUND_TESTS === 'all' ? [] : ['**/*.release.test.ts']),
    ],
    // Workspaces of tests are not to survive a loss of power: waiting for a disk takes longer than most tests.
    env: { TMPDIR: temporaryFolder },
    testTimeout: 60_000,
    hookTimeout: 60_000,
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
