// Texts, files and operations that are shown of a response.
import { expect, test } from 'vitest'
import { listDownloads, readOperation, readText } from './read-response'

const read = (value: unknown) => readText(JSON.stringify(value))
const chunk = (...parts: readonly object[]) => ({ candidates: [{ content: { parts } }] })
const media = 'a'.repeat(64)

test('reads the text of events and transcripts, without thoughts', () => {
  expect(read(chunk({ text: 'Think', thought: true })).answerText).toBe('')
  expect(read(chunk({ text: 'One, ' }, { text: 'two.' })).answerText).toBe('One, two.')
  expect(read([chunk({ text: 'a' }), chunk({ text: 'b' })]).answerText).toBe('ab')
  expect(read({ text: 'A transcript' }).answerText).toBe('A transcript')
  expect(read({ type: 'transcript.text.delta', delta: 'A ' }).answerText).toBe('A ')
  expect(read({ type: 'transcript.text.done', text: 'A transcript' }).answerText).toBe('')
  expect(read({ candidates: [null, { content: { parts: [null] } }] }).answerText).toBe('')
  expect(read({ choices: [{ message: { content: 'Whole', reasoning_content: 'Hm' } }] }).answerText).toBe(
    'Whole',
  )
  expect(read({ choices: [{ delta: { content: 'Piece' } }] }).answerText).toBe('Piece')
  expect(read({ choices: [null, { delta: {} }] }).answerText).toBe('')
  expect(readText('[DONE]').answerText).toBe('')
  expect(readText('not JSON').answerText).toBe('')
})

test('finds stored files, and nothing that only looks like one', () => {
  const part = { inlineData: { mimeType: 'image/png', media } }
  expect(read(chunk(part)).media).toEqual([{ media, mimeType: 'image/png' }])
  expect(read([{ media: 'short' }, { media: 5 }]).media).toEqual([])
})

test('reads the state of an operation, and nothing from other bodies', () => {
  const operation = (value: object) => readOperation(JSON.stringify({ name: 'operations/abc', ...value }))
  expect(operation({})).toEqual({ path: '/v1beta/operations/abc', isDone: false, error: null })
  expect(operation({ done: true, error: { message: 'No.' } })).toMatchObject({ isDone: true, error: 'No.' })
  expect(operation({ name: 'models/m/operations/abc' })?.path).toBe('/v1beta/models/m/operations/abc')
  expect(readOperation('{"name":"models/gen-2.5-flash"}')).toBeNull()
  expect(readOperation('{"error":{"code":404}}')).toBeNull()
})

test('finds the videos of a finished operation by their paths at the gateway', () => {
  const samples = (...uris: readonly string[]) =>
    JSON.stringify({
      name: 'operations/abc',
      response: { generateVideoResponse: { generatedSamples: uris.map((uri) => ({ video: { uri } })) } },
    })
  expect(listDownloads(samples('http://127.0.0.1:4715/v1beta/files/x:download?alt=media'))).toEqual([
    '/v1beta/files/x:download?alt=media',
  ])
  expect(listDownloads(samples('https://other.example/anything', 'no URL'))).toEqual([])
})
