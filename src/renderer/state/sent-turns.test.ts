// Which prompts are marked as not answered while only a part of the chat is loaded.
import { expect, test } from 'vitest'
import type { Turn } from '#shared/schemas/chat'
import { emptyChat, foldChat } from './fold-chat'
import { readUnanswered } from './sent-turns'
import { makeSnapshot, makeTurn } from './turn.fixture'

const prompt = (id: string) => makeTurn({ id, role: 'user' })
const answer = (id: string, change: Partial<Turn> = {}) => makeTurn({ id, ...change })
const failed: Partial<Turn> = { state: 'failed', parts: [] }
const call = { parts: [{ functionCall: { name: 'f' } }] }
const results: Partial<Turn> = { role: 'user', parts: [{ functionResponse: { name: 'f', response: {} } }] }

function read(turns: readonly Turn[], { branch = turns.map(({ id }) => id), alternates = {} } = {}) {
  const { unanswered, replaced } = readUnanswered(
    foldChat(emptyChat, [makeSnapshot(turns, { branch, alternates })]),
  )
  return { unanswered: [...unanswered], replaced: replaced?.id ?? null }
}

test('a failed prompt is marked with its answer; one that is being answered is not', () => {
  const before = [prompt('p1'), answer('a1', failed), prompt('p2')]
  expect(read([...before, answer('a2', { state: 'running', parts: [] })])).toMatchObject({
    unanswered: ['p1', 'a1'],
  })
  expect(read([...before, answer('a2', failed)])).toEqual({
    unanswered: ['p1', 'a1', 'p2', 'a2'],
    replaced: 'p2',
  })
})

test('a response that waits for results is not marked, although a prompt without them would replace it', () => {
  expect(read([prompt('p1'), answer('a1', call)])).toEqual({ unanswered: [], replaced: 'p1' })
})

test('nothing is said about turns whose neighbors are not loaded', () => {
  const loaded = [answer('a2', results), answer('a3', failed), prompt('p3'), prompt('p5'), answer('a5')]
  const branch = ['p1', 'a1', 'a2', 'a3', 'p3', 'a4', 'p5', 'a5']
  expect(read(loaded, { branch })).toEqual({ unanswered: [], replaced: null })
})

test('a comparison is answered once one of its models has responded', () => {
  const compared = { comparison: 'c' }
  const first = [prompt('p1'), answer('a1', { ...failed, ...compared })]
  const other = { branch: ['p1', 'a1'], alternates: { a1: ['a1', 'a2'] } }
  expect(read([...first, answer('a2', compared)], other).replaced).toBe(null)
  expect(read([...first, answer('a2', { ...failed, ...compared })], other).replaced).toBe('p1')
})
