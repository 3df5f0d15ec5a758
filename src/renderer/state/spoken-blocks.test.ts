// Blocks of a growing answer, read out as each is finished.
import { expect, test } from 'vitest'
import type { ChatEvent, Turn, TurnDelta } from '#shared/schemas/chat'
import { hearEvents, type Unspoken } from './spoken-blocks'
import { makeSnapshot, makeTurn } from './turn.fixture'

const delta = (...deltas: TurnDelta[]): ChatEvent => ({ type: 'delta', turnId: 'a1', deltas })
const hear = (before: Unspoken, event: ChatEvent, change: Partial<Turn> = {}) =>
  hearEvents(before, [event], () => makeTurn({ state: 'running', ...change }))

test('a block is read out once its end has come, whole, though it came in pieces', () => {
  const begun = hear(new Map(), delta({ index: 0, parts: [{ text: 'Light ' }] }))
  const grown = hear(begun.unspoken, delta({ index: 0, append: '**bends**.\n' }))
  const ended = hear(grown.unspoken, delta({ index: 0, append: '\nIn drops' }))
  expect([begun.blocks, grown.blocks, ended.blocks]).toEqual([[], [], ['Light bends .']])
  expect([...ended.unspoken]).toEqual([['a1', 'In drops']])
})

test('thoughts are not read out', () => {
  const parts = [{ text: 'Hm.\n\nSo.', thought: true }]
  const { unspoken, blocks } = hear(new Map(), delta({ index: 0, append: 'So.\n\n' }), { parts })
  expect([blocks, [...unspoken]]).toEqual([[], [['a1', '']]])
})

test('compared answers are not read out while they grow', () => {
  const event = delta({ index: 0, append: 'One.\n\n' })
  expect(hear(new Map(), event, { comparison: 'c' })).toEqual({ unspoken: new Map(), blocks: [] })
})

test('a new snapshot forgets what was half heard', () => {
  const { unspoken } = hear(new Map(), delta({ index: 0, append: 'Half' }))
  expect([...hear(unspoken, makeSnapshot([])).unspoken]).toEqual([])
})
