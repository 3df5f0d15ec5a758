// The request that the reference sends, from the entry and what the user has changed.
import { expect, test } from 'vitest'
import { referenceEntries } from '#shared/endpoints/reference'
import { listSegments, toRequest } from './reference-state'

const entryOf = (id: string) => referenceEntries.find((entry) => entry.id === id)!

test('an unchanged request is the example under the documented prefix', () => {
  const { method, path, headers, body } = toRequest(entryOf('E5'), {})
  expect([method, path]).toEqual(['POST', '/v1/v1beta/models/gen-2.5-pro:streamGenerateContent?alt=sse'])
  expect(headers).toEqual({ 'content-type': 'application/json' })
  expect(JSON.parse(body!)).toEqual(entryOf('E5').example)
})

test('a changed request has the chosen model, prefix, framing and demo settings', () => {
  const draft = { model: 'my model', prefix: '/v1beta', isArray: true, body: '{}' }
  const demo = { speed: 'tokens-per-second=5', fault: 'cut-after=3' }
  expect(toRequest(entryOf('E5'), { ...draft, demo })).toEqual({
    method: 'POST',
    path: '/v1beta/models/my%20model:streamGenerateContent',
    headers: { 'content-type': 'application/json', 'x-demo': 'tokens-per-second=5;cut-after=3' },
    body: '{}',
  })
})

test('a route without a body has its segments filled in', () => {
  const entry = entryOf('downloadFile')
  expect(listSegments(entry)).toEqual(['file'])
  expect(toRequest(entry, { segments: { file: 'a/b' } })).toEqual({
    method: 'GET',
    path: '/v1beta/files/a%2Fb:download',
    headers: {},
    body: null,
  })
})
