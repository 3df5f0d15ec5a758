// How often an operation is asked about, and what it says, in every form that services give it.
import { expect, test } from 'vitest'
import type { Operation } from '#shared/schemas/operation'
import { pollDelay, readOperation } from './poll-operation'

const second = 1000
const minute = 60 * second

test('every ten seconds at first, then less often', () => {
  const ages = [0, 9 * minute, 10 * minute, 59 * minute, 60 * minute, 24 * 60 * minute]
  expect(ages.map((age) => pollDelay({ age, errors: 0 }) / second)).toEqual([10, 10, 30, 30, 120, 120])
})

test('each error in a row doubles the pause, up to five minutes', () => {
  expect([1, 2, 3, 4, 6, 7, 50].map((errors) => pollDelay({ age: 0, errors }) / second)).toEqual([
    10, 20, 40, 80, 300, 300, 300,
  ])
})

test('a service is not asked before it wants to be, but once a day at least', () => {
  expect([1, 90, 1e300].map((retryAfter) => pollDelay({ age: 0, errors: 1, retryAfter }))).toEqual([
    10 * second,
    90 * second,
    24 * 60 * minute,
  ])
})

type Response = NonNullable<NonNullable<Operation['response']>['generateVideoResponse']>

const respond = (generateVideoResponse: Response): Operation => ({
  name: 'operations/a',
  done: true,
  response: { generateVideoResponse },
})
const sample = (video: Record<string, unknown>) => respond({ generatedSamples: [{ video }] })
const made = (sample: object) => ({ type: 'done', samples: [sample], reasons: [] })

test.each<[string, Operation, object]>([
  ['nothing of done', { name: 'operations/a' }, { type: 'running' }],
  ['done: false', { name: 'operations/a', done: false }, { type: 'running' }],
  [
    'an error with a code of its own',
    { name: 'operations/a', done: true, error: { code: 8, message: 'Quota.' } },
    { type: 'failed', error: { code: 'RESOURCE_EXHAUSTED', message: 'Quota.' } },
  ],
  [
    'an error without words',
    { name: 'operations/a', done: true, error: {} },
    { type: 'failed', error: { code: 'UNKNOWN', message: 'The provider failed and gave no reason.' } },
  ],
  [
    'a uri',
    sample({ uri: 'http://127.0.0.1:1/v1beta/files/f:download?alt=media' }),
    made({ path: '/v1beta/files/f:download?alt=media' }),
  ],
  ['video', sample({ video: 'AAAA' }), made({ base64: 'AAAA' })],
  ['encodedVideo', sample({ encodedVideo: 'AAAA', encoding: 'video/mp4' }), made({ base64: 'AAAA' })],
  ['bytesBase64Encoded', sample({ bytesBase64Encoded: 'AAAA' }), made({ base64: 'AAAA' })],
  ['inlineData', sample({ inlineData: { mimeType: 'video/mp4', data: 'AAAA' } }), made({ base64: 'AAAA' })],
  [
    'samples beside what was filtered',
    respond({
      generatedSamples: [{ video: { uri: '/v1beta/files/f:download' } }, {}],
      raiMediaFilteredCount: 1,
      raiMediaFilteredReasons: ['A face.'],
    }),
    { type: 'done', samples: [{ path: '/v1beta/files/f:download' }], reasons: ['A face.'] },
  ],
  ['filtered without a reason', respond({ raiMediaFilteredCount: 1 }), { type: 'filtered', reasons: [] }],
  [
    'nothing at all',
    respond({}),
    { type: 'failed', error: expect.objectContaining({ code: 'UNAVAILABLE' }) },
  ],
])('%s', (_, operation, found) => {
  expect(readOperation(operation)).toEqual(found)
})
