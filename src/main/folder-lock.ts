// Lets one process at a time use a data folder.
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Libsql from 'libsql'

/** Keeps the file open for as long as the process runs; the system releases the lock even if the process is killed. */
const held: Libsql.Database[] = []

/**
 * Returns false if another process has the folder. Chromium's lock alone is not enough: until the first process listens
 * on its socket, a second one treats that lock as left over from a crash, and both would open the database.
 */
export function lockFolder(folder: string): boolean {
  try {
    const database = new Libsql(join(folder, 'instance.lock'), { timeout: 0 })
    try {
      database.exec('BEGIN EXCLUSIVE')
      held.push(database)
      return true
    } catch (error) {
      database.close()
      return !(error instanceof Libsql.SqliteError && error.code.startsWith('SQLITE_BUSY'))
    }
  } catch {
    // A file system without locks, for example. Chromium's lock remains.
    return true
  }
}

export interface FolderClaim {
  readonly folder: string
  /** Chromium's lock. If another process has it, that process shows its window. */
  readonly requestSingleInstanceLock: () => boolean
  /** How long to wait for a process that has the folder but can't be asked yet, in milliseconds. */
  readonly maxWait?: number
}

/** `shown`: another process has the folder and shows its window. `silent`: it has the folder and can't be asked. */
export async function claimFolder(claim: FolderClaim): Promise<'claimed' | 'shown' | 'silent'> {
  const { folder, requestSingleInstanceLock, maxWait = 5_000 } = claim
  const end = Date.now() + maxWait
  while (!lockFolder(folder)) {
    if ((await isListening(folder)) && !requestSingleInstanceLock()) return 'shown'
    if (Date.now() >= end) return 'silent'
    await pause(50)
  }
  return requestSingleInstanceLock() ? 'claimed' : 'shown'
}

/** Whether the other process can be asked to show its window. On Windows, Chromium has no socket. */
async function isListening(folder: string): Promise<boolean> {
  if (process.platform === 'win32') return true
  const socket = connect(join(folder, 'SingletonSocket'))
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
