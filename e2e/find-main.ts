// Finds a main process of the application that was not started by the test.
import { readdir, readFile } from 'node:fs/promises'

/** The process id of the application's main process with these arguments, or 0. */
export async function findMain(...args: string[]): Promise<number> {
  for (const name of await readdir('/proc')) {
    const line = /^\d+$/.test(name) ? await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '') : ''
    const isMain = !line.includes('--type=') && args.every((word) => line.includes(word))
    if (isMain) return Number(name)
  }
  return 0
}
