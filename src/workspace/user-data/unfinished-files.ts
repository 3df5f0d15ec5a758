// Remembers files in progress in folders of the user's choice, so that the next start removes what a crash has left of them.
import { randomUUID } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { createFolder, isPartFile, writeAndSync } from '../atomic-write'
import { parseStored } from '../parse-json'

const Note = z.object({ path: z.string() })

export type UnfinishedFiles = Awaited<ReturnType<typeof openUnfinishedFiles>>

/** Removes the files that an earlier process has left, without waiting for slow disks. */
export async function openUnfinishedFiles(folder: string) {
  const notes = (await readdir(folder).catch(() => [])).map((name) => join(folder, name))
  for (const note of notes) void removeLeft(note).catch(() => undefined)
  return {
    /** Calls `write`, which writes to `path` and renames or removes it. */
    async track<Result>(path: string, write: () => Promise<Result>): Promise<Result> {
      const note = join(folder, `${randomUUID()}.json`)
      // The disk of the data folder may be full, but not the one of the file.
      await createFolder(folder)
        .then(() => writeAndSync(note, JSON.stringify({ path })))
        .catch(() => undefined)
      try {
        return await write()
      } finally {
        await rm(note, { force: true }).catch(() => undefined)
      }
    },
  }
}

/** Only a file with the name of a temporary one. If its disk is not connected, the next start tries again. */
async function removeLeft(note: string): Promise<void> {
  const path = parseStored(Note, await readFile(note, 'utf8'))?.path
  if (path !== undefined && isPartFile(basename(path))) await rm(path, { force: true })
  await rm(note, { force: true })
}
