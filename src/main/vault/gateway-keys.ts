// Creates the gateway's own keys: the local key of its clients, and the key that seals names of operations and files.
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { writeAtomically } from '#workspace/atomic-write'

export function createLocalKey(): string {
  return `gp-${randomBytes(24).toString('base64url')}`
}

/**
 * In a separate file, because it must outlive the local key, which can change while a video is being generated, and does
 * so at each start without secure storage. If the file cannot be read or written, the key lasts for this session.
 */
export async function openNamingKey(file: string): Promise<string> {
  const stored = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => error)
  // An editor may have added a line break.
  if (typeof stored === 'string' && /^[\w-]{43}\s*$/.test(stored)) return stored.trim()
  const key = randomBytes(32).toString('base64url')
  const isMissing = typeof stored === 'string' || stored.code === 'ENOENT'
  if (isMissing) await writeAtomically(dirname(file), file, Buffer.from(key)).catch(() => undefined)
  return key
}
