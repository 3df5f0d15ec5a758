// The texts, calls and media of logged bodies.
import { expect, test } from 'vitest'
import { readContent } from './read-content'

const event = (...parts: object[]) => JSON.stringify({ candidates: [{ content: { parts } }] })

test('joins the text of events in order, and separates thoughts', () => {
  const body = [
    event({ text: 'Hm', thought: true }),
    event({ text: '… ', thought: true }, { text: 'It is' }),
    event({ text: ' bl' }),
    event({ text: 'ue.' }, { functionCall: { name: 'paint', args: { color: 'blue' } } }),
    '{"candidates":[{"content":{"par',
  ].join('\n')
  expect(readContent(body)).toEqual({
    thoughts: 'Hm… ',
    text: 'It is blue.',
    calls: [{ name: 'paint', args: { color: 'blue' } }],
    media: [],
  })
})

test('reads an array of events, a request, and media in both spellings', () => {
  expect(readContent(`[${event({ text: 'a' })},\n${event({ text: 'b' })}]`)?.text).toBe('ab')
  const parts = [
    { text: 'What is this?' },
    { inline_data: { mime_type: 'image/png', data: '<400 characters of Base64>' } },
    { inlineData: { mimeType: 'audio/wav', data: 'AAAA' } },
  ]
  expect(readContent(JSON.stringify({ contents: [{ role: 'user', parts }] }))).toMatchObject({
    text: 'What is this?',
    media: [
      { mimeType: 'image/png', bytes: 300 },
      { mimeType: 'audio/wav', bytes: null },
    ],
  })
})

test('reads a transcript once, streamed or not', () => {
  expect(readContent('{"text":"Hello."}')?.text).toBe('Hello.')
  const events = [
    { type: 'transcript.text.delta', delta: 'Hel' },
    { type: 'transcript.text.delta', delta: 'lo.' },
    { type: 'transcript.text.done', text: 'Hello.' },
  ]
  expect(readContent(events.map((one) => JSON.stringify(one)).join('\n'))?.text).toBe('Hello.')
})

test.each(['', 'plain text', '{"error":{"message":"No."}}', 'null', '[1,null]', '{"candidates":"x"}'])(
  'finds nothing in %s',
  (body) => expect(readContent(body)).toBeNull(),
)
