// The request that the reference sends, from the entry and what the user has changed.
import { expect, test } from 'vitest'
import { referenceEntries } from '#shared/endpoints/reference'
import { formOf, hasFile, listSegments, parseStoredForm, toRequest } from './reference-state'

const entryOf = (id: string) => referenceEntries.find((entry) => entry.id === id)!

test('an unchanged request is the example under the documented prefix', () => {
  const { method, path, headers, body } = toRequest(entryOf('E5'), {}, true)
  expect([method, path]).toEqual(['POST', '/v1/v1beta/models/gen-2.5-pro:streamGenerateContent?alt=sse'])
  expect(headers).toEqual({ 'content-type': 'application/json' })
  expect(JSON.parse(body!)).toEqual(entryOf('E5').example)
})

test('a changed request has the chosen model, prefix, framing and demo settings', () => {
  const draft = { model: 'my model', prefix: '/v1beta', isArray: true, body: '{}' }
  const demo = { speed: 'tokens-per-second=5', fault: 'cut-after=3' }
  expect(toRequest(entryOf('E5'), { ...draft, demo }, true)).toEqual({
    method: 'POST',
    path: '/v1beta/models/my%20model:streamGenerateContent',
    headers: { 'content-type': 'application/json', 'x-demo': 'tokens-per-second=5;cut-after=3' },
    body: '{}',
  })
})

// The gateway rejects a batch whose requests name another model.
test('an example that names its model names the chosen one', () => {
  const { body } = toRequest(entryOf('batchEmbedContents'), { model: 'my model' }, true)
  expect(JSON.parse(body!).requests.map(({ model }: { model: string }) => model)).toEqual([
    'models/my model',
    'models/my model',
  ])
})

// The settings stay in the draft, where nothing shows them while another provider is selected.
test('another provider gets no settings of the demo', () => {
  const demo = { speed: '', fault: 'fail=500' }
  expect(toRequest(entryOf('E5'), { demo }, false).headers).not.toHaveProperty('x-demo')
})

test('a route without a body has its segments filled in', () => {
  const entry = entryOf('downloadFile')
  expect(listSegments(entry)).toEqual(['file'])
  expect(toRequest(entry, { segments: { file: 'a/b' } }, true)).toEqual({
    method: 'GET',
    path: '/v1beta/files/a%2Fb:download',
    headers: {},
    body: null,
  })
})

test('parameters are sent where they belong, and empty ones are not sent', () => {
  const parameters = { pageSize: '2', pageToken: '' }
  expect(toRequest(entryOf('listModels'), { parameters }, true).path).toBe('/v1beta/models?pageSize=2')
  const download = { segments: { file: 'a' }, parameters: { Range: 'bytes=0-9', alt: 'media' } }
  expect(toRequest(entryOf('downloadFile'), download, true)).toMatchObject({
    path: '/v1beta/files/a:download?alt=media',
    headers: { range: 'bytes=0-9' },
  })
})

test('only the commands of an upload that have bytes send the file', () => {
  expect(toRequest(entryOf('uploadFile'), {}, true).headers).toEqual({ 'x-goog-upload-protocol': 'raw' })
  expect(hasFile(entryOf('uploadFile'), {})).toBe(true)
  const start = { 'X-Goog-Upload-Protocol': 'resumable', 'X-Goog-Upload-Command': 'start' }
  expect(hasFile(entryOf('uploadFile'), { parameters: start })).toBe(false)
  expect(hasFile(entryOf('continueUpload'), {})).toBe(true)
  expect(hasFile(entryOf('continueUpload'), { parameters: { 'X-Goog-Upload-Command': 'query' } })).toBe(false)
})

test('a form has the model and the filled fields', () => {
  const form = { language: 'de', prompt: '' }
  expect(formOf(entryOf('E1'), { form })).toEqual({ model: 'gen-4o-transcribe', language: 'de' })
  expect(formOf(entryOf('E2'), { form })).toBeNull()
})

test('a stored form of another version loses only what is unreadable', () => {
  const drafts = { E2: { body: '{}' }, E3: { body: 5 } }
  expect(parseStoredForm({ selected: 'E2', drafts })).toEqual({
    selected: 'E2',
    drafts: { E2: { body: '{}' }, E3: {} },
  })
  for (const saved of [undefined, null, 'x', { selected: 'gone' }])
    expect(parseStoredForm(saved)).toEqual({ selected: 'E1', drafts: {} })
})
