// Random actions on a tree: a watcher's view equals a new snapshot, and the tree stays consistent.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Send } from '#shared/wire/http'
import type { Workspace } from '../workspace'
import {
  openTestWorkspace,
  parameters,
  read,
  type View,
  type Viewer,
  waitUntil,
  waitUntilIdle,
  watch,
} from '../workspace.fixture'

/** Answers immediately. Every third answer is cut off. */
function answerImmediately(): Send {
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
  readonly deleted: string[]
}

/** One of the actions, on one of the known turns, and whether the walk waits for its end. */
const anyStep = fc.record({ action: fc.nat(10), turn: fc.nat(1000), settles: fc.boolean() })
type Step = typeof anyStep extends fc.Arbitrary<infer Value> ? Value : never

const parts = [{ text: 'Go.' }]

/** Performs an action, which may be rejected. */
async function perform({ app, conversationId, deleted }: Walk, view: View, { action, turn }: Step) {
  const { branch, alternates } = view
  const known = [...branch, ...Object.values(alternates).flat()]
  const turnId = known[turn % known.length] ?? ''
  const columns = [parameters, { model: 'gen-2.5-flash' }]
  const actions = [
    () => app.chat.send({ conversationId, parts, parameters }),
    () => app.chat.compare({ conversationId, parts, columns }),
    () => app.chat.queue({ conversationId, parts, parameters }),
    () => app.chat.selectAnswer({ conversationId, turnId }),
    () => app.chat.edit({ conversationId, turnId, parts, parameters }),
    () => app.chat.regenerate({ conversationId, turnId }),
    () => app.chat.continue({ conversationId, turnId }),
    () => app.chat.switch({ conversationId, turnId }),
    () => app.chat.restoreTurn({ conversationId, turnId: deleted.pop() ?? turnId }),
    () => app.chat.stop({ conversationId }),
    async () => {
      await app.chat.deleteTurn({ conversationId, turnId })
      deleted.push(turnId)
    },
  ]
  try {
    await actions[action]?.()
  } catch (error) {
    expect(error).toMatchObject({ name: 'ApiError' })
  }
}

async function expectSettled({ app, conversationId }: Walk, viewer: Viewer): Promise<View> {
  await waitUntilIdle(app, conversationId)
  const now = await read(app, conversationId)
  const toState = ({ branch, conversation }: View) => JSON.stringify([branch, conversation])
  const watched = await waitUntil(viewer, (view) => toState(view) === toState(now))
  expect([watched.alternates, watched.totals]).toEqual([now.alternates, now.totals])
  for (const [id, turn] of Object.entries(now.known)) {
    // The watcher requests turns that it has not received.
    const [requested] = app.chat.turns({ conversationId, turnIds: [id] })
    expect(watched.known[id] ?? requested).toEqual(turn)
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

test('random actions leave the watcher’s view and the tree consistent', async () => {
  const { app } = await openTestWorkspace({ send: answerImmediately() })
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 30, maxLength: 60 }), async (steps) => {
      const { conversationId } = app.chat.send({ conversationId: null, parts, parameters })
      const walk: Walk = { app, conversationId, deleted: [] }
      const abortController = new AbortController()
      const viewer = watch(app, conversationId, abortController.signal)
      let view = await waitUntil(viewer, ({ conversation }) => !conversation.running)
      for (const step of steps) {
        await perform(walk, view, step)
        view = step.settles ? await expectSettled(walk, viewer) : await read(app, conversationId)
      }
      expectTree(app, await expectSettled(walk, viewer))
      abortController.abort()
    }),
    { numRuns: 6 },
  )
})
