// A note in the new folder of where its files come from: by it a move that a crash has broken off is known again.
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { writeWhole } from '../whole-file'

const Mark = z.object({ movedFrom: z.string() })

export async function writeMark(folder: string, movedFrom: string): Promise<void> {
  await writeWhole(folder, markPath(folder), Buffer.from(JSON.stringify({ movedFrom })))
}

export async function readMark(folder: string): Promise<string | undefined> {
  try {
    return Mark.parse(JSON.parse(await readFile(markPath(folder), 'utf8'))).movedFrom
  } catch {
    return undefined
  }
}

export async function removeMark(folder: string): Promise<void> {
  await rm(markPath(folder), { force: true })
}

function markPath(folder: string): string {
  return join(folder, 'moved-from.json')
}
