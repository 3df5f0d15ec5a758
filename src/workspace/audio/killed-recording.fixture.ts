// A program that a test kills while it records. Arguments: the folder, and the file to record.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../database/database'
import { openMedia } from '../media/media'
import { createRecordings } from './recordings'

const [, , folder = '', path = ''] = process.argv

async function recordUntilKilled(): Promise<void> {
  const connection = openDatabase({ file: join(folder, 'workspace.db'), now: Date.now })
  const media = await openMedia(join(folder, 'media'))
  const recordings = createRecordings({
    folder: join(folder, 'recordings'),
    connection,
    media,
    now: Date.now,
    newId: () => 'recording-1',
  })
  const { id } = await recordings.start()
  const bytes = readFileSync(path)
  for (let at = 0; at < bytes.length - 500; at += 500) {
    await recordings.append(id, at, bytes.subarray(at, at + 500))
    process.stdout.write(`${at + 500}\n`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

void recordUntilKilled()
