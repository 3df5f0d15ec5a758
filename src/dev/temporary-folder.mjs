// Gives work a folder of its own.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Deletes the folder after `work`. @template Result @param {(folder: string) => Promise<Result>} work */
export async function withFolder(work) {
  const folder = await mkdtemp(join(tmpdir(), 'gen-playground-dev-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
