import { expect, test } from 'vitest'
import { makeTurn } from '../../../state/turn.fixture'
import { estimateRequest, estimateText } from './estimate-tokens'

const parameters = { model: 'gen-2.5-pro' }
const empty = { text: '', attachments: [] }
const file = { kind: 'file', id: '1', media: 'ab', name: 'a' } as const

test('English takes about a quarter token for each character, Chinese a whole one', () => {
  expect([
    estimateText(''),
    estimateText('Hi'),
    estimateText('word '.repeat(80)),
    estimateText('今天天气'),
  ]).toEqual([0, 1, 100, 4])
})

test('images count by their tiles, text files by their size, and others are named as uncounted', () => {
  const attachments = [
    { ...file, mimeType: 'image/png', bytes: 9, width: 300, height: 200 },
    { ...file, mimeType: 'image/png', bytes: 9, width: 1536, height: 768 },
    { ...file, mimeType: 'text/plain', bytes: 400 },
    { ...file, mimeType: 'audio/mpeg', bytes: 400 },
    { kind: 'uri', id: '2', uri: 'https://video.example', mimeType: 'video/mp4' } as const,
  ]
  expect(estimateRequest({ draft: { text: 'Four', attachments }, parameters, history: [] })).toEqual({
    tokens: 1 + 258 + 516 + 100,
    historyTokens: 0,
    uncounted: 2,
  })
})

test('the history has the number that the last response reported, and an estimate for what follows', () => {
  const reported = makeTurn({ usage: { promptTokenCount: 900, candidatesTokenCount: 100 } })
  const stopped = makeTurn({ id: 'a2', parts: [{ text: 'x'.repeat(40) }, { text: 'hidden', thought: true }] })
  const system = { ...parameters, systemInstruction: 'x'.repeat(400) }
  expect([
    estimateRequest({ draft: empty, parameters: system, history: [reported, stopped] }).tokens,
    // Without a reported number, the settings are added.
    estimateRequest({ draft: empty, parameters: system, history: [stopped] }).tokens,
  ]).toEqual([1010, 110])
})
