// Explains transport errors of an upstream in messages that say what to check, without the host or key.
import { ApiError, type ErrorCode } from '#shared/schemas/api-error'
import type { CheckVerdict } from '#shared/schemas/upstream'

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
  const { code = 'UNAVAILABLE', finding, advice }: Fault = findFault(cause) ?? faults.brokenOff
  return new ApiError(code, `${finding}. ${advice}`, { reason: 'connection', cause })
}

/** True if the request never reached the upstream, so that a client may safely send it again. */
export function wasNeverSent(error: ApiError): boolean {
  const fault = findFault(error)
  return fault !== undefined && !fault.mayBeProcessed
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

/** Returns undefined for errors that are not transport errors. */
export function findFault(error: unknown): (Fault & { readonly name: FaultName }) | undefined {
  let current = error
  // Errors wrap each other: `fetch` and `ApiError` have the reason as their cause.
  for (let depth = 0; depth < 4 && typeof current === 'object' && current !== null; depth += 1) {
    const name = current instanceof ApiError ? undefined : nameFault(errorCodeOf(current))
    if (name) return { name, ...faults[name] }
    current = 'cause' in current ? current.cause : undefined
  }
  return undefined
}

function nameFault(code: string): FaultName | undefined {
  return faultNames.get(code) ?? faultPatterns.find(([pattern]) => pattern.test(code))?.[1]
}

interface Fault {
  /** Codes of Node, undici, the connectors here (`PROXY_…`) or Chromium (`ERR_…` without `net::`). */
  readonly codes: string
  readonly verdict: CheckVerdict
  readonly finding: string
  readonly advice: string
  /** `UNAVAILABLE` if absent. */
  readonly code?: ErrorCode
  /** The upstream may have got the request, so sending it again is not safe. */
  readonly mayBeProcessed?: true
}

const faults = {
  dns: {
    codes: `ENOTFOUND EAI_AGAIN EAI_FAIL EAI_NODATA EAI_NONAME ENODATA ERR_NAME_NOT_RESOLVED
      ERR_NAME_RESOLUTION_FAILED ERR_ICANN_NAME_COLLISION`,
    verdict: 'network',
    finding: 'Provider host not found',
    advice: 'Check the base URL for typos, your network, and the proxy.',
  },
  closedPort: {
    codes: 'ECONNREFUSED ERR_CONNECTION_REFUSED',
    verdict: 'base-url',
    finding: 'The provider refused the connection',
    advice: 'Check the base URL and that the server is running.',
  },
  unreachable: {
    codes: `EHOSTUNREACH EHOSTDOWN ENETUNREACH ENETDOWN EADDRNOTAVAIL EACCES EPERM ERR_ADDRESS_UNREACHABLE
      ERR_ADDRESS_INVALID ERR_INTERNET_DISCONNECTED ERR_NETWORK_ACCESS_DENIED ERR_UNSAFE_PORT
      ERR_CONNECTION_FAILED`,
    verdict: 'network',
    finding: "Can't reach the provider",
    advice:
      'Check the base URL, your network, VPN, and firewall. Many company networks require a proxy, which you can set in Settings > Network.',
  },
  connectTimeout: {
    codes: 'UND_ERR_CONNECT_TIMEOUT ERR_CONNECTION_TIMED_OUT',
    verdict: 'network',
    finding: 'Connecting to the provider timed out',
    advice: 'Check the base URL and the proxy.',
    code: 'DEADLINE_EXCEEDED',
  },
  timeout: {
    codes: 'ETIMEDOUT ERR_TIMED_OUT',
    verdict: 'network',
    finding: 'Connecting to the provider timed out',
    advice: 'Check the base URL and the proxy.',
    code: 'DEADLINE_EXCEEDED',
    mayBeProcessed: true,
  },
  headersTimeout: {
    codes: 'UND_ERR_HEADERS_TIMEOUT',
    verdict: 'network',
    finding: "The provider didn't respond in time",
    advice: 'Check the base URL, the proxy, and the key, or increase the response timeout.',
    code: 'DEADLINE_EXCEEDED',
    mayBeProcessed: true,
  },
  bodyTimeout: {
    codes: 'UND_ERR_BODY_TIMEOUT',
    verdict: 'network',
    finding: 'The provider stopped sending data mid-response (idle timeout)',
    advice: 'Check the proxy, or try again.',
    code: 'DEADLINE_EXCEEDED',
    mayBeProcessed: true,
  },
  cutOffConnecting: {
    codes: 'CONNECTING_CUT_OFF',
    verdict: 'network',
    finding: 'The connection was closed before it was established',
    advice: 'Check the base URL (https:// and port), the proxy, and your firewall.',
  },
  brokenOff: {
    codes: `ECONNRESET ECONNABORTED EPIPE UND_ERR_SOCKET ERR_STREAM_PREMATURE_CLOSE ERR_CONNECTION_RESET
      ERR_CONNECTION_CLOSED ERR_CONNECTION_ABORTED ERR_EMPTY_RESPONSE ERR_CONTENT_LENGTH_MISMATCH
      ERR_INCOMPLETE_CHUNKED_ENCODING ERR_SOCKET_NOT_CONNECTED ERR_NETWORK_CHANGED ERR_NETWORK_IO_SUSPENDED
      ERR_FAILED`,
    verdict: 'network',
    finding: 'The connection to the provider closed before the response was complete',
    advice:
      'Check the base URL, the proxy, and the key, or try again. A proxy or firewall may be closing the connection.',
    mayBeProcessed: true,
  },
  notHttp: {
    codes: `ERR_INVALID_HTTP_RESPONSE ERR_INVALID_RESPONSE ERR_INVALID_CHUNKED_ENCODING
      ERR_CONTENT_DECODING_FAILED UND_ERR_RES_CONTENT_LENGTH_MISMATCH`,
    verdict: 'base-url',
    finding: 'The provider returned incomplete HTTP',
    advice: 'Check the base URL (does it need https://?) and the proxy.',
    mayBeProcessed: true,
  },
  tooManyHeaders: {
    codes: 'UND_ERR_HEADERS_OVERFLOW HPE_HEADER_OVERFLOW ERR_RESPONSE_HEADERS_TOO_BIG',
    verdict: 'base-url',
    finding: 'The provider returned too many headers',
    advice: 'Check the base URL and the proxy.',
    mayBeProcessed: true,
  },
  untrusted: {
    codes: `DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_GET_ISSUER_CERT
      UNABLE_TO_GET_ISSUER_CERT_LOCALLY UNABLE_TO_VERIFY_LEAF_SIGNATURE CERT_UNTRUSTED CERT_REJECTED
      INVALID_CA INVALID_PURPOSE CERT_CHAIN_TOO_LONG PATH_LENGTH_EXCEEDED ERR_CERT_AUTHORITY_INVALID`,
    verdict: 'certificate',
    finding: "The provider's certificate isn't trusted",
    advice:
      'Check the base URL and the proxy. If your network or provider uses its own certificate authority, add its certificate in Settings > Network.',
  },
  wrongName: {
    codes: 'ERR_TLS_CERT_ALTNAME_INVALID HOSTNAME_MISMATCH ERR_CERT_COMMON_NAME_INVALID',
    verdict: 'certificate',
    finding: "The provider's certificate is for a different host",
    advice: 'Check the host in the base URL, and the proxy.',
  },
  outOfDate: {
    codes: 'CERT_HAS_EXPIRED CERT_NOT_YET_VALID ERR_CERT_DATE_INVALID',
    verdict: 'certificate',
    finding: "The provider's certificate has expired or isn't valid yet",
    advice: 'Check the clock on this computer, or contact the provider.',
  },
  revoked: {
    codes: 'CERT_REVOKED ERR_CERT_REVOKED',
    verdict: 'certificate',
    finding: "The provider's certificate was revoked",
    advice: 'Check the base URL, or contact the provider.',
  },
  notTls: {
    codes: `ERR_SSL_WRONG_VERSION_NUMBER ERR_SSL_PACKET_LENGTH_TOO_LONG ERR_SSL_HTTP_REQUEST
      ERR_SSL_UNKNOWN_PROTOCOL ERR_SSL_PROTOCOL_ERROR`,
    verdict: 'certificate',
    finding: "The provider doesn't use TLS on this port",
    advice: 'Check the base URL: it may need http:// or a different port.',
  },
  noCommonTls: {
    codes: 'EPROTO',
    verdict: 'certificate',
    finding: "Couldn't establish a secure connection to the provider",
    advice: 'Check the base URL, the proxy, and the extra certificates.',
  },
  proxyUnreachable: {
    codes: `PROXY_UNREACHABLE ERR_PROXY_CONNECTION_FAILED ERR_MANDATORY_PROXY_CONFIGURATION_FAILED
      ERR_PAC_SCRIPT_FAILED ERR_NO_SUPPORTED_PROXIES`,
    verdict: 'proxy',
    finding: "Can't reach the proxy",
    advice:
      "Check the address, the port, and that it's running, or turn off the proxy in Settings > Network.",
  },
  proxyTls: {
    codes: 'PROXY_TLS ERR_PROXY_CERTIFICATE_INVALID',
    verdict: 'proxy',
    finding: "Couldn't establish a secure connection to the proxy",
    advice: 'Check the address (it may need http://) and the extra certificates.',
  },
  proxyCredentials: {
    codes: 'PROXY_CREDENTIALS',
    verdict: 'proxy',
    finding: 'The proxy requires a username and password',
    advice:
      'Check the proxy credentials in Settings > Network. For Kerberos or NTLM sign-in, use the system network stack.',
  },
  proxyDenied: {
    codes: 'PROXY_REFUSED ERR_TUNNEL_CONNECTION_FAILED ERR_SOCKS_CONNECTION_FAILED',
    verdict: 'proxy',
    finding: 'The proxy refused to connect to the provider',
    advice:
      "Check the proxy's address and rules, ask its administrator to allow the provider's host, or add it to the bypass list.",
  },
  proxyFoundNothing: {
    codes: `PROXY_FOUND_NOTHING ERR_SOCKS_CONNECTION_HOST_UNREACHABLE
      ERR_PROXY_UNABLE_TO_CONNECT_TO_DESTINATION`,
    verdict: 'proxy',
    finding: "The proxy couldn't reach the provider",
    advice: "Check the base URL and the proxy's own connection.",
  },
  proxyTimeout: {
    codes: 'PROXY_TIMEOUT',
    verdict: 'proxy',
    finding: 'The proxy took too long to connect to the provider',
    advice: "Check the base URL, the proxy address, and the proxy's own connection.",
    code: 'DEADLINE_EXCEEDED',
  },
  notAProxy: {
    codes: 'NOT_A_PROXY',
    verdict: 'proxy',
    finding: "The server at the proxy address isn't responding as a proxy",
    advice: 'Check the address, port, and type (HTTP, HTTPS, or SOCKS).',
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
