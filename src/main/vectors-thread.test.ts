// Checks the main thread's side of the thread that reads vectors, with the real one and some that die.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { readBlock } from '#shared/vectors/vector-block'
import { bundleProgram } from '#workspace/bundled-program.fixture'
import { makeSet, textOf, untilIdle } from '#workspace/embeddings/embeddings.fixture'
import { openTestWorkspace, type TestWorkspace } from '#workspace/workspace.fixture'
import { openTestPage, readVectors, requestPageVectors } from './page-port.fixture'
import { createVectorsThread } from './vectors-thread'

let program = ''
beforeAll(async () => {
  program = await bundleProgram(new URL('./vectors-worker.ts', import.meta.url))
})

/** The vector of each text is its number, three thousand times. */
async function openWithVectors(count: number) {
  const workspace = await openTestWorkspace()
  workspace.service.answerWith((call) => call.sendVectors(new Array<number>(3000).fill(Number(textOf(call)))))
  const thread = createVectorsThread(program, workspace.folder, () => {})
  onTestFinished(thread.close)
  const numbers = Array.from({ length: count }, (_, at) => at)
  return { ...workspace, thread, numbers, id: await runOf(workspace, numbers) }
}

async function runOf(workspace: TestWorkspace, numbers: readonly number[]): Promise<string> {
  const id = await makeSet(workspace, numbers.map(String))
  await workspace.app.embeddings.run({ id })
  await untilIdle(workspace, id)
  return id
}

async function readNumbers(thread: ReturnType<typeof createVectorsThread>, id: string) {
  const { bytes } = await readVectors(thread.join, { id, dimensions: 3000 })
  const { rowIds, values } = readBlock(bytes)
  const isWhole = values.every((value, at) => value === values[at - (at % 3000)])
  return { numbers: [...rowIds].map((_, at) => values[at * 3000]), isWhole }
}

test('reads vectors of many chunks completely and in order, also those stored after its start', async () => {
  const { thread, id, numbers, ...workspace } = await openWithVectors(400)
  expect(await readNumbers(thread, id)).toEqual({ numbers, isWhole: true })
  const later = await runOf(workspace, [1000, 1001])
  expect(await readNumbers(thread, later)).toEqual({ numbers: [1000, 1001], isWhole: true })
})

test('serves two pages concurrently, independent of a third that closes', async () => {
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

test('reports to the page if it is closed while reading', async () => {
  const { thread, id } = await openWithVectors(400)
  const page = requestPageVectors(thread.join, { id, dimensions: 3000 })
  await page.waitForMessages(3)
  await thread.close()
  await expect.poll(() => page.messages.at(-1)).toMatchObject({ type: 'failure', code: 'INTERNAL' })
  page.close()
})

test('reports a thread that dies to the page, and starts another for the next request', async () => {
  const thread =
    startProgram(`require('node:worker_threads').parentPort.on('message', ({ name, input: port }) => {
    if (name === 'close') process.exit()
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
  // This page was open before, and has not requested anything yet.
  early.request({ id: 'good', dimensions: 1 })
  await early.waitForMessages(1)
  expect(early.messages).toEqual([{ type: 'size', byteLength: 7 }])
  early.close()
  const next = requestPageVectors(thread.join, { id: 'good', dimensions: 1 })
  await next.waitForMessages(1)
  expect(next.messages).toEqual([{ type: 'size', byteLength: 7 }])
  next.close()
})

test('terminates a thread that does not end', async () => {
  const thread = startProgram(`require('node:worker_threads').parentPort.on('message', () => {})`)
  const page = requestPageVectors(thread.join, { id: 'coasts', dimensions: 1 })
  await thread.close()
  await page.waitForMessages(1)
  expect(page.messages).toMatchObject([{ type: 'failure', code: 'INTERNAL' }])
  page.close()
})

/** Replaces the real one. */
function startProgram(program: string) {
  const folder = mkdtempSync(join(tmpdir(), 'vectors thread '))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'worker.cjs')
  writeFileSync(file, program)
  const thread = createVectorsThread(file, folder, () => {})
  onTestFinished(thread.close)
  return thread
}
