// Opens the application in a folder of its own until the test has ended.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type Desktop, openDesktop } from './desktop.fixture'

export interface TemporaryDesktop extends Desktop {
  readonly folder: string
}

export async function openTemporaryDesktop(demoPace?: string): Promise<TemporaryDesktop> {
  const folder = await mkdtemp(join(tmpdir(), 'temporary desktop '))
  const desktop = await openDesktop(folder, demoPace)
  onTestFinished(async () => {
    await desktop.close()
    // A canceled export may still be removing its unfinished file.
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  return { ...desktop, folder }
}

/** Adds a service with the key, and selects it. */
export async function selectService(
  { client }: Pick<Desktop, 'client'>,
  { port, key }: { readonly port: number; readonly key: string },
): Promise<void> {
  await client.settings.update({
    services: [{ id: 'service', name: 'Mine', baseUrl: `http://127.0.0.1:${port}` }],
    upstream: { kind: 'service', profile: 'service' },
  })
  await client.keys.set({ slot: 'service', key })
}
