// Tests that secrets are removed from texts and headers.
import { expect, test } from 'vitest'
import { redactSecrets, withoutCredentials } from './text'

test.each([
  ['GET /x?key=abc123&alt=sse failed', 'GET /x?key=…&alt=sse failed'],
  ['api_key=abc "key=abc"', 'api_key=… "key=…"'],
  ['Authorization: Bearer abc.def-ghi', 'Authorization: Bearer …'],
  ['AIzaSyA1234567890-x and sk-proj-1234567890', 'AIza… and sk-…'],
  ['my key is gp-0123456789abcdefghijABCDEFGHIJ_-!', 'my key is gp-…!'],
  ['sk-proj-********wxyz and AQ.Ab8RN6KzCanaryCanary-0', 'sk-… and AQ.…'],
  ['x-goog-api-key: abc, "X-Goog-Api-Key": "abc"', 'x-goog-api-key: …, "X-Goog-Api-Key": "…"'],
  ['sk-learn, AQ.x and the header x-goog-api-key stay', 'sk-learn, AQ.x and the header x-goog-api-key stay'],
  ['The key is wrong, keyboard=1, Bearer of news', 'The key is wrong, keyboard=1, Bearer of news'],
])('%s', (text, clean) => {
  expect(redactSecrets(text)).toBe(clean)
})

test('handlers get the headers without credentials', () => {
  const headers = { authorization: 'a', 'x-goog-api-key': 'b', cookie: 'c', 'x-api-key': 'd', accept: '*/*' }
  expect(withoutCredentials(headers)).toEqual({ accept: '*/*' })
})
