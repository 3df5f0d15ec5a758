// Has a test runner write its report to a temporary file, for counting.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * @param {(file: string) => Promise<number>} runTests runs the tests, answers the exit code
 * @param {(report: unknown, exitCode: number) => import('./tally.mjs').Tally} tally
 */
export async function readReport(runTests, tally) {
  const folder = await mkdtemp(join(tmpdir(), 'gen-playground-report-'))
  try {
    const file = join(folder, 'report.json')
    const exitCode = await runTests(file)
    const report = await readFile(file, 'utf8')
      .then(JSON.parse)
      .catch(() => undefined)
    return tally(report, exitCode)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
