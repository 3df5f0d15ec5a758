// Maps of sets that take long to compute, in one file each. They can be deleted at any time.
import { createHash } from 'node:crypto'
import { readdir, readFile, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { SavedMap } from '#shared/schemas/embedding-set'
import { createFolder, writeAtomically } from '../atomic-write'
import type { Connection } from '../database/connection'
import { parseStored } from '../parse-json'
import { findSet } from './set-rows'

interface MapPorts {
  readonly connection: Connection
  readonly folder: string
}

export interface MapQuery {
  readonly id: string
  /** Identifies the vectors and the settings of the map. */
  readonly key: string
}

/** Maps of a set; the oldest ones are deleted. */
const maxMaps = 12

export function createSavedMaps({ connection, folder }: MapPorts) {
  const pathOf = ({ id, key }: MapQuery) => join(folder, `${toPrefix(id)}${hash(key)}.json`)
  const listFiles = async (prefix: string) =>
    (await readdir(folder).catch(() => [])).filter((name) => name.startsWith(prefix))
  const remove = (names: readonly string[]) =>
    Promise.all(names.map((name) => rm(join(folder, name), { force: true })))
  return {
    /** Returns null if there is no such map, or its file is damaged. */
    async readMap(query: MapQuery): Promise<SavedMap | null> {
      const path = pathOf(query)
      const text = await readFile(path, 'utf8').catch(() => null)
      if (text === null) return null
      // The maps that are used last are kept.
      await utimes(path, new Date(), new Date()).catch(() => undefined)
      return parseStored(SavedMap, text) ?? null
    },
    async saveMap({ id, key, map }: MapQuery & { readonly map: SavedMap }): Promise<void> {
      findSet(connection, id)
      await createFolder(folder)
      await writeAtomically(folder, pathOf({ id, key }), Buffer.from(JSON.stringify(map)))
      const names = await listFiles(toPrefix(id))
      const ages = await Promise.all(
        names.map(async (name) => {
          const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: 0 }))
          return { name, mtimeMs }
        }),
      )
      const oldest = ages.sort((one, other) => other.mtimeMs - one.mtimeMs).slice(maxMaps)
      await remove(oldest.map(({ name }) => name))
    },
    /** Deletes the maps of a set. */
    dropMaps: async (id: string) => void (await remove(await listFiles(toPrefix(id)))),
    /** Deletes the maps of sets that no longer exist, and unfinished files. Never rejects. */
    async sweepMaps(): Promise<void> {
      try {
        const ids = connection.all<{ id: string }>('SELECT id FROM embedding_sets')
        const prefixes = new Set(ids.map(({ id }) => toPrefix(id)))
        const names = await listFiles('')
        await remove(names.filter((name) => !prefixes.has(name.slice(0, prefixLength))))
      } catch {
        // The next start tries again.
      }
    },
  }
}

/** Ids are hashed too, because they are part of a file name. */
function toPrefix(id: string): string {
  return `${hash(id)}-`
}

const hashLength = 24
const prefixLength = hashLength + 1

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, hashLength)
}
