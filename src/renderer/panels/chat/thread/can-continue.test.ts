// Which answers can be gone on with.
import { expect, test } from 'vitest'
import type { Turn } from '#shared/schemas/chat'
import { makeTurn } from '../../../state/turn.fixture'
import { canContinue } from './can-continue'

const can = (...changes: Partial<Turn>[]) => changes.map((change) => canContinue(makeTurn(change)))

test('answers that broke off can, complete ones and those under way cannot', () => {
  expect(
    can(
      { state: 'stopped', finishReason: null },
      { state: 'interrupted', finishReason: null },
      { state: 'failed', finishReason: null },
      { finishReason: 'MAX_TOKENS' },
    ),
  ).toEqual([true, true, true, true])
  expect(
    can({}, { state: 'running' }, { finishReason: 'SAFETY' }, { role: 'user', state: 'stopped' }),
  ).toEqual([false, false, false, false])
})

test('nothing to go on from is nothing to go on with, and calls wait for their results', () => {
  const state = 'stopped'
  expect(
    can(
      { state, parts: [] },
      { state, parts: [{ text: 'Hm.', thought: true }, { text: '' }] },
      { state, parts: [{ text: 'Let me see.' }, { functionCall: { name: 'f' } }] },
    ),
  ).toEqual([false, false, false])
})
