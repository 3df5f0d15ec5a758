// A program that a test kills while it records. Arguments: the folder, and the file to record.
import { readFileSync } from 'node:fs'
import { openWorkspace } from '../workspace'

const [, , folder = '', path = ''] = process.argv

async function recordUntilKilled(): Promise<void> {
  const send = () => Promise.reject(new Error('No requests in this program.'))
  const { recordings } = await openWorkspace({ folder, send })
  const { id } = await recordings.start()
  const bytes = readFileSync(path)
  for (let at = 0; at < bytes.length - 500; at += 500) {
    await recordings.append(id, at, bytes.subarray(at, at + 500))
    process.stdout.write(`${at + 500}\n`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

void recordUntilKilled()
