// Kills the program while it receives images: files are complete, answers are interrupted, nothing is sent again.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { bundleProgram, startProgram } from '../bundled-program.fixture'
import { openWorkspace } from '../workspace'
import { makeFolder, read } from '../workspace.fixture'
import { hashOf, listFiles, mediaOf } from './image-workspace.fixture'

let program = ''

beforeAll(async () => {
  program = await bundleProgram(new URL('./killed-drawing.fixture.ts', import.meta.url))
}, 60_000)

interface RunningProgram {
  readonly child: ChildProcess
  readonly conversationId: string
  readonly turnIds: string[]
}

async function start(folder: string): Promise<RunningProgram> {
  const child = startProgram(program, folder)
  const [line] = await once(child.stdout, 'data')
  return { child, ...JSON.parse(String(line)) }
}

async function kill(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

/** Files of the media folder, incomplete ones included, without sidecars. */
const filesOf = (folder: string) => listFiles(join(folder, 'media')).filter((name) => !name.endsWith('.json'))

test.each([0, 1, 3])(
  'killed once %i files exist',
  async (count) => {
    const folder = makeFolder()
    const { child, conversationId, turnIds } = await start(folder)
    await expect.poll(() => filesOf(folder).length, { interval: 5 }).toBeGreaterThanOrEqual(count)
    await kill(child)

    let sent = 0
    const app = await openWorkspace({
      folder,
      send: () => {
        sent += 1
        return new Promise(() => {})
      },
    })
    onTestFinished(() => app.close())
    const { conversation, turns } = await read(app, conversationId)
    const answers = app.chat.turns({ conversationId, turnIds })
    expect(conversation).toMatchObject({ kind: 'images', running: false, title: 'A tree.' })
    expect(turns[0]).toMatchObject({ role: 'user', parts: [{ text: 'A tree.' }] })
    for (const [index, answer] of answers.entries()) {
      const [hash] = mediaOf(answer)
      if (index % 2 === 1 || hash === undefined) {
        expect(answer).toMatchObject({ state: 'interrupted', parts: [], error: null })
      } else expect(hashOf(await app.media.read(hash))).toBe(hash)
    }
    for (const name of filesOf(folder)) {
      const bytes = readFileSync(join(folder, 'media', name))
      expect(basename(name)).toBe(`${hashOf(bytes)}.png`)
    }
    expect(sent).toBe(0)
  },
  60_000,
)
