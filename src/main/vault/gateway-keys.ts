// Creates the gateway's own keys: the local key of its clients, and the key that seals names of operations and files.
import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'

export function createLocalKey(): string {
  return `gp-${randomBytes(24).toString('base64url')}`
}

/**
 * In a separate file, because it must outlive the local key, which can change while a video is being generated, and does
 * so at each start without secure storage. If the file cannot be read or written, the key lasts for this session.
 */
export async function openNamingKey(file: string): Promise<string> {
  const stored = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => error)
  if (typeof stored === 'string' && /^[\w-]{43}$/.test(stored)) return stored
  const key = randomBytes(32).toString('base64url')
  const isMissing = typeof stored === 'string' || stored.code === 'ENOENT'
  if (isMissing) await writeFile(file, key, { mode: 0o600 }).catch(() => undefined)
  return key
}
