// A program of its own that is killed while it writes or moves media: folder, what it does, the folder to move to.
import { writeFileSync } from 'node:fs'
import { openMedia } from './media'

const [, , folder = '', what, target = ''] = process.argv

function tell(progress: object): void {
  process.stdout.write(`${JSON.stringify(progress)}\n`)
}

/** The setting is kept beside the folder; `switched` dies right after it. */
function keepChoice(chosen: string | null): void {
  writeFileSync(`${folder}.chosen`, chosen ?? '')
  if (what === 'switched') process.kill(process.pid, 'SIGKILL')
}

async function keepWithoutEnd(): Promise<void> {
  const media = await openMedia(folder)
  for (let number = 0; ; number += 1) {
    await media.keep(Buffer.alloc(4_000_000, `picture ${number}`))
    await media.writeBeside('a'.repeat(64), Array(50_000).fill(number))
    tell({ number })
  }
}

async function move(): Promise<void> {
  const media = await openMedia(folder, { onMoved: keepChoice })
  for await (const progress of media.moveTo(target)) tell(progress)
}

void (what === 'keep' ? keepWithoutEnd() : move())
