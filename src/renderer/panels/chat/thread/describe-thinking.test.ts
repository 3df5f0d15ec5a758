// How long a model thought.
import { expect, test } from 'vitest'
import type { Turn } from '#shared/schemas/chat'
import { makeTurn } from '../../../state/turn.fixture'
import { describeThinking } from './describe-thinking'

const thought = { text: 'Hm.', thought: true }
const times = { firstToken: 100, firstAnswer: null, total: null }
const tell = (change: Partial<Turn>) => describeThinking(makeTurn({ times, ...change }))

test('it thinks until the first word, and after it the time is known', () => {
  expect([
    tell({ state: 'running', parts: [thought] }),
    tell({ state: 'running', parts: [thought, { text: '' }] }),
    tell({ state: 'running', parts: [thought, { text: 'Yes' }] }),
    tell({ parts: [thought, { text: 'Yes' }], times: { ...times, firstAnswer: 2_350, total: 9_000 } }),
  ]).toEqual(['Thinking…', 'Thinking…', 'Thoughts', 'Thought for 2.25 s'])
})

test('an answer that ended in its thoughts thought until its end', () => {
  expect(tell({ state: 'stopped', parts: [thought], times: { ...times, total: 300 } })).toBe(
    'Thought for 200 ms',
  )
})

test('an answer in one piece tells its tokens instead', () => {
  const atOnce = { firstToken: 100, firstAnswer: 100, total: 100 }
  expect(tell({ times: atOnce, usage: { thoughtsTokenCount: 1_200 } })).toBe('Thoughts (1,200 tokens)')
})
