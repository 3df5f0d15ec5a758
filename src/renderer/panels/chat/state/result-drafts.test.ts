import { beforeEach, expect, test } from 'vitest'
import { clearResultDrafts, useResultDrafts, writeResultDraft } from './result-drafts'

const { getState, setState } = useResultDrafts

beforeEach(() => setState({ turns: {} }))

test('result and error of a call are separate, and so are calls and turns', () => {
  writeResultDraft('t1', 0, { result: '{"a": 1}' })
  writeResultDraft('t1', 0, { failing: true })
  writeResultDraft('t1', 0, { error: '{"error": "No"}' })
  writeResultDraft('t1', 2, { result: '{}' })
  writeResultDraft('t2', 0, { result: '[' })
  expect(getState().turns).toEqual({
    t1: { 0: { result: '{"a": 1}', failing: true, error: '{"error": "No"}' }, 2: { result: '{}' } },
    t2: { 0: { result: '[' } },
  })
  clearResultDrafts('t1')
  expect(Object.keys(getState().turns)).toEqual(['t2'])
})

test('with very many turns the drafts typed longest ago are deleted', () => {
  for (let turn = 0; turn < 60; turn += 1) {
    writeResultDraft(`t${turn}`, 0, { result: '1' })
    writeResultDraft('always', 0, { result: String(turn) })
  }
  const kept = Object.keys(getState().turns)
  expect([kept.length, kept.includes('always'), kept.includes('t59'), kept.includes('t5')]).toEqual([
    50,
    true,
    true,
    false,
  ])
})
