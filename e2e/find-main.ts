// Finds and ends a main process of the application that was not started by the test.
import { readdir, readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'

/** The process id of the application's main process with these arguments, or 0. */
export async function findMain(...args: string[]): Promise<number> {
  for (const name of await readdir('/proc')) {
    const line = /^\d+$/.test(name) ? await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '') : ''
    const isMain = !line.includes('--type=') && args.every((word) => line.includes(word))
    if (isMain) return Number(name)
  }
  return 0
}

/** The main process that the application has started in its place. Ends it, because the test cannot control it. */
export async function endRelaunched(...args: string[]): Promise<void> {
  await expect.poll(() => findMain(...args)).toBeGreaterThan(0)
  process.kill(await findMain(...args), 'SIGTERM')
  await expect.poll(() => findMain(...args)).toBe(0)
}
