// Saves records that the database could not store as JSON files in the rescue folder, for the next start.
import { createHash } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createFolder, writeAtomically } from '../atomic-write'
import { parseJson } from '../parse-json'

export type RescuedRecords = ReturnType<typeof createRescuedRecords>

export function createRescuedRecords(folder: string) {
  // Hashed, because names contain imported ids, which may have any characters.
  const toPath = (name: string) => join(folder, `${createHash('sha256').update(name).digest('hex')}.json`)
  return {
    /** Replaces the record of that name. Once this resolves, it survives a loss of power. */
    async save(name: string, record: unknown): Promise<void> {
      await createFolder(folder)
      await writeAtomically(folder, toPath(name), Buffer.from(`${JSON.stringify(record, null, 2)}\n`))
    },
    remove: (name: string): Promise<void> => rm(toPath(name), { force: true }),
    /** Returns parsed JSON. Skips damaged files, and does not delete them. */
    async list(): Promise<unknown[]> {
      const names = await readdir(folder).catch(() => [])
      const read = names
        .filter((name) => /^[0-9a-f]{64}\.json$/.test(name))
        .sort()
        .map(async (name) => parseJson(await readFile(join(folder, name), 'utf8').catch(() => '')))
      return (await Promise.all(read)).filter((record) => record !== undefined)
    },
  }
}
