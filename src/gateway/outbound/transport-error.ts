// Explains transport errors of an upstream in messages that say what to check, without the host or key.
import { ApiError, type ErrorCode } from '#shared/schemas/api-error'
import type { CheckVerdict } from '#shared/schemas/upstream-report'

/** Reasons why connecting can fail, as opposed to failures of the upstream itself. */
export type ConnectFault =
  | 'CONNECTING_CUT_OFF'
  | 'NOT_A_PROXY'
  | 'PROXY_CREDENTIALS'
  | 'PROXY_FOUND_NOTHING'
  | 'PROXY_REFUSED'
  | 'PROXY_TIMEOUT'
  | 'PROXY_TLS'
  | 'PROXY_UNREACHABLE'
  | 'UND_ERR_CONNECT_TIMEOUT'

/** `cause` is from Node or undici (`code: 'ECONNREFUSED'`), or Chromium (`net::ERR_…` as code or message). */
export function toTransportError(cause: unknown): ApiError {
  if (cause instanceof ApiError) return cause
  const fault: Fault = findFault(cause) ?? faults.brokenOff
  return new ApiError(fault.code ?? 'UNAVAILABLE', fault.message, { reason: 'connection', cause })
}

/** Returns undefined for errors that are not transport errors. */
export function toCheckVerdict(error: unknown): CheckVerdict | undefined {
  if (error instanceof ApiError && error.param === 'certificatesFile') return 'certificates-file'
  return findFault(error)?.verdict
}

/** True if the request never reached the upstream, so that a client may safely send it again. */
export function wasNeverSent(error: ApiError): boolean {
  return findFault(error)?.isUnsent === true
}

export function toCancelled(): ApiError {
  return new ApiError('CANCELLED', 'The client disconnected.')
}

/** Creates an error with a code, as Node does, and nothing else: errors of proxies contain their passwords. */
export function toConnectError(code: ConnectFault): Error {
  return Object.assign(new Error(code), { code })
}

/** Returns the error code of Node, undici or Chromium, or an empty string. */
export function errorCodeOf(cause: unknown): string {
  if (typeof cause !== 'object' || cause === null) return ''
  const { code, message } = cause as { code?: unknown; message?: unknown }
  const name = typeof code === 'string' ? code : /\bnet::ERR_\w+/.exec(String(message))?.[0]
  return name?.replace(/^net::/, '') ?? ''
}

function findFault(error: unknown): Fault | undefined {
  let current = error
  // Errors wrap each other: `fetch` and `ApiError` have the reason as their cause.
  for (let depth = 0; depth < 4 && typeof current === 'object' && current !== null; depth += 1) {
    const name = current instanceof ApiError ? undefined : nameFault(errorCodeOf(current))
    if (name) return faults[name]
    current = 'cause' in current ? current.cause : undefined
  }
  return undefined
}

function nameFault(code: string): FaultName | undefined {
  return faultNames.get(code) ?? faultPatterns.find(([pattern]) => pattern.test(code))?.[1]
}

interface Fault {
  readonly verdict: CheckVerdict
  /** Codes of Node, undici, the connectors here (`PROXY_…`) or Chromium (`ERR_…` without `net::`). */
  readonly codes: string
  readonly message: string
  /** `UNAVAILABLE` if absent. */
  readonly code?: ErrorCode
  /** No byte of the request has reached the upstream, so sending it again is safe. */
  readonly isUnsent?: true
}

const faults = {
  dns: {
    verdict: 'dns',
    codes: `ENOTFOUND EAI_AGAIN EAI_FAIL EAI_NODATA EAI_NONAME ENODATA ERR_NAME_NOT_RESOLVED
      ERR_NAME_RESOLUTION_FAILED ERR_ICANN_NAME_COLLISION`,
    message: 'Provider host not found. Check the base URL, your network, and the proxy.',
    isUnsent: true,
  },
  closedPort: {
    verdict: 'connection-refused',
    codes: 'ECONNREFUSED ERR_CONNECTION_REFUSED',
    message: 'The provider refused the connection. Check the base URL and that the server is running.',
    isUnsent: true,
  },
  unreachable: {
    verdict: 'unreachable',
    codes: `EHOSTUNREACH EHOSTDOWN ENETUNREACH ENETDOWN EADDRNOTAVAIL EACCES EPERM ERR_ADDRESS_UNREACHABLE
      ERR_ADDRESS_INVALID ERR_INTERNET_DISCONNECTED ERR_NETWORK_ACCESS_DENIED ERR_UNSAFE_PORT
      ERR_CONNECTION_FAILED`,
    message: "Can't reach the provider. Check the base URL, your network, and the proxy.",
    isUnsent: true,
  },
  connectTimeout: {
    verdict: 'timed-out',
    codes: 'UND_ERR_CONNECT_TIMEOUT ERR_CONNECTION_TIMED_OUT',
    message: 'Connecting to the provider timed out. Check the base URL and the proxy.',
    code: 'DEADLINE_EXCEEDED',
    isUnsent: true,
  },
  timeout: {
    verdict: 'timed-out',
    codes: 'ETIMEDOUT ERR_TIMED_OUT',
    message: 'Connecting to the provider timed out. Check the base URL and the proxy.',
    code: 'DEADLINE_EXCEEDED',
  },
  headersTimeout: {
    verdict: 'timed-out',
    codes: 'UND_ERR_HEADERS_TIMEOUT',
    message:
      "The provider didn't respond in time. Check the base URL, the proxy, and the key, or increase the response timeout.",
    code: 'DEADLINE_EXCEEDED',
  },
  bodyTimeout: {
    verdict: 'timed-out',
    codes: 'UND_ERR_BODY_TIMEOUT',
    message: 'The provider stopped sending data mid-response (idle timeout). Check the proxy, or try again.',
    code: 'DEADLINE_EXCEEDED',
  },
  cutOffConnecting: {
    verdict: 'broken-off',
    codes: 'CONNECTING_CUT_OFF',
    message:
      'The connection was closed before it was established. Check the base URL (https:// and port), the proxy, and your firewall.',
    isUnsent: true,
  },
  brokenOff: {
    verdict: 'broken-off',
    codes: `ECONNRESET ECONNABORTED EPIPE UND_ERR_SOCKET ERR_STREAM_PREMATURE_CLOSE ERR_CONNECTION_RESET
      ERR_CONNECTION_CLOSED ERR_CONNECTION_ABORTED ERR_EMPTY_RESPONSE ERR_CONTENT_LENGTH_MISMATCH
      ERR_INCOMPLETE_CHUNKED_ENCODING ERR_SOCKET_NOT_CONNECTED ERR_NETWORK_CHANGED ERR_NETWORK_IO_SUSPENDED
      ERR_FAILED`,
    message:
      'The connection to the provider closed before the response was complete. Check the base URL, the proxy, and the key, or try again.',
  },
  notHttp: {
    verdict: 'not-the-api',
    codes: `ERR_INVALID_HTTP_RESPONSE ERR_INVALID_RESPONSE ERR_INVALID_CHUNKED_ENCODING
      ERR_CONTENT_DECODING_FAILED UND_ERR_RES_CONTENT_LENGTH_MISMATCH`,
    message:
      'The provider returned incomplete HTTP. Check the base URL (does it need https://?) and the proxy.',
  },
  tooManyHeaders: {
    verdict: 'not-the-api',
    codes: 'UND_ERR_HEADERS_OVERFLOW HPE_HEADER_OVERFLOW ERR_RESPONSE_HEADERS_TOO_BIG',
    message: 'The provider returned too many headers. Check the base URL and the proxy.',
  },
  untrusted: {
    verdict: 'tls',
    codes: `DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_GET_ISSUER_CERT
      UNABLE_TO_GET_ISSUER_CERT_LOCALLY UNABLE_TO_VERIFY_LEAF_SIGNATURE CERT_UNTRUSTED CERT_REJECTED
      INVALID_CA INVALID_PURPOSE CERT_CHAIN_TOO_LONG PATH_LENGTH_EXCEEDED ERR_CERT_AUTHORITY_INVALID`,
    message:
      "The provider's certificate isn't trusted. Check the base URL and the proxy. If your network or provider uses its own certificate authority, add its certificate in Settings > Network.",
    isUnsent: true,
  },
  wrongName: {
    verdict: 'tls',
    codes: 'ERR_TLS_CERT_ALTNAME_INVALID HOSTNAME_MISMATCH ERR_CERT_COMMON_NAME_INVALID',
    message:
      "The provider's certificate is for a different host. Check the host in the base URL, and the proxy.",
    isUnsent: true,
  },
  outOfDate: {
    verdict: 'tls',
    codes: 'CERT_HAS_EXPIRED CERT_NOT_YET_VALID ERR_CERT_DATE_INVALID',
    message:
      "The provider's certificate has expired or isn't valid yet. Check the clock on this computer, or contact the provider.",
    isUnsent: true,
  },
  revoked: {
    verdict: 'tls',
    codes: 'CERT_REVOKED ERR_CERT_REVOKED',
    message: "The provider's certificate was revoked. Check the base URL, or contact the provider.",
    isUnsent: true,
  },
  notTls: {
    verdict: 'tls',
    codes: `ERR_SSL_WRONG_VERSION_NUMBER ERR_SSL_PACKET_LENGTH_TOO_LONG ERR_SSL_HTTP_REQUEST
      ERR_SSL_UNKNOWN_PROTOCOL ERR_SSL_PROTOCOL_ERROR`,
    message:
      "The provider doesn't use TLS on this port. Check the base URL: it may need http:// or a different port.",
    isUnsent: true,
  },
  noCommonTls: {
    verdict: 'tls',
    codes: 'EPROTO',
    message:
      "Couldn't establish a secure connection to the provider. Check the base URL, the proxy, and the extra certificates.",
    isUnsent: true,
  },
  proxyUnreachable: {
    verdict: 'proxy-unreachable',
    codes: `PROXY_UNREACHABLE ERR_PROXY_CONNECTION_FAILED ERR_MANDATORY_PROXY_CONFIGURATION_FAILED
      ERR_PAC_SCRIPT_FAILED ERR_NO_SUPPORTED_PROXIES`,
    message:
      "Can't reach the proxy. Check the address, the port, and that it's running, or turn off the proxy.",
    isUnsent: true,
  },
  proxyTls: {
    verdict: 'tls',
    codes: 'PROXY_TLS ERR_PROXY_CERTIFICATE_INVALID',
    message:
      "Couldn't establish a secure connection to the proxy. Check the address (it may need http://) and the extra certificates.",
    isUnsent: true,
  },
  proxyCredentials: {
    verdict: 'proxy-credentials',
    codes: 'PROXY_CREDENTIALS',
    message: 'The proxy requires a username and password. Check the proxy credentials.',
    isUnsent: true,
  },
  proxyDenied: {
    verdict: 'proxy-refused',
    codes: 'PROXY_REFUSED ERR_TUNNEL_CONNECTION_FAILED ERR_SOCKS_CONNECTION_FAILED',
    message:
      "The proxy refused to connect to the provider. Check the proxy's address and rules, or add the provider to the bypass list.",
    isUnsent: true,
  },
  proxyFoundNothing: {
    verdict: 'proxy-refused',
    codes: `PROXY_FOUND_NOTHING ERR_SOCKS_CONNECTION_HOST_UNREACHABLE
      ERR_PROXY_UNABLE_TO_CONNECT_TO_DESTINATION`,
    message: "The proxy couldn't reach the provider. Check the base URL and the proxy's own connection.",
    isUnsent: true,
  },
  proxyTimeout: {
    verdict: 'timed-out',
    codes: 'PROXY_TIMEOUT',
    message:
      "The proxy took too long to connect to the provider. Check the base URL, the proxy address, and the proxy's own connection.",
    code: 'DEADLINE_EXCEEDED',
    isUnsent: true,
  },
  notAProxy: {
    verdict: 'proxy-refused',
    codes: 'NOT_A_PROXY',
    message:
      "The server at the proxy address isn't responding as a proxy. Check the address, port, and type (HTTP, HTTPS, or SOCKS).",
    isUnsent: true,
  },
} as const satisfies Readonly<Record<string, Fault>>

type FaultName = keyof typeof faults

/** By code. */
const faultNames: ReadonlyMap<string, FaultName> = new Map(
  (Object.keys(faults) as FaultName[]).flatMap((name) =>
    faults[name].codes.split(/\s+/).map((code) => [code, name] as const),
  ),
)

/** Patterns for all other codes, in order. */
const faultPatterns: readonly (readonly [RegExp, FaultName])[] = [
  [/^ERR_DNS_/, 'dns'],
  [/PROXY_AUTH|AUTH_CREDENTIALS|^ERR_UNEXPECTED_PROXY_AUTH/, 'proxyCredentials'],
  [/^ERR_PROXY_/, 'proxyDenied'],
  [/CLIENT_AUTH/, 'noCommonTls'],
  [/^ERR_CERT_|CERT_|_CRL|SELF_SIGNED|VERIFY/, 'untrusted'],
  [/TLS|SSL/, 'noCommonTls'],
  [/^HPE_|^ERR_RESPONSE_HEADERS|CONTENT_LENGTH/, 'notHttp'],
]
