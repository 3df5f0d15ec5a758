// The texts, calls and media of logged bodies.
import { expect, test } from 'vitest'
import { describeMarks, joinSections, readContent } from './read-content'

const readText = (body: string) => {
  const content = readContent(body)
  return content && joinSections(content)
}

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
    sections: [
      {
        title: null,
        thoughts: 'Hm… ',
        text: 'It is blue.',
        calls: [{ name: 'paint', args: { color: 'blue' } }],
      },
    ],
    media: [],
  })
})

test('reads an array of events, a request, and media in both spellings', () => {
  expect(readText(`[${event({ text: 'a' })},\n${event({ text: 'b' })}]`)).toBe('ab')
  const parts = [
    { text: 'What is this?' },
    { inline_data: { mime_type: 'image/png', data: '<400 characters of Base64>' } },
    { inlineData: { mimeType: 'audio/wav', data: 'AAAA' } },
  ]
  expect(readContent(JSON.stringify({ contents: [{ role: 'user', parts }] }))).toMatchObject({
    sections: [{ title: 'User', text: 'What is this?' }],
    media: [
      { mimeType: 'image/png', bytes: 300 },
      { mimeType: 'audio/wav', bytes: null },
    ],
  })
})

// They would be shown as raw JSON only.
test('reads the messages of OpenAI clients, their media, and chunks of a stream', () => {
  const url = 'data:image/png;base64,<400 characters of Base64>'
  const call = { id: 'a', type: 'function', function: { name: 'paint', arguments: '{"color":"blue"}' } }
  const messages = [
    { role: 'system', content: 'Be brief.' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'What is this?' },
        { type: 'image_url', image_url: { url } },
      ],
    },
    { role: 'assistant', content: null, tool_calls: [call] },
  ]
  const empty = { thoughts: '', text: '', calls: [] }
  expect(readContent(JSON.stringify({ model: 'x', messages }))).toEqual({
    sections: [
      { ...empty, title: 'System instruction', text: 'Be brief.' },
      { ...empty, title: 'User', text: 'What is this?' },
      { ...empty, title: 'Model', calls: [{ name: 'paint', args: { color: 'blue' } }] },
    ],
    media: [{ mimeType: 'image/png', bytes: 300, hash: null, name: null }],
  })
  const chunk = (delta: object) => JSON.stringify({ choices: [{ index: 0, delta }] })
  const stream = [
    chunk({ role: 'assistant', content: '' }),
    chunk({ reasoning_content: 'Hm.' }),
    chunk({ content: 'It' }),
  ]
  const body = [...stream, chunk({ content: ' is.' }), '{"choices":[]}', '[DONE]'].join('\n')
  expect(readContent(body)?.sections).toEqual([{ ...empty, title: null, thoughts: 'Hm.', text: 'It is.' }])
  expect(readText(JSON.stringify({ choices: [{ message: { content: 'Whole.' } }] }))).toBe('Whole.')
  expect(readText('{"model":"x","input":["one","two"]}')).toBe('one\n\ntwo')
  expect(readContent('{"data":[{"b64_json":"<400 characters of Base64>"}]}')?.media).toHaveLength(1)
})

const hash = 'ab'.repeat(32)

test('reads media that the log has: in parts, in a video request, in a form, and as a body', () => {
  const mark = `<400 characters of Base64, SHA-256 ${hash}>`
  const image = { mimeType: 'image/png', bytes: 300, hash, name: null }
  expect(readContent(event({ inlineData: { mimeType: 'image/png', data: mark } }))?.media).toEqual([image])
  const instance = { prompt: 'A heron', image: { bytesBase64Encoded: mark, mimeType: 'image/png' } }
  expect(readContent(JSON.stringify({ instances: [instance] }))?.media).toEqual([image])
  expect(readContent(event({ text: 'Yes.', thoughtSignature: mark }))?.media).toEqual([])
  const form = [
    '--x',
    'Content-Disposition: form-data; name="model"',
    '',
    'gen-4o-transcribe',
    '--x',
    'Content-Disposition: form-data; name="file"; filename="a b.wav"',
    'Content-Type: audio/wav',
    '',
    `<9 bytes of audio/wav, SHA-256 ${hash}>`,
    '--x--',
    '',
  ].join('\r\n')
  const audio = { mimeType: 'audio/wav', bytes: 9, hash, name: 'a b.wav' }
  expect(readContent(form)).toMatchObject({
    sections: [{ text: 'model: gen-4o-transcribe' }],
    media: [audio],
  })
  expect(readContent('model: m\nfile: a b.wav (audio/wav, 9 bytes)')?.media).toEqual([
    { ...audio, hash: null },
  ])
  expect(readContent(`<9 bytes of audio/wav, SHA-256 ${hash}>`)?.media).toEqual([{ ...audio, name: null }])
})

test('keeps the messages of a request apart, with who says them', () => {
  const say = (role: string, text: string) => ({ role, parts: [{ text }] })
  const chat = {
    systemInstruction: { parts: [{ text: 'Be brief.' }] },
    contents: [say('user', 'Hello'), say('model', 'Hi there.'), say('user', 'Name a river.')],
  }
  const list = (body: object) =>
    readContent(JSON.stringify(body))?.sections.map(({ title, text }) => `${title}: ${text}`)
  expect(list(chat)).toEqual([
    'System instruction: Be brief.',
    'User: Hello',
    'Model: Hi there.',
    'User: Name a river.',
  ])
  expect(list({ requests: [{ content: say('user', 'a') }, { content: say('user', 'b') }] })).toEqual([
    'Text 1: a',
    'Text 2: b',
  ])
  expect(list({ instances: [{ prompt: 'A heron' }] })).toEqual(['Prompt: A heron'])
})

test('shows marks in a tree as the size of their files', () => {
  const data = `<400 characters of Base64, SHA-256 ${hash}>`
  expect(describeMarks({ parts: [{ data }, { data: '<400 characters of Base64>' }, 1] })).toEqual({
    parts: [{ data: '300 B · SHA-256 abababababab…' }, { data: '300 B' }, 1],
  })
})

test('reads a transcript once, streamed or not', () => {
  expect(readText('{"text":"Hello."}')).toBe('Hello.')
  const events = [
    { type: 'transcript.text.delta', delta: 'Hel' },
    { type: 'transcript.text.delta', delta: 'lo.' },
    { type: 'transcript.text.done', text: 'Hello.' },
  ]
  expect(readText(events.map((one) => JSON.stringify(one)).join('\n'))).toBe('Hello.')
})

test.each(['', 'plain text', '{"error":{"message":"No."}}', 'null', '[1,null]', '{"candidates":"x"}'])(
  'finds nothing in %s',
  (body) => expect(readContent(body)).toBeNull(),
)

test('a text that looks like a form, with many parentheses', () => {
  const text = `note: ${'a (b, c) '.repeat(300_000)}`
  expect(() => readContent(text)).not.toThrow()
})
