// Tests the headers that say when to retry.
import { expect, test } from 'vitest'
import { toRetryHeaders } from './upstream-error'

const refusal = (...details: unknown[]): object => ({ error: { code: 429, message: 'Quota.', details } })
const retryInfo = (retryDelay: unknown): object => ({
  '@type': 'type.googleapis.com/google.rpc.RetryInfo',
  retryDelay,
})
const quota = (quotaId: string): object => ({ violations: [{ quotaMetric: 'm' }, { quotaId }] })
const now = new Date('2026-11-21T12:00:00Z')

const whole = (seconds: string): Record<string, string> => ({ 'retry-after': seconds })

test.each<[string, unknown, Record<string, string>]>([
  ['a delay with decimals', refusal(retryInfo('34.4s')), whole('35')],
  ['a delay with nine digits', refusal(retryInfo('34.400000000s')), whole('35')],
  ['a delay in whole seconds', refusal({}, retryInfo('7s')), whole('7')],
  ['separate seconds and nanoseconds', refusal(retryInfo({ seconds: '3', nanos: 1 })), whole('4')],
  ['no delay', refusal(retryInfo('0s')), whole('0')],
  ['only a message', { error: { message: 'Quota. Please retry in 47.88s.' } }, whole('48')],
  ['a message with less than a second', { error: { message: 'Please retry in 522.08ms.' } }, whole('1')],
  ['a message with milliseconds', { error: { message: 'Please retry in 522ms.' } }, whole('1')],
  ['a message with hours', { error: { message: 'Please retry in 1h2m3.5s.' } }, whole('3724')],
  ['a quota per minute', refusal(quota('RequestsPerMinute'), retryInfo('5s')), whole('5')],
  ['nonsense', refusal(null, 'x', retryInfo('soon'), retryInfo(null), { violations: [null] }), {}],
  ['no error', undefined, {}],
  ['details that are not a list', { error: { details: 'x' } }, {}],
])('%s', (_, body, headers) => {
  expect(toRetryHeaders(undefined, body, now)).toEqual(headers)
})

test('the upstream’s own header takes precedence over its error', () => {
  expect(toRetryHeaders('12', refusal(retryInfo('34.4s')), now)).toEqual(whole('12'))
})

test('a daily quota resets at the vendor’s midnight, and clients must not retry automatically', () => {
  const body = refusal(quota('GenerateRequestsPerDayPerProject'), retryInfo('5s'))
  expect(toRetryHeaders('1', body, now)).toEqual({ 'retry-after': '72000', 'x-should-retry': 'false' })
})
