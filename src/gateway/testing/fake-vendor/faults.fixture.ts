// Injects faults: each fault applies to the next requests that it matches.
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
import type { ContentFault, Fault, PollFault } from './fault.fixture'
import {
  type FakeResponse,
  jsonType,
  type ReceivedRequest,
  type Reply,
  replyText,
  toPretty,
} from './reply.fixture'

/** Responds to the request, optionally with a fault in the content. */
type Respond = (fault?: ContentFault | PollFault) => Reply | Promise<Reply>

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

function content(fault: ContentFault): FaultRule {
  return { fits: isContent, apply: (_, respond) => respond(fault) }
}

function poll(fault: PollFault): FaultRule {
  return { fits: isPoll, apply: (_, respond) => respond(fault) }
}

function stream(change: (reply: FakeResponse, received: ReceivedRequest) => FakeResponse): FaultRule {
  return {
    fits: isStream,
    apply: async (received, respond) => changeResponse(await respond(), received, change),
  }
}

function any(change: (reply: FakeResponse, received: ReceivedRequest) => FakeResponse): FaultRule {
  return {
    fits: isVendor,
    apply: async (received, respond) => changeResponse(await respond(), received, change),
  }
}

/** Replies instead of the fake's normal response. */
function instead(reply: (received: ReceivedRequest) => Reply): FaultRule {
  return { fits: isVendor, apply: reply }
}

function changeResponse(
  reply: Reply,
  received: ReceivedRequest,
  change: (reply: FakeResponse, received: ReceivedRequest) => FakeResponse,
): Reply {
  return typeof reply === 'string' ? reply : change(reply, received)
}

function errorRule(
  geminiError: (received: ReceivedRequest) => VendorError,
  openAiError: (received: ReceivedRequest) => VendorError,
): FaultRule {
  return instead((received) =>
    received.host === 'openai'
      ? writeOpenAiError(openAiError(received))
      : writeGoogleError(geminiError(received), received),
  )
}

function quota(kind: QuotaKind): FaultRule {
  return errorRule(
    () => googleQuota(kind),
    () => openAiQuota(kind),
  )
}

const overloaded = 'The model is overloaded. Please try again later.'
const internal = 'An internal error has occurred. Please retry or report in https://developers.google.com/.'

const midStreamError = (message: string) => ({ error: { code: 503, message, status: 'UNAVAILABLE' } })

function toErrorEvent({ host }: ReceivedRequest, message: string): Buffer {
  const body =
    host === 'openai'
      ? { error: { message, type: 'server_error', param: null, code: 'server_error' } }
      : midStreamError(message)
  return Buffer.from(`data: ${JSON.stringify(body)}${host === 'openai' ? '\n\n' : '\r\n\r\n'}`)
}

const first = (reply: FakeResponse): Buffer => reply.chunks[0] ?? Buffer.alloc(0)

/** Returns the first chunk and half of the second, or half of the only one. */
function toHalf(reply: FakeResponse): readonly Buffer[] {
  const [one = Buffer.alloc(0), two] = reply.chunks
  return two ? [one, two.subarray(0, two.length >> 1)] : [one.subarray(0, one.length >> 1)]
}

function withKeyInHeaders(reply: FakeResponse, { key }: ReceivedRequest): FakeResponse {
  const safe = encodeURIComponent(key)
  const headers = {
    ...reply.headers,
    'x-goog-api-key': key,
    'x-request-id': `req-${key}`,
    'set-cookie': `session=${safe}; Path=/`,
    location: `/v1beta/models?key=${safe}`,
    link: `</v1beta/models?key=${safe}>; rel="self"`,
    'server-timing': `key;desc="${key}"`,
    'www-authenticate': `Bearer realm="${key}"`,
  }
  return { ...reply, headers }
}

function redirect(location: string): FakeResponse {
  const headers = { location, 'content-type': 'text/html; charset=UTF-8' }
  return { status: 302, headers, chunks: [Buffer.from('<HTML>moved</HTML>\n')], extension: 'whole' }
}

function echoesKey({ key, path }: ReceivedRequest): VendorError {
  const url = `https://generativelanguage.googleapis.com${path}?key=${encodeURIComponent(key)}`
  const message = `API key ${key} has expired. Renew the key of ${url} and try again.`
  return google('INVALID_ARGUMENT', message, [
    detail('DebugInfo', {
      detail: `[ORIGINAL ERROR] generic::invalid_argument: ${key}`,
      stackEntries: [url],
    }),
    { '@type': key, [key]: key },
  ])
}

function toFaultRules(storageUrl: () => string): Readonly<Record<Fault, FaultRule>> {
  return {
    'no-usage': content('no-usage'),
    'huge-signature': content('huge-signature'),
    'blocked-prompt': content('blocked-prompt'),
    'no-parts': content('no-parts'),
    'safety-stop': content('safety-stop'),
    'rai-filtered': poll('rai-filtered'),
    'done-false': poll('done-false'),
    'operation-failed': poll('operation-failed'),
    'error-in-array': instead(() =>
      replyText(toPretty([midStreamError(overloaded)]), { status: 503, type: jsonType }),
    ),
    'raw-error-in-mid-stream': stream((reply) => ({
      ...reply,
      chunks: [first(reply), Buffer.from(toPretty(midStreamError(overloaded)))],
    })),
    'data-error-in-mid-stream': stream((reply, received) => ({
      ...reply,
      chunks: [first(reply), toErrorEvent(received, overloaded)],
    })),
    'key-in-mid-stream': stream((reply, received) => ({
      ...reply,
      chunks: [first(reply), toErrorEvent(received, `API key ${received.key} was suspended.`)],
    })),
    'cut-in-mid-stream': any((reply) => ({ ...reply, chunks: toHalf(reply), extension: 'cut' })),
    'end-in-mid-stream': stream((reply) => ({ ...reply, chunks: toHalf(reply) })),
    'no-finish-reason': stream((reply) => ({ ...reply, chunks: [first(reply)] })),
    'truncated-json': any((reply) => ({ ...reply, chunks: [halve(Buffer.concat(reply.chunks))] })),
    'no-events': stream((reply) => ({ ...reply, chunks: [] })),
    html: instead(() =>
      replyText('<!DOCTYPE html><html><body><h1>Sign in to the network</h1></body></html>\n', {
        type: 'text/html; charset=UTF-8',
      }),
    ),
    'empty-body': instead(() => replyText('', { type: jsonType })),
    'key-in-error': errorRule(echoesKey, ({ key }) =>
      openAi(400, {
        message: `The key ${key} (${encodeURIComponent(key)}) was revoked.`,
        param: key,
        code: key,
      }),
    ),
    'key-in-header': any(withKeyInHeaders),
    'redirect-elsewhere': instead(({ key }) =>
      redirect(`${storageUrl().replace('127.0.0.1', 'localhost')}/elsewhere?key=${encodeURIComponent(key)}`),
    ),
    'key-in-redirect': instead(({ key }) =>
      redirect(`${storageUrl()}/elsewhere?key=${encodeURIComponent(key)}`),
    ),
    'download-on-own-host': { fits: isDownload, apply: ({ path }) => redirect(`/download${path}?alt=media`) },
    '429-with-retry-info': quota('with-retry-info'),
    '429-per-day': quota('per-day'),
    '429-bare': quota('bare'),
    '500': errorRule(
      () => google('INTERNAL', internal),
      () => openAi(500, { message: 'The server had an error.', type: 'server_error' }),
    ),
    '503': errorRule(
      () => google('UNAVAILABLE', overloaded),
      () => openAi(503, { message: overloaded, type: 'service_unavailable_error' }),
    ),
    '401': errorRule(
      () =>
        google('UNAUTHENTICATED', 'Request had invalid authentication credentials.', [
          detail('ErrorInfo', { reason: 'ACCESS_TOKEN_TYPE_UNSUPPORTED', domain: 'googleapis.com' }),
        ]),
      () => openAi(401, { message: 'Incorrect API key provided.', code: 'invalid_api_key' }),
    ),
    '403': errorRule(
      () => google('PERMISSION_DENIED', 'Your API key was reported as leaked. Please use another API key.'),
      () =>
        openAi(403, {
          message: 'Country, region, or territory not supported',
          code: 'unsupported_country_region_territory',
        }),
    ),
    'slow-headers': instead(() => 'never'),
    'silent-body': any((reply) => ({ ...reply, chunks: [silentStart(reply)], extension: 'silence' })),
    'connection-reset': instead(() => 'reset'),
  }
}

function halve(bytes: Buffer): Buffer {
  return bytes.subarray(0, bytes.length >> 1)
}

/** Returns a stream's first event, or half of a document. */
function silentStart({ chunks }: FakeResponse): Buffer {
  const [one = Buffer.alloc(0)] = chunks
  return chunks.length > 1 ? one : halve(one)
}

// The keys of a `Record<Fault, …>` are all faults.
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
  const rules = toFaultRules(storageUrl)
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
