// Tests an upstream: sends each part of it a minimal request, and classifies the response or the failure.
import { toNeutralId } from '#shared/models/catalog'
import { ApiError, readErrorBody } from '#shared/schemas/api-error'
import {
  type CheckedPart,
  type CheckVerdict,
  checkTimeoutSeconds,
  type UpstreamReport,
} from '#shared/schemas/upstream-report'
import type { HttpBody } from '#shared/wire/http'
import { tryParseJson } from '#shared/wire/parse-json'
import { readText } from '#shared/wire/read-body'
import { redactSecrets } from '../exchange-log/redact'
import { toCancelled, toCheckVerdict } from '../outbound/transport-error'
import type { Upstream } from '../ports'
import { type Probe, probesFor } from './check-probes'

interface CheckSettings {
  /** Milliseconds; a part that has not answered by then has timed out. */
  readonly timeoutMs?: number
  /** Milliseconds; a part that works, but not by then, is slow. */
  readonly slowMs?: number
  /** Nobody waits for the report any more. */
  readonly signal?: AbortSignal | undefined
}

const defaultTimeoutMs = checkTimeoutSeconds * 1000
const defaultSlowMs = 4_000

/** Characters of the upstream's own words. */
const maxDetailLength = 600

/** `models`: what the gateway calls them, and what this upstream is asked for. Rejects with CANCELLED alone. */
export async function checkUpstream(
  upstream: Upstream,
  models: readonly { readonly id: string; readonly upstreamId: string }[],
  settings: CheckSettings = {},
): Promise<UpstreamReport> {
  const probes = probesFor(upstream.kind)
  const results = await Promise.all(probes.map((probe) => checkPart(upstream, probe, settings)))
  if (settings.signal?.aborted) throw toCancelled()
  const modelLists = probes.flatMap(({ list }, index) =>
    list ? [{ ...list, ids: results[index]?.listed }] : [],
  )
  /** Null if the lists do not say. */
  const isKnown = (upstreamId: string): boolean | null => {
    const id = toNeutralId(upstreamId)
    const mayList = modelLists.filter(({ covers }) => covers(id))
    if (mayList.some(({ ids }) => ids?.some((listed) => toNeutralId(listed) === id))) return true
    return mayList.length > 0 && mayList.every(({ ids }) => ids) ? false : null
  }
  return {
    parts: results.map(({ part }) => part),
    models:
      modelLists.length > 0 ? models.map((model) => ({ ...model, known: isKnown(model.upstreamId) })) : [],
  }
}

/** `listed`: the ids that the part's own list of models names; absent if it has none, or did not return it. */
async function checkPart(upstream: Upstream, probe: Probe, settings: CheckSettings) {
  const { timeoutMs = defaultTimeoutMs, slowMs = defaultSlowMs, signal } = settings
  const startedAt = performance.now()
  const abort = new AbortController()
  const stop = (): void => abort.abort()
  // An upstream that ignores the signal must not keep the report waiting either.
  const timedOut = new Promise<ProbeResult>((resolve) => {
    abort.signal.addEventListener('abort', () =>
      resolve({ verdict: 'timed-out', detail: '', hasResponse: false }),
    )
  })
  const timer = setTimeout(stop, timeoutMs)
  signal?.addEventListener('abort', stop)
  if (signal?.aborted) stop()
  const result = await Promise.race([sendProbe(upstream, probe, abort.signal), timedOut])
  clearTimeout(timer)
  signal?.removeEventListener('abort', stop)
  const elapsedMs = Math.round(performance.now() - startedAt)
  const part: CheckedPart = {
    part: probe.part,
    verdict: result.verdict === 'working' && elapsedMs > slowMs ? 'slow' : result.verdict,
    milliseconds: result.hasResponse ? elapsedMs : null,
    detail: cleanDetail(upstream, result.detail),
    request: `${probe.request.method} ${probe.request.path.replace(/\?.*/, '')}`,
  }
  return { part, listed: result.verdict === 'working' ? probe.list?.read(result.body) : undefined }
}

/** Never rejects. */
async function sendProbe(upstream: Upstream, probe: Probe, signal: AbortSignal): Promise<ProbeResult> {
  try {
    const { status, headers, body } = await upstream.send({ ...probe.request, signal })
    const text = await readText(limit(body))
    return classifyResponse({ status, type: headers['content-type'] ?? '', text }, probe)
  } catch (error) {
    return {
      verdict: verdictOfFailure(error),
      detail: error instanceof Error ? error.message : '',
      hasResponse: false,
    }
  }
}

/** Bytes; a list of a thousand models is about one megabyte. */
const maxResponseBytes = 16 * 1024 * 1024

/** An answer without end is cut, and then judged as what it is: not this API's. */
async function* limit(body: HttpBody): AsyncGenerator<Uint8Array> {
  if (body === null) return
  if (body instanceof Uint8Array) return yield body
  let length = 0
  for await (const chunk of body) {
    yield chunk
    length += chunk.length
    if (length > maxResponseBytes) return
  }
}

function cleanDetail(upstream: Upstream, detail: string): string {
  const line = detail.replace(/[\s\p{Cc}]+/gu, ' ').trim()
  const redacted = redactSecrets(upstream.redact?.(line) ?? line)
  return redacted.length > maxDetailLength ? `${redacted.slice(0, maxDetailLength)}…` : redacted
}

interface ProbeResult {
  readonly verdict: CheckVerdict
  /** The upstream's own words or the cause's, as they came. */
  readonly detail: string
  /** The upstream answered, whatever it said. */
  readonly hasResponse: boolean
  /** Of an answer that is right. */
  readonly body?: unknown
}

interface ReadResponse {
  readonly status: number
  readonly type: string
  readonly text: string
}

function classifyResponse(response: ReadResponse, probe: Probe): ProbeResult {
  const body = tryParseJson(response.text)
  const error = readErrorBody(response.status, body)
  if (response.status < 300 && error === undefined && probe.responseSchema.safeParse(body).success)
    return { verdict: 'working', detail: '', hasResponse: true, body }
  const verdict = error ? verdictOfError(error, probe) : verdictOfResponse(response)
  return { verdict, detail: error?.message ?? summarize(response), hasResponse: true }
}

function verdictOfFailure(error: unknown): CheckVerdict {
  const fault = toCheckVerdict(error)
  if (fault) return fault
  if (!(error instanceof ApiError)) return 'broken-off'
  if (error.code === 'FAILED_PRECONDITION') return verdictOfPrecondition(error.param ?? '')
  if (error.code === 'DEADLINE_EXCEEDED') return 'timed-out'
  // The upstream was reached, and answered with something that must not go on to a caller: a redirect, say.
  return error.cause === undefined ? 'not-the-api' : 'broken-off'
}

/** What must be set before anything can be sent. */
function verdictOfPrecondition(param: string): CheckVerdict {
  if (param === 'key') return 'no-key'
  if (param === 'key.secret') return 'key-unreadable'
  if (param === 'key.origins') return 'key-entered-elsewhere'
  return /proxy/i.test(param) ? 'proxy-unreachable' : 'refused-the-call'
}

/** It speaks as this API does. */
function verdictOfError(error: ApiError, { namesModel }: Probe): CheckVerdict {
  const { message } = error
  if (isKeyRejected(error)) return 'unauthorised'
  if (error.http !== 404) return verdictOfStatus(error.http) ?? 'refused-the-call'
  // An address that does not exist is often repeated in the refusal, with `models` in it.
  return namesModel && /model/i.test(message.replace(/\/\S+/g, '')) ? 'unknown-model' : 'not-the-api'
}

/** It does not: a page, nothing, or another API's words. */
function verdictOfResponse({ status, text }: ReadResponse): CheckVerdict {
  // A page speaks of no key: it is a firewall's or a proxy's as often as the upstream's.
  if (status === 403 && isPage(text)) return 'refused-the-call'
  // A proxy in front of an upstream answers so when the upstream is down.
  const isGatewayError = status >= 500 && status !== 501
  return verdictOfStatus(status) ?? (isGatewayError ? 'refused-the-call' : 'not-the-api')
}

function verdictOfStatus(status: number): CheckVerdict | undefined {
  if (status === 401) return 'unauthorised'
  if (status === 403) return 'forbidden'
  if (status === 429) return 'quota'
  return undefined
}

/** Wire §4.2: the vendor refuses a wrong key with 400. */
function isKeyRejected({ http, message, details }: ApiError): boolean {
  if (http !== 400) return false
  return (
    /API[ _]key (not valid|expired|not found)/i.test(message) ||
    JSON.stringify(details ?? '').includes('API_KEY_INVALID')
  )
}

/** `HTTP 502, text/html: Bad Gateway`. */
function summarize({ status, type, text }: ReadResponse): string {
  const title = /<(title|h1)[^>]*>([^<]{1,300})/i.exec(text.slice(0, 20_000))?.[2] ?? ''
  const kind = type.replace(/;.*/, '').trim()
  const head = `HTTP ${status}${kind ? `, ${kind}` : ''}`
  const excerpt = isPage(text) ? title : text.slice(0, 300)
  return excerpt.trim() ? `${head}: ${excerpt}` : head
}

function isPage(text: string): boolean {
  return /^\s*</.test(text)
}
