// Moving follow-ups from the queue into the composer: no crash in between may lose one.
import { beforeEach, expect, test, vi } from 'vitest'
import type { Draft, QueuedPrompt } from '#shared/schemas/chat'
import { useDrafts } from '../../../state/draft-store'
import { readDraft, writeText } from '../../../state/drafts'
import { editFollowUp, returnFollowUp, useReturned } from '../composer/FollowUps'

/** The rows of the database: a crash loses everything else. */
const stored: { queued: string[]; drafts: Record<string, string> } = { queued: [], drafts: {} }
/** The texts that the database had after each call. */
const states: string[][] = []

function record() {
  states.push([...stored.queued, ...Object.values(stored.drafts)])
}

vi.mock('../../../api/desktop', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  desktop: {
    drafts: {
      write: async ({ key, draft }: { key: string; draft: Draft }) => {
        stored.drafts[key] = draft.text
        record()
      },
    },
    chat: {
      unqueue: async () => {
        if (stored.queued.length === 0) throw Object.assign(new Error('It was sent.'), { code: 'NOT_FOUND' })
        stored.queued = []
        record()
      },
    },
  },
}))

beforeEach(() => {
  stored.queued = ['Blue.']
  stored.drafts = {}
  states.length = 0
  useDrafts.setState({ drafts: {} })
  useReturned.setState({ reasons: {} })
})

const queued: QueuedPrompt = {
  id: 'q',
  parts: [{ text: 'Blue.' }],
  parameters: { model: 'gen-2.5-flash-image' },
  createdAt: 0,
  step: { promptId: 'p', variations: 2 },
}

const textOf = (key: string) => readDraft(key).text

test.each([
  ['returned', returnFollowUp],
  ['edited', editFollowUp],
])('a follow-up that is %s stays queued until its draft is saved', async (_, move) => {
  await move('d', queued)
  expect(textOf('d')).toBe('Blue.')
  expect(states).toEqual([['Blue.', 'Blue.'], ['Blue.']])
})

test('a follow-up that is sent meanwhile does not appear in the composer', async () => {
  writeText('d', 'Typed before.')
  stored.queued = []
  await returnFollowUp('d', queued)
  expect([textOf('d'), useReturned.getState().reasons]).toEqual(['Typed before.', {}])
  expect(stored.drafts).toEqual({ d: 'Typed before.' })
})
