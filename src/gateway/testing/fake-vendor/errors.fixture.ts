// The error responses of both vendors, in their own words and formats (wire §4).
import { type FakeResponse, jsonType, type ReceivedRequest, replyText, toPretty } from './host.fixture'

/** An error response, thrown by the fake's own code. */
export class VendorError extends Error {
  readonly status: number
  readonly body: { readonly error: object }
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, body: { error: object }, headers: Readonly<Record<string, string>> = {}) {
    super(`an error response with status ${status}`)
    this.status = status
    this.body = body
    this.headers = headers
  }
}

const statuses = {
  INVALID_ARGUMENT: 400,
  FAILED_PRECONDITION: 400,
  UNAUTHENTICATED: 401,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  RESOURCE_EXHAUSTED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const

type GoogleStatus = keyof typeof statuses

export function google(status: GoogleStatus, message: string, details?: readonly object[]): VendorError {
  const code = statuses[status]
  return new VendorError(code, { error: { code, message, status, ...(details ? { details } : {}) } })
}

export function invalid(message: string): VendorError {
  return google('INVALID_ARGUMENT', message)
}

const rpc = 'type.googleapis.com/google.rpc.'

export function detail(type: string, members: object): object {
  return { '@type': rpc + type, ...members }
}

/** With `alt=sse` the type is a stream; without it a streaming method wraps the error in an array (wire §3.3). */
export function writeGoogleError(error: VendorError, { path, query }: ReceivedRequest): FakeResponse {
  const streams = path.endsWith(':streamGenerateContent')
  if (!streams) return writeError(error, toPretty(error.body), jsonType)
  const sse = (query.get('alt') ?? query.get('$alt')) === 'sse'
  return sse
    ? writeError(error, toPretty(error.body), 'text/event-stream')
    : writeError(error, toPretty([error.body]), jsonType)
}

export function writeOpenAiError(error: VendorError): FakeResponse {
  return writeError(error, `${JSON.stringify(error.body, null, 4)}\n`, 'application/json')
}

function writeError({ status, headers }: VendorError, text: string, type: string): FakeResponse {
  return replyText(text, { status, type, headers })
}

interface OpenAiErrorFields {
  readonly message: string
  readonly type?: string
  readonly param?: string | null
  readonly code?: string | null
  readonly headers?: Readonly<Record<string, string>>
}

export function openAi(status: number, fields: OpenAiErrorFields): VendorError {
  const { message, type = 'invalid_request_error', param = null, code = null, headers = {} } = fields
  return new VendorError(status, { error: { message, type, param, code } }, headers)
}

/** The details contain the wrong key, as the real API was observed to do (wire §4.2). */
export function wrongGoogleKey(key: string): VendorError {
  const metadata = { service: 'generativelanguage.googleapis.com' }
  return google('INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', [
    detail('ErrorInfo', { reason: 'API_KEY_INVALID', domain: 'googleapis.com', metadata }),
    detail('LocalizedMessage', {
      locale: 'en-US',
      message: 'API key not valid. Please pass a valid API key.',
    }),
    detail('DebugInfo', {
      detail: `Invalid API key: ${key} (generic::invalid_argument: ?key=${encodeURIComponent(key)})`,
    }),
  ])
}

/** The first eight and the last four characters of the key stay readable. */
export function wrongOpenAiKey(key: string): VendorError {
  const masked = `${key.slice(0, 8)}${'*'.repeat(Math.max(4, key.length - 12))}${key.slice(-4)}`
  return openAi(401, {
    message: `Incorrect API key provided: ${masked}. You can find your API key at https://platform.openai.com/account/api-keys.`,
    code: 'invalid_api_key',
  })
}

export type QuotaKind = 'with-retry-info' | 'per-day' | 'bare'

/** No Retry-After header: the delay is only in the details (wire §4.4). */
export function googleQuota(kind: QuotaKind): VendorError {
  const message = 'You exceeded your current quota, please check your plan and billing details.'
  if (kind === 'bare') return google('RESOURCE_EXHAUSTED', message)
  const period = kind === 'per-day' ? 'Day' : 'Minute'
  // The vendor states the same few seconds for a daily quota.
  const delay = '34.074824224s'
  const violation = {
    quotaMetric: 'generativelanguage.googleapis.com/generate_content_free_tier_requests',
    quotaId: `GenerateRequestsPer${period}PerProjectPerModel-FreeTier`,
    quotaDimensions: { location: 'global', model: 'gemini-2.5-flash' },
    quotaValue: '5',
  }
  return google('RESOURCE_EXHAUSTED', `${message}\nPlease retry in ${delay}.`, [
    detail('Help', {
      links: [
        {
          description: 'Learn more about Gemini API quotas',
          url: 'https://ai.google.dev/gemini-api/docs/rate-limits',
        },
      ],
    }),
    detail('QuotaFailure', { violations: [violation] }),
    detail('RetryInfo', { retryDelay: delay }),
  ])
}

export function openAiQuota(kind: QuotaKind): VendorError {
  if (kind === 'per-day')
    return openAi(429, {
      message: 'You exceeded your current quota, please check your plan and billing details.',
      type: 'insufficient_quota',
      code: 'insufficient_quota',
    })
  const headers = kind === 'bare' ? {} : { 'retry-after': '20', 'x-ratelimit-remaining-requests': '0' }
  return openAi(429, {
    message: 'Rate limit reached for gpt-4o-transcribe. Please try again in 20s.',
    type: 'requests',
    code: 'rate_limit_exceeded',
    headers,
  })
}
