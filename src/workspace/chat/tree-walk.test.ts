// Whatever is done to a tree, in whatever order: a watcher knows what a new snapshot says, and the tree stays one.
import { expect, onTestFinished, test } from 'vitest'
import type { Send } from '#shared/wire/http'
import { openWorkspace, type Workspace } from '../workspace'
import {
  makeFolder,
  parameters,
  read,
  type View,
  type Viewer,
  waitUntil,
  waitUntilIdle,
  watch,
} from '../workspace.fixture'

/** A small generator of numbers that repeats with its seed (mulberry32). */
function seeded(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

/** Answers at once; every third answer is cut off. */
function answerAtOnce(): Send {
  let calls = 0
  return async () => {
    calls += 1
    const text = { candidates: [{ content: { parts: [{ text: `${calls}. ` }] } }] }
    const end = { candidates: [{ finishReason: 'STOP' }], usageMetadata: { totalTokenCount: calls } }
    const chunks = calls % 3 === 0 ? [text] : [text, end]
    const body = Buffer.from(chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join(''))
    return { status: 200, headers: {}, body }
  }
}

interface Walk {
  readonly app: Workspace
  readonly conversationId: string
  readonly random: (below: number) => number
  readonly deleted: string[]
}

const parts = [{ text: 'Go.' }]

/** One step; what is refused, with a sentence, is a step too. */
async function step({ app, conversationId, random, deleted }: Walk, view: View): Promise<void> {
  const { branch, alternates } = view
  const known = [...branch, ...Object.values(alternates).flat()]
  const turnId = known[random(known.length)] ?? ''
  const columns = [parameters, { model: 'gen-2.5-flash' }]
  const steps = [
    () => app.chat.send({ conversationId, parts, parameters }),
    () => app.chat.compare({ conversationId, parts, columns }),
    () => app.chat.queue({ conversationId, parts, parameters }),
    () => app.chat.selectAnswer({ conversationId, turnId }),
    () => app.chat.edit({ conversationId, turnId, parts, parameters }),
    () => app.chat.regenerate({ conversationId, turnId }),
    () => app.chat.continue({ conversationId, turnId }),
    () => app.chat.switch({ conversationId, turnId }),
    () => app.chat.deleteTurn({ conversationId, turnId }),
    () => app.chat.restoreTurn({ conversationId, turnId: deleted.pop() ?? turnId }),
    () => app.chat.stop({ conversationId }),
  ]
  const at = random(steps.length)
  try {
    await steps[at]?.()
    if (at === 8) deleted.push(turnId)
  } catch (error) {
    expect(error).toMatchObject({ name: 'ApiError' })
  }
}

async function settle({ app, conversationId }: Walk, viewer: Viewer): Promise<View> {
  await waitUntilIdle(app, conversationId)
  const now = await read(app, conversationId)
  const stateOf = ({ branch, conversation }: View) => JSON.stringify([branch, conversation])
  const seen = await waitUntil(viewer, (view) => stateOf(view) === stateOf(now))
  expect([seen.alternates, seen.totals]).toEqual([now.alternates, now.totals])
  for (const [id, turn] of Object.entries(now.known)) {
    // What the watcher was not told of yet it asks for.
    const [asked] = app.chat.turns({ conversationId, turnIds: [id] })
    expect(seen.known[id] ?? asked).toEqual(turn)
  }
  return now
}

function expectTree(app: Workspace, { conversation, branch, alternates }: View): void {
  const turns = app.chat.turns({ conversationId: conversation.id, turnIds: branch })
  expect(turns.map(({ id }) => id)).toEqual(branch)
  turns.forEach((turn, index) => {
    expect(turn.parentId).toBe(branch[index - 1] ?? null)
  })
  expect(conversation.headTurnId).toBe(branch.at(-1) ?? null)
  for (const [id, group] of Object.entries(alternates)) {
    expect(branch).toContain(id)
    expect(group).toContain(id)
    const parents = app.chat.turns({ conversationId: conversation.id, turnIds: group })
    expect(parents).toHaveLength(group.length)
    expect(new Set(parents.map(({ parentId }) => parentId)).size).toBe(1)
  }
}

test.each([1, 2, 3, 4, 5, 6])('sixty steps at random leave watcher and tree whole (%i)', async (seed) => {
  const app = await openWorkspace({ folder: makeFolder(), send: answerAtOnce() })
  onTestFinished(() => app.close())
  const { conversationId } = app.chat.send({ conversationId: null, parts, parameters })
  const walk: Walk = { app, conversationId, random: seeded(seed), deleted: [] }
  const viewer = watch(app, conversationId)
  let view = await waitUntil(viewer, ({ conversation }) => !conversation.running)
  for (let taken = 0; taken < 60; taken += 1) {
    await step(walk, view)
    if (walk.random(3) > 0) view = await settle(walk, viewer)
    else view = await read(app, conversationId)
  }
  view = await settle(walk, viewer)
  expectTree(app, view)
})
