// The reference: the request that it sends, its editor, and what is shown of a response.
import { expect, test } from 'vitest'
import type { ReferenceEvent } from '#shared/desktop/gateway-contract'
import { referenceEntries, requestSchema } from '#shared/endpoints/reference'
import { createJsonSchemas } from '#workspace/json-schema/validate-json'
import { applyEvents, listDownloads, type ReferenceRun, readOperation, readText } from './reference-run'
import {
  formOf,
  hasFile,
  listSegments,
  parseStoredForm,
  type RequestDraft,
  toRequest,
} from './reference-state'
import { checkRequest, completeRequest } from './TryRequest'

const entryOf = (id: string) => referenceEntries.find((entry) => entry.id === id)!
const send = (id: string, draft: RequestDraft = {}, isDemo = true) => toRequest(entryOf(id), draft, isDemo)

test('an unchanged request is the example under the documented prefix', () => {
  const { method, path, headers, body } = send('E5')
  expect([method, path]).toEqual(['POST', '/v1/v1beta/models/gen-2.5-pro:streamGenerateContent?alt=sse'])
  expect([headers, JSON.parse(body!)]).toEqual([
    { 'content-type': 'application/json' },
    entryOf('E5').example,
  ])
})

test('a changed request has the chosen model, prefix, framing and demo settings, for the demo only', () => {
  const demo = { speed: 'tokens-per-second=5', fault: 'cut-after=3' }
  const draft = { model: 'my model', prefix: '/v1beta', isArray: true, body: '{}', demo }
  expect(send('E5', draft)).toEqual({
    method: 'POST',
    path: '/v1beta/models/my%20model:streamGenerateContent',
    headers: { 'content-type': 'application/json', 'x-demo': 'tokens-per-second=5;cut-after=3' },
    body: '{}',
  })
  expect(send('E5', draft, false).headers).not.toHaveProperty('x-demo')
})

// The gateway rejects a batch whose requests name another model.
test('an example that names its model names the chosen one', () => {
  const { requests } = JSON.parse(send('batchEmbedContents', { model: 'my model' }).body!)
  expect(requests).toMatchObject([{ model: 'models/my model' }, { model: 'models/my model' }])
})

test('segments and parameters are sent where they belong, and empty ones are not sent', () => {
  expect(listSegments(entryOf('downloadFile'))).toEqual(['file'])
  const parameters = { Range: 'bytes=0-9', alt: 'media' }
  expect(send('downloadFile', { segments: { file: 'a/b' }, parameters })).toEqual({
    method: 'GET',
    path: '/v1beta/files/a%2Fb:download?alt=media',
    headers: { range: 'bytes=0-9' },
    body: null,
  })
  const paged = send('listModels', { parameters: { pageSize: '2', pageToken: '' } })
  expect(paged.path).toBe('/v1beta/models?pageSize=2')
})

test('only the commands of an upload that have bytes send the file', () => {
  expect(send('uploadFile').headers).toEqual({ 'x-goog-upload-protocol': 'raw' })
  const start = { 'X-Goog-Upload-Protocol': 'resumable', 'X-Goog-Upload-Command': 'start' }
  const has = (id: string, parameters?: Record<string, string>) =>
    hasFile(entryOf(id), parameters ? { parameters } : {})
  expect([has('uploadFile'), has('uploadFile', start), has('continueUpload')]).toEqual([true, false, true])
  expect(has('continueUpload', { 'X-Goog-Upload-Command': 'query' })).toBe(false)
})

test('a form has the model and the filled fields, and a stored one loses only what is unreadable', () => {
  const form = { language: 'de', prompt: '' }
  expect(formOf(entryOf('E1'), { form })).toEqual({ model: 'gen-4o-transcribe', language: 'de' })
  expect(formOf(entryOf('E2'), { form })).toBeNull()
  const drafts = { E2: { body: '{}' }, E3: { body: 5 } }
  expect(parseStoredForm({ selected: 'E2', drafts })).toEqual({
    selected: 'E2',
    drafts: { E2: { body: '{}' }, E3: {} },
  })
  for (const saved of [undefined, null, 'x', { selected: 'gone' }])
    expect(parseStoredForm(saved)).toEqual({ selected: 'E1', drafts: {} })
})

const schema = requestSchema('generateContent')!
const complete = (path: readonly (string | number)[], isKey: boolean, text = '{}') =>
  completeRequest(schema, { path, isKey, text })
const labels = (...completion: Parameters<typeof complete>) =>
  complete(...completion).map(({ label }) => label)

test('completes the members of nested objects with a value of their type, without those that are present', () => {
  expect(labels([''], true)).toEqual(expect.arrayContaining(['contents', 'generationConfig', 'tools']))
  expect(labels([''], true, '{"contents": []}')).not.toContain('contents')
  const parts = labels(['contents', 0, 'parts', 0, ''], true)
  expect(parts).toEqual(expect.arrayContaining(['text', 'inlineData', 'file_data']))
  expect(labels(['unknown', ''], true)).toEqual([])
  const found = complete(['generationConfig', ''], true)
  const json = Object.fromEntries(found.map((each) => [each.label, each.json]))
  expect(json).toMatchObject({ temperature: '0', responseModalities: '[]', imageConfig: '{}' })
})

test('completes allowed values, examples and truth values', () => {
  expect(labels(['contents', 0, 'role'], false)).toEqual(['user', 'model', 'function'])
  expect(labels(['generationConfig', 'imageConfig', 'aspectRatio'], false)).toContain('16:9')
  expect(labels(['generationConfig', 'thinkingConfig', 'includeThoughts'], false)).toEqual(['true', 'false'])
})

test('a mismatch is marked at its place, and unknown fields are allowed', async () => {
  const schemas = createJsonSchemas()
  const check = (text: string) =>
    checkRequest(text, async (checked) => schemas.validate({ schema, text: checked }))
  expect(await check('{"contents": [{"parts": [{"text": "Hi"}]}], "unknown": 1}')).toEqual([])
  const text = '{"contents": [{"parts": [{"text": 5}]}]}'
  const problems = await check(text)
  expect(problems).toMatchObject([{ path: '$.contents[0].parts[0].text', line: 1 }])
  expect(text.slice(problems[0]?.from, problems[0]?.to)).toBe('5')
  expect(await check('{')).toMatchObject([{ path: null }])
})

const chunk = (...parts: readonly object[]) => ({ candidates: [{ content: { parts } }] })
const media = 'a'.repeat(64)
const picture = { inlineData: { mimeType: 'image/png', media } }

test.each([
  [chunk({ text: 'Think', thought: true }), ''],
  [chunk({ text: 'One, ' }, { text: 'two.' }), 'One, two.'],
  [[chunk({ text: 'a' }), chunk({ text: 'b' })], 'ab'],
  [{ text: 'A transcript' }, 'A transcript'],
  [{ type: 'transcript.text.delta', delta: 'A ' }, 'A '],
  [{ type: 'transcript.text.done', text: 'A transcript' }, ''],
  [{ choices: [{ message: { content: 'Whole', reasoning_content: 'Hm' } }] }, 'Whole'],
  [{ choices: [{ delta: { content: 'Piece' } }] }, 'Piece'],
  [{ candidates: [null, { content: { parts: [null] } }], choices: [null, { delta: {} }] }, ''],
])('of %j the text is %j', (value, text) => {
  expect(readText(JSON.stringify(value)).answerText).toBe(text)
})

test('finds stored files, and nothing that only looks like one or is no JSON', () => {
  const read = (value: unknown) => readText(JSON.stringify(value)).media
  expect(read(chunk(picture))).toEqual([{ media, mimeType: 'image/png' }])
  expect(read([{ media: 'short' }, { media: 5 }])).toEqual([])
  for (const text of ['[DONE]', 'not JSON'])
    expect(readText(text)).toMatchObject({ answerText: '', media: [] })
})

test('reads the state of an operation, the paths of its videos at the gateway, and nothing from other bodies', () => {
  const operation = (value: object) => JSON.stringify({ name: 'operations/abc', ...value })
  expect(readOperation(operation({}))).toEqual({ path: '/v1beta/operations/abc', isDone: false, error: null })
  const failed = operation({ name: 'models/m/operations/abc', done: true, error: { message: 'No.' } })
  expect(readOperation(failed)).toEqual({
    path: '/v1beta/models/m/operations/abc',
    isDone: true,
    error: 'No.',
  })
  for (const body of ['{"name":"models/gen-2.5-flash"}', '{"error":{"code":404}}'])
    expect(readOperation(body)).toBeNull()
  const uris = [
    'http://127.0.0.1:4715/v1beta/files/x:download?alt=media',
    'https://other.example/any',
    'no URL',
  ]
  const generatedSamples = uris.map((uri) => ({ video: { uri } }))
  expect(listDownloads(operation({ response: { generateVideoResponse: { generatedSamples } } }))).toEqual([
    '/v1beta/files/x:download?alt=media',
  ])
})

test('a run joins its texts in order, however the events are grouped, and shows each file once', () => {
  const empty = { head: null, end: null, operation: null, error: null }
  const started: ReferenceRun = {
    state: 'running',
    texts: [],
    answerText: '',
    media: [],
    checks: 0,
    ...empty,
  }
  const toText = (at: number, part: object): ReferenceEvent => ({
    type: 'text',
    at,
    text: JSON.stringify(chunk(part)),
  })
  const file = { type: 'media', at: 3, media, mimeType: 'image/png', bytes: 5 } as const
  // The image of an edited image is often sent twice, with the same bytes.
  const texts = ['One, ', 'two.'].map((text, at) => toText(at, { text }))
  const events = [...texts, toText(2, picture), toText(3, picture), file]
  const whole = applyEvents(started, events)
  expect(events.reduce((run, event) => applyEvents(run, [event]), started)).toEqual(whole)
  expect(whole).toMatchObject({ answerText: 'One, two.', media: [{ media, mimeType: 'image/png' }] })
  expect(whole.texts.map(({ at }) => at)).toEqual([0, 1, 2, 3])
})
