// The vendors' faults: each applies to the next requests that it matches.
import {
  detail,
  google,
  googleQuota,
  openAi,
  openAiQuota,
  type QuotaKind,
  type VendorError,
  writeGoogleError,
  writeOpenAiError,
} from './errors.fixture'
import {
  type FakeResponse,
  jsonType,
  type ReceivedRequest,
  type Reply,
  replyText,
  toPretty,
} from './host.fixture'

/** Faults in the content of a generated response, or of a polled operation; the others are in the transport. */
export type ContentFault =
  /** A response without any `usageMetadata`. */
  | 'no-usage'
  /** The last part has a signature of 2 MB on a single line. */
  | 'huge-signature'
  /** HTTP 200 with `promptFeedback.blockReason` and no candidates. */
  | 'blocked-prompt'
  /** A candidate whose content has a role but no parts, with `finishReason` MAX_TOKENS. */
  | 'no-parts'
  /** Some text, then `finishReason` SAFETY. */
  | 'safety-stop'
  /** A poll is done, without samples, with `raiMediaFilteredReasons`. */
  | 'rai-filtered'
  /** A poll finds it still running, with `done: false` instead of without `done`. */
  | 'done-false'
  /** A poll is done, with an error that has an rpc code (3), not an HTTP status. */
  | 'operation-failed'

/** Responds to the request, optionally with a fault in the content. */
type Respond = (fault?: ContentFault) => Reply | Promise<Reply>

interface FaultRule {
  readonly fits: (received: ReceivedRequest) => boolean
  readonly apply: (received: ReceivedRequest, respond: Respond) => Reply | Promise<Reply>
}

const isContent = ({ path }: ReceivedRequest): boolean => /:(stream)?generateContent$/i.test(path)
const isPoll = ({ method, path }: ReceivedRequest): boolean =>
  method === 'GET' && path.includes('/operations/')
const isStream = ({ path, body }: ReceivedRequest): boolean =>
  path.endsWith(':streamGenerateContent') ||
  (path.endsWith('/audio/transcriptions') &&
    /name="stream"(?:\r\n[^\r\n]+)*\r\n\r\ntrue\r\n/.test(body.toString('latin1')))
const isDownload = ({ method, path }: ReceivedRequest): boolean =>
  method === 'GET' && /^\/v1beta\/files\/[^/]+:download$/.test(path)
const isVendor = ({ host }: ReceivedRequest): boolean => host !== 'storage'

const content = (fault: ContentFault, fits = isContent): FaultRule => ({
  fits,
  apply: (_, respond) => respond(fault),
})

type Change = (reply: FakeResponse, received: ReceivedRequest) => Partial<FakeResponse>

/** Changes the fake's normal response. */
const any = (change: Change, fits = isVendor): FaultRule => ({
  fits,
  apply: async (received, respond) => {
    const reply = await respond()
    return typeof reply === 'string' ? reply : { ...reply, ...change(reply, received) }
  },
})
const stream = (change: Change): FaultRule => any(change, isStream)

/** Replies instead of the fake's normal response. */
const instead = (reply: (received: ReceivedRequest) => Reply): FaultRule => ({ fits: isVendor, apply: reply })

const error = (
  geminiError: (received: ReceivedRequest) => VendorError,
  openAiError: (received: ReceivedRequest) => VendorError,
): FaultRule =>
  instead((received) =>
    received.host === 'openai'
      ? writeOpenAiError(openAiError(received))
      : writeGoogleError(geminiError(received), received),
  )

const quota = (kind: QuotaKind): FaultRule =>
  error(
    () => googleQuota(kind),
    () => openAiQuota(kind),
  )

const overloaded = 'The model is overloaded. Please try again later.'
const internal = 'An internal error has occurred. Please retry or report in https://developers.google.com/.'

const unavailable = (message: string) => ({ error: { code: 503, message, status: 'UNAVAILABLE' } })

function toErrorEvent({ host }: ReceivedRequest, message: string): Buffer {
  const body =
    host === 'openai'
      ? { error: { message, type: 'server_error', param: null, code: 'server_error' } }
      : unavailable(message)
  return Buffer.from(`data: ${JSON.stringify(body)}${host === 'openai' ? '\n\n' : '\r\n\r\n'}`)
}

const halve = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.length >> 1)
const first = ({ chunks }: FakeResponse): Buffer => chunks[0] ?? Buffer.alloc(0)

/** The first chunk and half of the second, or half of the only one. */
const toHalf = (reply: FakeResponse): readonly Buffer[] =>
  reply.chunks[1] ? [first(reply), halve(reply.chunks[1])] : [halve(first(reply))]

function withKeyInHeaders({ headers }: FakeResponse, { key }: ReceivedRequest): Partial<FakeResponse> {
  const safe = encodeURIComponent(key)
  return {
    headers: {
      ...headers,
      'x-goog-api-key': key,
      'x-request-id': `req-${key}`,
      'set-cookie': `session=${safe}; Path=/`,
      location: `/v1beta/models?key=${safe}`,
      link: `</v1beta/models?key=${safe}>; rel="self"`,
      'server-timing': `key;desc="${key}"`,
      'www-authenticate': `Bearer realm="${key}"`,
    },
  }
}

function redirect(location: string): FakeResponse {
  const headers = { location, 'content-type': 'text/html; charset=UTF-8' }
  return { status: 302, headers, chunks: [Buffer.from('<HTML>moved</HTML>\n')] }
}

const toElsewhere = (url: string, { key }: ReceivedRequest): FakeResponse =>
  redirect(`${url}/elsewhere?key=${encodeURIComponent(key)}`)

function echoesKey({ key, path }: ReceivedRequest): VendorError {
  const url = `https://generativelanguage.googleapis.com${path}?key=${encodeURIComponent(key)}`
  return google('INVALID_ARGUMENT', `API key ${key} has expired. Renew the key of ${url} and try again.`, [
    detail('DebugInfo', {
      detail: `[ORIGINAL ERROR] generic::invalid_argument: ${key}`,
      stackEntries: [url],
    }),
    { '@type': key, [key]: key },
  ])
}

const toFaultRules = (storageUrl: () => string) => ({
  'no-usage': content('no-usage'),
  'huge-signature': content('huge-signature'),
  'blocked-prompt': content('blocked-prompt'),
  'no-parts': content('no-parts'),
  'safety-stop': content('safety-stop'),
  'rai-filtered': content('rai-filtered', isPoll),
  'done-false': content('done-false', isPoll),
  'operation-failed': content('operation-failed', isPoll),
  'error-in-array': instead(() =>
    replyText(toPretty([unavailable(overloaded)]), { status: 503, type: jsonType }),
  ),
  /** A stream whose first event is followed by a bare, pretty-printed error, then the end. */
  'raw-error-in-mid-stream': stream((reply) => ({
    chunks: [first(reply), Buffer.from(toPretty(unavailable(overloaded)))],
  })),
  /** A stream whose first event is followed by an error in an event, then the end. */
  'data-error-in-mid-stream': stream((reply, received) => ({
    chunks: [first(reply), toErrorEvent(received, overloaded)],
  })),
  /** The same, with the client's key in the message. */
  'key-in-mid-stream': stream((reply, received) => ({
    chunks: [first(reply), toErrorEvent(received, `API key ${received.key} was suspended.`)],
  })),
  /** The connection breaks in the middle of the second event, or of the only document. */
  'cut-in-mid-stream': any((reply) => ({ chunks: toHalf(reply), ending: 'cut' })),
  /** A stream that ends cleanly in the middle of its second event. */
  'end-in-mid-stream': stream((reply) => ({ chunks: toHalf(reply) })),
  /** A stream that ends cleanly after its first event, without `finishReason`. */
  'no-finish-reason': stream((reply) => ({ chunks: [first(reply)] })),
  /** Half of the JSON document in a complete HTTP response. */
  'truncated-json': any(({ chunks }) => ({ chunks: [halve(Buffer.concat(chunks))] })),
  'no-events': stream(() => ({ chunks: [] })),
  /** 200 with an HTML page, as from a captive portal. */
  html: instead(() =>
    replyText('<!DOCTYPE html><html><body><h1>Sign in to the network</h1></body></html>\n', {
      type: 'text/html; charset=UTF-8',
    }),
  ),
  'empty-body': instead(() => replyText('', { type: jsonType })),
  /** 400 that repeats the key, plain and URL-encoded, in its message and details. */
  'key-in-error': error(echoesKey, ({ key }) =>
    openAi(400, {
      message: `The key ${key} (${encodeURIComponent(key)}) was revoked.`,
      param: key,
      code: key,
    }),
  ),
  'key-in-header': any(withKeyInHeaders),
  /** 302 to another host, with the key in its Location. */
  'redirect-elsewhere': instead((received) =>
    toElsewhere(storageUrl().replace('127.0.0.1', 'localhost'), received),
  ),
  /** 302 to the storage host, with the key in its Location. */
  'key-in-redirect': instead((received) => toElsewhere(storageUrl(), received)),
  /** 302 of a download to `/download/…` of the same host, which requires the key. */
  'download-on-own-host': {
    fits: isDownload,
    apply: ({ path }: ReceivedRequest) => redirect(`/download${path}?alt=media`),
  },
  /** For a quota per minute; at the OpenAI API with Retry-After. */
  '429-with-retry-info': quota('with-retry-info'),
  /** For a daily quota; at the OpenAI API `insufficient_quota`. */
  '429-per-day': quota('per-day'),
  '429-bare': quota('bare'),
  '500': error(
    () => google('INTERNAL', internal),
    () => openAi(500, { message: 'The server had an error.', type: 'server_error' }),
  ),
  '503': error(
    () => google('UNAVAILABLE', overloaded),
    () => openAi(503, { message: overloaded, type: 'service_unavailable_error' }),
  ),
  '401': error(
    () =>
      google('UNAUTHENTICATED', 'Request had invalid authentication credentials.', [
        detail('ErrorInfo', { reason: 'ACCESS_TOKEN_TYPE_UNSUPPORTED', domain: 'googleapis.com' }),
      ]),
    () => openAi(401, { message: 'Incorrect API key provided.', code: 'invalid_api_key' }),
  ),
  '403': error(
    () => google('PERMISSION_DENIED', 'Your API key was reported as leaked. Please use another API key.'),
    () =>
      openAi(403, {
        message: 'Country, region, or territory not supported',
        code: 'unsupported_country_region_territory',
      }),
  ),
  /** Not even a status line until the client disconnects. */
  'slow-headers': instead(() => 'never'),
  /** Headers and the first event, or half of a document, then nothing until the client disconnects. */
  'silent-body': any((reply) => ({
    chunks: [reply.chunks.length > 1 ? first(reply) : halve(first(reply))],
    ending: 'silence',
  })),
  /** The connection is reset before a status line. */
  'connection-reset': instead(() => 'reset'),
})

export type Fault = keyof ReturnType<typeof toFaultRules>

// `Object.keys` has no narrower type.
export const faultNames = Object.keys(toFaultRules(() => '')) as readonly Fault[]

export interface Faults {
  /** The next `count` requests that match the fault fail with it; faults apply in the order they were added. */
  readonly injectFault: (fault: Fault, count?: number) => void
  /** Removes all pending faults. */
  readonly clearFaults: () => void
  /** Applies the first pending fault that matches the request, if any. */
  readonly respond: (received: ReceivedRequest, respond: Respond) => Reply | Promise<Reply>
}

export function createFaults(storageUrl: () => string): Faults {
  const rules: Readonly<Record<Fault, FaultRule>> = toFaultRules(storageUrl)
  const pending: { readonly rule: FaultRule; remaining: number }[] = []
  return {
    injectFault: (fault, count = 1) => void pending.push({ rule: rules[fault], remaining: count }),
    clearFaults: () => void pending.splice(0),
    respond: (received, respond) => {
      const next = pending.find(({ rule, remaining }) => remaining > 0 && rule.fits(received))
      if (!next) return respond()
      next.remaining -= 1
      return next.rule.apply(received, respond)
    },
  }
}
