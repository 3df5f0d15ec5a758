// A second process that holds the write lock, like a database browser while the user edits a row.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))

const program = `
  const database = new (require('libsql'))(process.argv[1], { timeout: 10000 })
  database.exec('BEGIN IMMEDIATE')
  process.stdout.write('locked')
  const { edit } = JSON.parse(process.argv[2])
  process.stdin.once('end', () => {
    if (edit) database.exec(edit)
    database.exec('COMMIT')
    process.exit()
  }).resume()
`

export interface LockHolder {
  /** Resolves once the process has committed and ended. */
  release(): Promise<void>
}

/** Resolves once the lock is held. `edit` is SQL that the process runs before it releases the lock. */
export async function holdLock(file: string, edit = ''): Promise<LockHolder> {
  const child = spawn(process.execPath, ['-e', program, file, JSON.stringify({ edit })], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const exit = once(child, 'exit')
  await once(child.stdout, 'data')
  return {
    async release() {
      child.stdin.end()
      await exit
    },
  }
}
