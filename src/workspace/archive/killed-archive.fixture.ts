// A program that kills itself in the middle of an export, an import, or a backup. Arguments: the folder, the task, the path.
import { mkdirSync, watch } from 'node:fs'
import type { DataProgress } from '#shared/schemas/user-data'
import { openWorkspace } from '../workspace'
import { backupsIn, saveBackup } from './back-up'
import { importArchive } from './import-archive'
import { writeArchive } from './write-archive'

const [, , folder = '', task = '', path = ''] = process.argv

/** The program is killed at these moments. */
const moments: Readonly<Record<string, (progress: DataProgress) => boolean>> = {
  // After the first 16 MB, which are on the disk then.
  'export-media': ({ phase, bytes }) => phase === 'media' && bytes > 18_000_000,
  'export-verifying': ({ phase, files }) => phase === 'verifying' && files >= 1,
  // After the first 64 files, which have their names then.
  'import-media': ({ phase, files }) => phase === 'media' && files >= 66,
  'import-rows': ({ phase, bytes }) => phase === 'rows' && bytes > 0,
}

async function run(): Promise<void> {
  const app = await openWorkspace({ folder, send: () => Promise.reject(new Error('Not sent.')) })
  const report = (progress: DataProgress) => {
    if (moments[task]?.(progress)) process.kill(process.pid, 'SIGKILL')
  }
  const context = { signal: new AbortController().signal, report }
  const folders = { folder, mediaFolder: app.media.folder().path, appVersion: '1', now: 1000 }
  if (task.startsWith('export')) await writeArchive({ ...folders, path }, context)
  if (task.startsWith('import'))
    await app.importRows((mediaFolder) => importArchive({ folder, mediaFolder, path }, context))
  if (task === 'backup') {
    // Once some media files have their names.
    mkdirSync(backupsIn(path), { recursive: true })
    watch(backupsIn(path), { recursive: true }, (_, name) => {
      if (name?.endsWith('.png')) process.kill(process.pid, 'SIGKILL')
    })
    await saveBackup({ ...folders, target: path, maxCount: 3 }, context)
  }
}

void run()
