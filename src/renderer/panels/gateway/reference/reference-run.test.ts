// A run of the reference, after some events have arrived.
import { expect, test } from 'vitest'
import type { ReferenceEvent } from '#shared/desktop/reference-contract'
import { applyEvents, type ReferenceRun } from './reference-run'

const started: ReferenceRun = {
  state: 'running',
  head: null,
  texts: [],
  answerText: '',
  media: [],
  end: null,
  operation: null,
  checks: 0,
  error: null,
}
const textOf = (at: number, value: object): ReferenceEvent => ({
  type: 'text',
  at,
  text: JSON.stringify(value),
})
const replyOf = (text: string) => ({ candidates: [{ content: { parts: [{ text }] } }] })

test('texts are joined in order, however the events are grouped', () => {
  const events = ['One, ', 'two, ', 'three.'].map((text, at) => textOf(at, replyOf(text)))
  const whole = applyEvents(started, events)
  expect(events.reduce((run, event) => applyEvents(run, [event]), started)).toEqual(whole)
  expect([whole.answerText, whole.texts.map(({ at }) => at)]).toEqual(['One, two, three.', [0, 1, 2]])
})

// The image of an edited image is often sent twice, with the same bytes.
test('each file is shown once', () => {
  const media = 'a'.repeat(64)
  const part = { candidates: [{ content: { parts: [{ inlineData: { mimeType: 'image/png', media } }] } }] }
  const file = { type: 'media', at: 2, media, mimeType: 'image/png', bytes: 5 } as const
  expect(applyEvents(started, [textOf(1, part), textOf(2, part), file]).media).toEqual([
    { media, mimeType: 'image/png' },
  ])
})
