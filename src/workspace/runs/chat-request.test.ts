// The request that continues a conversation, from all that may stand in its branch.
import { expect, test } from 'vitest'
import type { Turn } from '#shared/schemas/chat'
import { toChatRequest } from './chat-request'
import { newAnswer, newPrompt, toTitle } from './new-turns'

const base = { conversationId: 'c', parentId: null, createdAt: 0 }
const prompt = (text: string): Turn => newPrompt({ ...base, id: `prompt ${text}` }, text)
const answer = (turn: Partial<Turn>): Turn => ({
  ...newAnswer({ ...base, id: 'answer' }, 'gen-2.5-pro'),
  state: 'complete',
  ...turn,
})
const contentsOf = (...branch: Turn[]) => toChatRequest(branch, { model: 'gen-2.5-pro' }).contents

test('parameters are sent only where they are set', () => {
  expect(toChatRequest([prompt('Hi.')], { model: 'm', systemInstruction: '  ' })).toEqual({
    contents: [{ role: 'user', parts: [{ text: 'Hi.' }] }],
  })
  expect(
    toChatRequest([prompt('Hi.')], {
      model: 'm',
      systemInstruction: 'Be brief.',
      temperature: 0,
      maxOutputTokens: 9,
      includeThoughts: false,
    }),
  ).toEqual({
    contents: [{ role: 'user', parts: [{ text: 'Hi.' }] }],
    systemInstruction: { parts: [{ text: 'Be brief.' }] },
    generationConfig: { temperature: 0, maxOutputTokens: 9, thinkingConfig: { includeThoughts: false } },
  })
})

test('unsigned thoughts and empty texts stay at home', () => {
  const parts = [
    { text: 'Hm.', thought: true },
    { text: 'Signed.', thought: true, thoughtSignature: 's' },
    { text: '' },
    { text: '', thoughtSignature: 't' },
    { text: 'So.' },
  ]
  expect(contentsOf(prompt('a'), answer({ parts }), prompt('b'))[1]).toEqual({
    role: 'model',
    parts: [parts[1], parts[3], parts[4]],
  })
})

test('roles alternate where an answer failed or is empty', () => {
  const failed = answer({ state: 'failed', parts: [{ text: 'Half' }] })
  expect(contentsOf(prompt('a'), failed, prompt('b'), answer({ parts: [] }), prompt('c'))).toEqual([
    { role: 'user', parts: [{ text: 'a' }, { text: 'b' }, { text: 'c' }] },
  ])
})

test.each(['stopped', 'interrupted'] as const)('an answer that was %s is sent as far as it came', (state) => {
  const parts = [{ text: 'Half' }]
  expect(contentsOf(prompt('a'), answer({ state, parts }), prompt('go on'))[1]).toEqual({
    role: 'model',
    parts,
  })
})

test('a blocked prompt does not block the next one', () => {
  const blocked = answer({ state: 'failed', blockReason: 'SAFETY', parentId: 'prompt bad' })
  expect(contentsOf(prompt('bad'), blocked, prompt('good'))).toEqual([
    { role: 'user', parts: [{ text: 'good' }] },
  ])
})

test('a branch whose first prompt cannot be read still begins with the user', () => {
  const unreadable: Turn = { ...prompt('a'), parts: [], state: 'failed' }
  expect(contentsOf(unreadable, answer({ parts: [{ text: 'x' }] }), prompt('b'))).toEqual([
    { role: 'user', parts: [{ text: 'b' }] },
  ])
})

test('signatures go only to the model that made them, under either of its names', () => {
  const parts = [{ text: 'x', thoughtSignature: 's', novel: 1 }]
  const signedBy = (model: string) => contentsOf(prompt('a'), answer({ parts, model }), prompt('b'))[1]?.parts
  expect(signedBy('gemini-2.5-pro')).toEqual(parts)
  expect(signedBy('gen-3.1-pro-preview')).toEqual([{ text: 'x', novel: 1 }])
})

test('a title is the first words of the prompt', () => {
  expect(toTitle('  Count\n to   two. ')).toBe('Count to two.')
  expect(toTitle('word '.repeat(40))).toBe(`${'word '.repeat(11)}word…`)
  expect(toTitle('👋'.repeat(100))).toBe(`${'👋'.repeat(60)}…`)
})
