// Says why an upstream could not be reached or broke off, in sentences that name what to check and never the host or key.
import { ApiError } from '#shared/schemas/api-error'
import type { CheckVerdict } from '#shared/schemas/upstream-report'
import { type Fault, type FaultName, faultNames, faultPatterns, faults } from './transport-faults'

/** What making a connection can fail of, told apart from the failures of the upstream behind it. */
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

/** `cause`: of Node, undici (`code: 'ECONNREFUSED'`), or Chromium (`net::ERR_NAME_NOT_RESOLVED` as code or message). */
export function toTransportError(cause: unknown): ApiError {
  if (cause instanceof ApiError) return cause
  const fault: Fault = findFault(cause) ?? faults.brokenOff
  return new ApiError(fault.code ?? 'UNAVAILABLE', fault.sentence, { cause })
}

/** Undefined for what is no failure of the way to the upstream. */
export function faultOf(error: unknown): CheckVerdict | undefined {
  if (error instanceof ApiError && error.param === 'certificatesFile') return 'certificates-file'
  return findFault(error)?.verdict
}

/** The request never reached the upstream, so a caller may send it again without doing the work twice. */
export function neverLeft(error: ApiError): boolean {
  return findFault(error)?.isUnsent === true
}

export function toCancelled(): ApiError {
  return new ApiError('CANCELLED', 'The caller went away.')
}

/** A coded error such as Node's own. It holds nothing else: the errors of proxies hold their passwords. */
export function toConnectError(code: ConnectFault): Error {
  return Object.assign(new Error(code), { code })
}

/** The name of a failure in Node, undici or Chromium; empty where there is none. */
export function codeOf(cause: unknown): string {
  if (typeof cause !== 'object' || cause === null) return ''
  const { code, message } = cause as { code?: unknown; message?: unknown }
  const name = typeof code === 'string' ? code : /\bnet::ERR_\w+/.exec(String(message))?.[0]
  return name?.replace(/^net::/, '') ?? ''
}

function findFault(error: unknown): Fault | undefined {
  let current = error
  // Errors wrap each other: `fetch` and `ApiError` keep the reason as their cause.
  for (let depth = 0; depth < 4 && typeof current === 'object' && current !== null; depth += 1) {
    const name = current instanceof ApiError ? undefined : nameFault(codeOf(current))
    if (name) return faults[name]
    current = 'cause' in current ? current.cause : undefined
  }
  return undefined
}

function nameFault(code: string): FaultName | undefined {
  return faultNames[code] ?? faultPatterns.find(([pattern]) => pattern.test(code))?.[1]
}
