// What is left when the program is killed during a run: what has come stays, and nothing is paid for by itself.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bundleProgram, startProgram } from '../bundled-program.fixture'
import { makeFolder } from '../workspace.fixture'
import { openEmbeddingWorkspace, readRows, textOf, untilIdle } from './embeddings.fixture'

test('killed during a run: what has come is there, the rest waits, and is asked for only when it is told to', async () => {
  const program = await bundleProgram(new URL('./killed-run.fixture.ts', import.meta.url))
  const folder = makeFolder()
  const child = startProgram(program, folder)
  const [line] = await once(child.stdout, 'data')
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
  const studio = await openEmbeddingWorkspace({ folder })
  const id = String(line).trim()
  const [set] = studio.app.embeddings.list()
  expect([set?.running, set?.counts.rows, set?.counts.done, studio.service.count()]).toEqual([
    false,
    40,
    10,
    0,
  ])
  const states = readRows(studio, id).map(({ state }) => state)
  expect([new Set(states), studio.app.collection.facets().kinds]).toEqual([
    new Set(['done', 'waiting']),
    [{ value: 'embeddings', count: 1 }],
  ])
  const asked: string[] = []
  studio.service.answerWith((call) => {
    asked.push(textOf(call))
    call.give([1, 2])
  })
  await studio.app.embeddings.run({ id })
  await untilIdle(studio, id)
  // Ten were answered, and six were on their way.
  expect([asked.length, readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n').length]).toEqual([
    30, 16,
  ])
}, 120_000)
