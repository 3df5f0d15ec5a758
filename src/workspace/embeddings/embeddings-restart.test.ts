// Kills the program during a run: saved vectors stay, and nothing is requested until the user asks.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bundleProgram, startProgram } from '../bundled-program.fixture'
import { makeFolder } from '../workspace.fixture'
import { openEmbeddingWorkspace, readRows, textOf, untilIdle } from './embeddings.fixture'

test('killed during a run: saved vectors stay, and the other rows wait until the next run', async () => {
  const program = await bundleProgram(new URL('./killed-run.fixture.ts', import.meta.url))
  const folder = makeFolder()
  const child = startProgram(program, folder)
  const [line] = await once(child.stdout, 'data')
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
  const workspace = await openEmbeddingWorkspace({ folder })
  const id = String(line).trim()
  const [set] = workspace.app.embeddings.list()
  expect([set?.running, set?.counts.rows, set?.counts.done, workspace.service.count()]).toEqual([
    false,
    40,
    10,
    0,
  ])
  const states = readRows(workspace, id).map(({ state }) => state)
  expect([new Set(states), workspace.app.library.facets().kinds]).toEqual([
    new Set(['done', 'waiting']),
    [{ value: 'embeddings', count: 1 }],
  ])
  const requested: string[] = []
  workspace.service.answerWith((pending) => {
    requested.push(textOf(pending))
    pending.sendVectors([1, 2])
  })
  await workspace.app.embeddings.run({ id })
  await untilIdle(workspace, id)
  // Ten were answered, and six were in flight.
  expect([requested.length, readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n').length]).toEqual([
    30, 16,
  ])
}, 120_000)
