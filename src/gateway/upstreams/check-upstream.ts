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
import { toCancelled, toCheckVerdict } from '../outbound/transport-error'
import type { Upstream } from '../ports'
import { redactSecrets } from '../redaction/text'
import { type Probe, probesFor } from './check-probes'

interface CheckSettings {
  /** Milliseconds until a part times out. */
  readonly timeoutMs?: number
  /** Milliseconds after which a working part counts as slow. */
  readonly slowMs?: number
  /** Cancels the test. */
  readonly signal?: AbortSignal | undefined
}

const defaultTimeoutMs = checkTimeoutSeconds * 1000
const defaultSlowMs = 4_000

/** Characters of the upstream's own message. */
const maxDetailLength = 600
/** Characters of it that are read, with room for what is redacted. */
const maxReadDetail = 10_000

/** `models` have the gateway's ids and those sent to this upstream. Rejects only with CANCELLED. */
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
  /** Returns null if the lists are incomplete. */
  const isKnown = (upstreamId: string): boolean | null => {
    const id = toNeutralId(upstreamId)
    const mayList = modelLists.filter(({ covers }) => covers(id))
    if (mayList.some(({ ids }) => ids?.some((listed) => toNeutralId(listed) === id))) return true
    return mayList.length > 0 && mayList.every(({ ids }) => ids) ? false : null
  }
  const own = results.flatMap((result) => result.own)
  return {
    parts: results.map(({ part }) => part),
    models:
      modelLists.length > 0
        ? models.map((model) => ({ ...model, known: isKnown(model.upstreamId) }))
        : own.map((id) => ({ id, upstreamId: id, known: true })),
  }
}

/** `listed` has the ids in the part's list of models; undefined if it has no list or did not return it. */
async function checkPart(upstream: Upstream, probe: Probe, settings: CheckSettings) {
  const { timeoutMs = defaultTimeoutMs, slowMs = defaultSlowMs, signal } = settings
  const startedAt = performance.now()
  const abort = new AbortController()
  const stop = (): void => abort.abort()
  // An upstream that ignores the signal must not delay the report.
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
  const isWorking = result.verdict === 'working'
  return {
    part,
    listed: isWorking ? probe.list?.read(result.body) : undefined,
    own: isWorking ? (probe.readOwnModels?.(result.body) ?? []) : [],
  }
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

/** Cuts an endless response, which then does not match the schema. */
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
  const line = detail
    .slice(0, maxReadDetail)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  const redacted = redactSecrets(upstream.redact?.(line) ?? line)
  return redacted.length > maxDetailLength ? `${redacted.slice(0, maxDetailLength)}…` : redacted
}

interface ProbeResult {
  readonly verdict: CheckVerdict
  /** The message of the upstream or the error, unredacted. */
  readonly detail: string
  /** The upstream sent any response. */
  readonly hasResponse: boolean
  /** Present if the response is valid. */
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
  // The upstream was reached, but its response must not be forwarded: a redirect, for example.
  return error.cause === undefined ? 'not-the-api' : 'broken-off'
}

/** Settings that are missing before anything can be sent. */
function verdictOfPrecondition(param: string): CheckVerdict {
  if (param === 'key') return 'no-key'
  if (param === 'key.secret') return 'key-unreadable'
  if (param === 'key.origins') return 'key-entered-elsewhere'
  return /proxy/i.test(param) ? 'proxy-unreachable' : 'refused-the-call'
}

/** For an error in the format of this API. */
function verdictOfError(error: ApiError, { namesModel }: Probe): CheckVerdict {
  const { message } = error
  if (isKeyRejected(error)) return 'unauthorised'
  if (error.http !== 404) return verdictOfStatus(error.http) ?? 'refused-the-call'
  // The message of a 404 often repeats the path, which contains `models`.
  return namesModel && /model/i.test(message.replace(/\/\S+/g, '')) ? 'unknown-model' : 'not-the-api'
}

/** For any other response: a page, nothing, or another API's format. */
function verdictOfResponse({ status, text }: ReadResponse): CheckVerdict {
  // A page is not about the key: it is as often from a firewall or a proxy.
  if (status === 403 && isPage(text)) return 'refused-the-call'
  // A proxy in front of an upstream sends these when the upstream is down.
  const isGatewayError = status >= 500 && status !== 501
  return verdictOfStatus(status) ?? (isGatewayError ? 'refused-the-call' : 'not-the-api')
}

function verdictOfStatus(status: number): CheckVerdict | undefined {
  if (status === 401) return 'unauthorised'
  if (status === 403) return 'forbidden'
  if (status === 429) return 'quota'
  return undefined
}

/** The vendor rejects a wrong key with 400 (wire §4.2). */
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
