// The thread that reads vectors, seen from the main thread: the real one beside a workspace, and some that die.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { readBlock } from '#shared/vectors/vector-block'
import { bundleProgram } from '#workspace/bundled-program.fixture'
import {
  type EmbeddingWorkspace,
  makeSet,
  openEmbeddingWorkspace,
  textOf,
  untilIdle,
} from '#workspace/embeddings/embeddings.fixture'
import { openTestPage, readVectors, requestPageVectors } from './page-port.fixture'
import { createVectorsThread } from './vectors-thread'

let program = ''
beforeAll(async () => {
  program = await bundleProgram(new URL('./vectors-worker.ts', import.meta.url))
})

/** Each text has its number as its vector, three thousand times. */
async function openWithVectors(count: number) {
  const studio = await openEmbeddingWorkspace()
  studio.service.answerWith((call) => call.give(new Array<number>(3000).fill(Number(textOf(call)))))
  const thread = createVectorsThread(program, studio.folder, () => {})
  onTestFinished(thread.close)
  const numbers = Array.from({ length: count }, (_, at) => at)
  return { ...studio, thread, numbers, id: await runOf(studio, numbers) }
}

async function runOf(studio: EmbeddingWorkspace, numbers: readonly number[]): Promise<string> {
  const id = await makeSet(studio, numbers.map(String))
  await studio.app.embeddings.run({ id })
  await untilIdle(studio, id)
  return id
}

async function readNumbers(thread: ReturnType<typeof createVectorsThread>, id: string) {
  const { bytes } = await readVectors(thread.join, { id, dimensions: 3000 })
  const { rowIds, values } = readBlock(bytes)
  const isWhole = values.every((value, at) => value === values[at - (at % 3000)])
  return { numbers: [...rowIds].map((_, at) => values[at * 3000]), isWhole }
}

test('vectors of many pieces come whole and in order, also those that were kept after it was started', async () => {
  const { thread, id, numbers, ...studio } = await openWithVectors(400)
  expect(await readNumbers(thread, id)).toEqual({ numbers, isWhole: true })
  const later = await runOf(studio, [1000, 1001])
  expect(await readNumbers(thread, later)).toEqual({ numbers: [1000, 1001], isWhole: true })
})

test('two who ask at once are both answered, and one who leaves takes nothing from the other', async () => {
  const { thread, id, numbers } = await openWithVectors(400)
  const closedPage = requestPageVectors(thread.join, { id, dimensions: 3000 })
  await closedPage.waitForMessages(3)
  const [one, other] = [readNumbers(thread, id), readNumbers(thread, id)]
  closedPage.close()
  expect([await one, await other]).toEqual([
    { numbers, isWhole: true },
    { numbers, isWhole: true },
  ])
})

test('a set without such vectors is told as such', async () => {
  const { thread, id } = await openWithVectors(1)
  const page = requestPageVectors(thread.join, { id, dimensions: 64 })
  await page.waitForMessages(1)
  expect(page.messages).toEqual([
    {
      type: 'failure',
      code: 'NOT_FOUND',
      message: 'dimensions: this set has no vectors with 64 dimensions',
    },
  ])
  page.close()
})

test('when it is closed in the midst of reading, the page is told', async () => {
  const { thread, id } = await openWithVectors(400)
  const page = requestPageVectors(thread.join, { id, dimensions: 3000 })
  await page.waitForMessages(3)
  await thread.close()
  await expect.poll(() => page.messages.at(-1)).toMatchObject({ type: 'failure', code: 'INTERNAL' })
  page.close()
})

test('a thread that dies is told to the page, and the next who asks has another one', async () => {
  const thread = startProgram(`require('node:worker_threads').parentPort.on('message', (port) => {
    if (!port) process.exit()
    port.on('message', ({ id }) => {
      if (id === 'bad') throw new Error('broken')
      port.postMessage({ type: 'size', byteLength: 7 })
    })
  })`)
  const early = openTestPage(thread.join)
  const unlucky = requestPageVectors(thread.join, { id: 'bad', dimensions: 1 })
  await unlucky.waitForMessages(1)
  expect(unlucky.messages).toEqual([
    {
      type: 'failure',
      code: 'INTERNAL',
      message: 'Couldn’t read the vectors: the read was interrupted.',
    },
  ])
  unlucky.close()
  // It was there before, and has asked for nothing so far.
  early.request({ id: 'good', dimensions: 1 })
  await early.waitForMessages(1)
  expect(early.messages).toEqual([{ type: 'size', byteLength: 7 }])
  early.close()
  const next = requestPageVectors(thread.join, { id: 'good', dimensions: 1 })
  await next.waitForMessages(1)
  expect(next.messages).toEqual([{ type: 'size', byteLength: 7 }])
  next.close()
})

test('a thread that does not end is ended', async () => {
  const thread = startProgram(`require('node:worker_threads').parentPort.on('message', () => {})`)
  const page = requestPageVectors(thread.join, { id: 'coasts', dimensions: 1 })
  await thread.close()
  await page.waitForMessages(1)
  expect(page.messages).toMatchObject([{ type: 'failure', code: 'INTERNAL' }])
  page.close()
})

/** In place of the real one. */
function startProgram(program: string) {
  const folder = mkdtempSync(join(tmpdir(), 'vectors thread '))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'worker.cjs')
  writeFileSync(file, program)
  const thread = createVectorsThread(file, folder, () => {})
  onTestFinished(thread.close)
  return thread
}
