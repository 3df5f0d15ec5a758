// Tests the messages of transport errors by the codes of Node, undici and Chromium.
import { expect, test } from 'vitest'
import { listErrorCases } from '#shared/endpoints/error-cases'
import { routes } from '#shared/endpoints/routes'
import { ApiError, toGeminiBody } from '#shared/schemas/api-error'
import { findFault, toTransportError, wasNeverSent } from './transport-error'

const coded = (code: string) => Object.assign(new Error(`${code} at secret-host.test`), { code })

test.each<[string, string, boolean]>([
  ['ENOTFOUND', 'dns', true],
  ['EAI_AGAIN', 'dns', true],
  ['ECONNREFUSED', 'closedPort', true],
  ['EHOSTUNREACH', 'unreachable', true],
  ['ENETUNREACH', 'unreachable', true],
  ['UND_ERR_CONNECT_TIMEOUT', 'connectTimeout', true],
  ['ETIMEDOUT', 'timeout', false],
  ['UND_ERR_HEADERS_TIMEOUT', 'headersTimeout', false],
  ['UND_ERR_BODY_TIMEOUT', 'bodyTimeout', false],
  ['ECONNRESET', 'brokenOff', false],
  ['UND_ERR_SOCKET', 'brokenOff', false],
  ['EPIPE', 'brokenOff', false],
  ['HPE_INVALID_CONSTANT', 'notHttp', false],
  ['UND_ERR_HEADERS_OVERFLOW', 'tooManyHeaders', false],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'untrusted', true],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'untrusted', true],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'untrusted', true],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'untrusted', true],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'wrongName', true],
  ['CERT_HAS_EXPIRED', 'outOfDate', true],
  ['CERT_NOT_YET_VALID', 'outOfDate', true],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'notTls', true],
  ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'noCommonTls', true],
  ['EPROTO', 'noCommonTls', true],
  ['net::ERR_NAME_NOT_RESOLVED', 'dns', true],
  ['net::ERR_DNS_TIMED_OUT', 'dns', true],
  ['ERR_CONNECTION_REFUSED', 'closedPort', true],
  ['net::ERR_INTERNET_DISCONNECTED', 'unreachable', true],
  ['net::ERR_ADDRESS_UNREACHABLE', 'unreachable', true],
  ['net::ERR_CONNECTION_TIMED_OUT', 'connectTimeout', true],
  ['net::ERR_TIMED_OUT', 'timeout', false],
  ['net::ERR_CONNECTION_RESET', 'brokenOff', false],
  ['net::ERR_EMPTY_RESPONSE', 'brokenOff', false],
  ['net::ERR_INVALID_HTTP_RESPONSE', 'notHttp', false],
  ['net::ERR_CERT_AUTHORITY_INVALID', 'untrusted', true],
  ['net::ERR_CERT_COMMON_NAME_INVALID', 'wrongName', true],
  ['net::ERR_CERT_DATE_INVALID', 'outOfDate', true],
  ['net::ERR_CERT_WEAK_KEY', 'untrusted', true],
  ['net::ERR_SSL_PROTOCOL_ERROR', 'notTls', true],
  ['net::ERR_SSL_VERSION_OR_CIPHER_MISMATCH', 'noCommonTls', true],
  ['net::ERR_PROXY_CONNECTION_FAILED', 'proxyUnreachable', true],
  ['net::ERR_TUNNEL_CONNECTION_FAILED', 'proxyDenied', true],
  ['net::ERR_SOCKS_CONNECTION_HOST_UNREACHABLE', 'proxyFoundNothing', true],
  ['net::ERR_PROXY_AUTH_UNSUPPORTED', 'proxyCredentials', true],
  ['net::ERR_UNEXPECTED_PROXY_AUTH', 'proxyCredentials', true],
  ['net::ERR_PROXY_CERTIFICATE_INVALID', 'proxyTls', true],
])('%s is %s, with advice', (code, fault, isUnsent) => {
  const error = toTransportError(coded(code))
  const status = /timeout/i.test(fault) ? 'DEADLINE_EXCEEDED' : 'UNAVAILABLE'
  const named = [error, coded(code)].map((each) => findFault(each)?.name)
  expect([error.code, ...named, wasNeverSent(error)]).toEqual([status, fault, fault, isUnsent])
  expect(error.message).toMatch(/Check/)
  expect(error.message).not.toMatch(/secret-host|ERR|[A-Z]{4,}_/)
})

test('finds Chromium’s code in a message, and any code in the causes of an error', () => {
  const nameOf = (error: unknown) => findFault(error)?.name
  expect(nameOf(new Error('net::ERR_NAME_NOT_RESOLVED'))).toBe('dns')
  expect(nameOf(new TypeError('fetch failed', { cause: coded('ECONNREFUSED') }))).toBe('closedPort')
  expect(nameOf(new ApiError('UNAVAILABLE', 'x', { cause: coded('EPIPE') }))).toBe('brokenOff')
})

test('other errors are not transport errors', () => {
  const circle = new Error('round')
  circle.cause = circle
  const none = [
    new TypeError('x'),
    new ApiError('INVALID_ARGUMENT', 'x'),
    new ApiError('CANCELLED', 'x'),
    circle,
  ]
  expect([...none, undefined, null, 'ECONNRESET'].map(findFault)).toEqual([...Array(7)])
})

test('an unknown failure counts as a broken connection whose request may have been processed', () => {
  const error = toTransportError(new Error('something at secret-host.test'))
  expect([error.code, wasNeverSent(error), error.message]).toEqual([
    'UNAVAILABLE',
    false,
    expect.stringMatching(/^The connection to the provider closed before the response was complete/),
  ])
})

test.each([
  ['noConnection', 'ECONNREFUSED'],
  ['noResponse', 'UND_ERR_HEADERS_TIMEOUT'],
])('the reference shows the error %s as it is sent', (id, code) => {
  const shown = listErrorCases('generateContent', routes.generateContent).find((error) => error.id === id)
  expect(shown?.body).toEqual(toGeminiBody(toTransportError(coded(code))))
})
