// A program for tests to kill while it moves media; arguments: folder, action, target folder.
import { writeFileSync } from 'node:fs'
import { openMedia } from './media'

const [, , folder = '', action, target = ''] = process.argv

function report(progress: object): void {
  process.stdout.write(`${JSON.stringify(progress)}\n`)
}

/** The setting is a file beside the folder; `switched` kills the program right after writing it. */
function saveFolderSetting(customFolder: string | null): void {
  writeFileSync(`${folder}.chosen`, customFolder ?? '')
  if (action === 'switched') process.kill(process.pid, 'SIGKILL')
}

async function move(): Promise<void> {
  const media = await openMedia(folder, { onMoved: saveFolderSetting })
  for await (const progress of media.moveTo(target)) report(progress)
}

void move()
