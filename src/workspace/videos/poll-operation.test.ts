// How often an operation is polled, and how each form of its result is read.
import { expect, test } from 'vitest'
import type { Operation } from '#shared/schemas/gemini-requests'
import { pollDelay, readOperation } from './poll-operation'

const second = 1000
const minute = 60 * second

test('polls every ten seconds at first, then less often', () => {
  const ages = [0, 9 * minute, 10 * minute, 59 * minute, 60 * minute, 24 * 60 * minute]
  expect(ages.map((age) => pollDelay({ age, errors: 0 }) / second)).toEqual([10, 10, 30, 30, 120, 120])
})

test('each consecutive error doubles the delay, up to five minutes', () => {
  expect([1, 2, 3, 4, 6, 7, 50].map((errors) => pollDelay({ age: 0, errors }) / second)).toEqual([
    10, 20, 40, 80, 300, 300, 300,
  ])
})

test('waits as long as Retry-After says, but at most a day', () => {
  expect([1, 90, 1e300].map((retryAfter) => pollDelay({ age: 0, errors: 1, retryAfter }))).toEqual([
    10 * second,
    90 * second,
    24 * 60 * minute,
  ])
})

type Response = NonNullable<NonNullable<Operation['response']>['generateVideoResponse']>

const operation = (rest: Partial<Operation>): Operation => ({ name: 'operations/a', ...rest })
const respond = (generateVideoResponse: Response) =>
  operation({ done: true, response: { generateVideoResponse } })
const failed = (code: string, message: unknown) => ({ type: 'failed', error: { code, message } })
const sample = (video: Record<string, unknown>) => respond({ generatedSamples: [{ video }] })
const doneWith = (sample: object) => ({ type: 'done', samples: [sample], reasons: [] })

test.each<[string, Operation, object]>([
  ['no done', operation({}), { type: 'running' }],
  ['done: false', operation({ done: false }), { type: 'running' }],
  [
    'an error with a code',
    operation({ done: true, error: { code: 8, message: 'Quota.' } }),
    failed('RESOURCE_EXHAUSTED', 'Quota.'),
  ],
  [
    'an error without a message',
    operation({ done: true, error: {} }),
    failed('UNKNOWN', 'The provider failed and gave no reason.'),
  ],
  [
    'a uri',
    sample({ uri: 'http://127.0.0.1:1/v1beta/files/f:download?alt=media' }),
    doneWith({ path: '/v1beta/files/f:download?alt=media' }),
  ],
  ['video', sample({ video: 'AAAA' }), doneWith({ base64: 'AAAA' })],
  ['encodedVideo', sample({ encodedVideo: 'AAAA', encoding: 'video/mp4' }), doneWith({ base64: 'AAAA' })],
  ['bytesBase64Encoded', sample({ bytesBase64Encoded: 'AAAA' }), doneWith({ base64: 'AAAA' })],
  [
    'inlineData',
    sample({ inlineData: { mimeType: 'video/mp4', data: 'AAAA' } }),
    doneWith({ base64: 'AAAA' }),
  ],
  [
    'samples and filtered ones',
    respond({
      generatedSamples: [{ video: { uri: '/v1beta/files/f:download' } }, {}],
      raiMediaFilteredCount: 1,
      raiMediaFilteredReasons: ['A face.'],
    }),
    { type: 'done', samples: [{ path: '/v1beta/files/f:download' }], reasons: ['A face.'] },
  ],
  ['filtered without a reason', respond({ raiMediaFilteredCount: 1 }), { type: 'filtered', reasons: [] }],
  ['an empty response', respond({}), failed('UNAVAILABLE', expect.any(String))],
])('%s', (_, operation, expected) => {
  expect(readOperation(operation)).toEqual(expected)
})
