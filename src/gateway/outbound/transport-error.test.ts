// Tests the messages of transport errors by the codes of Node, undici and Chromium.
import { expect, test } from 'vitest'
import { ApiError } from '#shared/schemas/api-error'
import { toCheckVerdict, toTransportError, wasNeverSent } from './transport-error'

const coded = (code: string) => Object.assign(new Error(`${code} at secret-host.test`), { code })

test.each<[string, string, boolean]>([
  ['ENOTFOUND', 'dns', true],
  ['EAI_AGAIN', 'dns', true],
  ['ECONNREFUSED', 'connection-refused', true],
  ['EHOSTUNREACH', 'unreachable', true],
  ['ENETUNREACH', 'unreachable', true],
  ['UND_ERR_CONNECT_TIMEOUT', 'timed-out', true],
  ['ETIMEDOUT', 'timed-out', false],
  ['UND_ERR_HEADERS_TIMEOUT', 'timed-out', false],
  ['UND_ERR_BODY_TIMEOUT', 'timed-out', false],
  ['ECONNRESET', 'broken-off', false],
  ['UND_ERR_SOCKET', 'broken-off', false],
  ['EPIPE', 'broken-off', false],
  ['HPE_INVALID_CONSTANT', 'not-the-api', false],
  ['UND_ERR_HEADERS_OVERFLOW', 'not-the-api', false],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls', true],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'tls', true],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls', true],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'tls', true],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls', true],
  ['CERT_HAS_EXPIRED', 'tls', true],
  ['CERT_NOT_YET_VALID', 'tls', true],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls', true],
  ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'tls', true],
  ['EPROTO', 'tls', true],
  ['net::ERR_NAME_NOT_RESOLVED', 'dns', true],
  ['net::ERR_DNS_TIMED_OUT', 'dns', true],
  ['ERR_CONNECTION_REFUSED', 'connection-refused', true],
  ['net::ERR_INTERNET_DISCONNECTED', 'unreachable', true],
  ['net::ERR_ADDRESS_UNREACHABLE', 'unreachable', true],
  ['net::ERR_CONNECTION_TIMED_OUT', 'timed-out', true],
  ['net::ERR_TIMED_OUT', 'timed-out', false],
  ['net::ERR_CONNECTION_RESET', 'broken-off', false],
  ['net::ERR_EMPTY_RESPONSE', 'broken-off', false],
  ['net::ERR_INVALID_HTTP_RESPONSE', 'not-the-api', false],
  ['net::ERR_CERT_AUTHORITY_INVALID', 'tls', true],
  ['net::ERR_CERT_COMMON_NAME_INVALID', 'tls', true],
  ['net::ERR_CERT_DATE_INVALID', 'tls', true],
  ['net::ERR_CERT_WEAK_KEY', 'tls', true],
  ['net::ERR_SSL_PROTOCOL_ERROR', 'tls', true],
  ['net::ERR_SSL_VERSION_OR_CIPHER_MISMATCH', 'tls', true],
  ['net::ERR_PROXY_CONNECTION_FAILED', 'proxy-unreachable', true],
  ['net::ERR_TUNNEL_CONNECTION_FAILED', 'proxy-refused', true],
  ['net::ERR_SOCKS_CONNECTION_HOST_UNREACHABLE', 'proxy-refused', true],
  ['net::ERR_PROXY_AUTH_UNSUPPORTED', 'proxy-credentials', true],
  ['net::ERR_UNEXPECTED_PROXY_AUTH', 'proxy-credentials', true],
  ['net::ERR_PROXY_CERTIFICATE_INVALID', 'tls', true],
])('%s is %s, with advice', (code, fault, isUnsent) => {
  const error = toTransportError(coded(code))
  const status = fault === 'timed-out' ? 'DEADLINE_EXCEEDED' : 'UNAVAILABLE'
  expect([error.code, toCheckVerdict(error), toCheckVerdict(coded(code)), wasNeverSent(error)]).toEqual([
    status,
    fault,
    fault,
    isUnsent,
  ])
  expect(error.message).toMatch(/Check/)
  expect(error.message).not.toMatch(/secret-host|ERR|[A-Z]{4,}_/)
})

test('finds Chromium’s code in a message, and any code in the causes of an error', () => {
  expect(toCheckVerdict(new Error('net::ERR_NAME_NOT_RESOLVED'))).toBe('dns')
  expect(toCheckVerdict(new TypeError('fetch failed', { cause: coded('ECONNREFUSED') }))).toBe(
    'connection-refused',
  )
  expect(toCheckVerdict(new ApiError('UNAVAILABLE', 'x', { cause: coded('EPIPE') }))).toBe('broken-off')
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
  expect([...none, undefined, null, 'ECONNRESET'].map(toCheckVerdict)).toEqual([...Array(7)])
})

test('an unusable file of extra certificates is a transport error', () => {
  const error = new ApiError('FAILED_PRECONDITION', 'x', { param: 'certificatesFile' })
  expect(toCheckVerdict(error)).toBe('certificates-file')
})

test('an unknown failure counts as a broken connection whose request may have been processed', () => {
  const error = toTransportError(new Error('something at secret-host.test'))
  expect([error.code, wasNeverSent(error), error.message]).toEqual([
    'UNAVAILABLE',
    false,
    expect.stringMatching(/^The connection to the provider closed before the response was complete/),
  ])
})
