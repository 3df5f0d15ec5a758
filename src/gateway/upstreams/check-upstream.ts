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
  const lists = probes.flatMap(({ list }, index) => (list ? [{ ...list, ids: results[index]?.listed }] : []))
  /** Null if the lists do not say. */
  const isKnown = (upstreamId: string): boolean | null => {
    const id = toNeutralId(upstreamId)
    const mayList = lists.filter(({ covers }) => covers(id))
    if (mayList.some(({ ids }) => ids?.some((listed) => toNeutralId(listed) === id))) return true
    return mayList.length > 0 && mayList.every(({ ids }) => ids) ? false : null
  }
  return {
    parts: results.map(({ part }) => part),
    models: lists.length > 0 ? models.map((model) => ({ ...model, known: isKnown(model.upstreamId) })) : [],
  }
}

/** `listed`: the ids that the part's own list of models names; absent if it has none, or did not return it. */
async function checkPart(upstream: Upstream, probe: Probe, settings: CheckSettings) {
  const { timeoutMs = defaultTimeoutMs, slowMs = defaultSlowMs, signal } = settings
  const began = performance.now()
  const abort = new AbortController()
  const stop = (): void => abort.abort()
  // An upstream that ignores the signal must not keep the report waiting either.
  const timedOut = new Promise<ProbeResult>((resolve) => {
    abort.signal.addEventListener('abort', () =>
      resolve({ verdict: 'timed-out', detail: '', isAnswered: false }),
    )
  })
  const timer = setTimeout(stop, timeoutMs)
  signal?.addEventListener('abort', stop)
  if (signal?.aborted) stop()
  const result = await Promise.race([sendProbe(upstream, probe, abort.signal), timedOut])
  clearTimeout(timer)
  signal?.removeEventListener('abort', stop)
  const took = Math.round(performance.now() - began)
  const part: CheckedPart = {
    part: probe.part,
    verdict: result.verdict === 'working' && took > slowMs ? 'slow' : result.verdict,
    milliseconds: result.isAnswered ? took : null,
    detail: clean(upstream, result.detail),
    request: `${probe.call.method} ${probe.call.path.replace(/\?.*/, '')}`,
  }
  return { part, listed: result.verdict === 'working' ? probe.list?.read(result.body) : undefined }
}

/** Never rejects. */
async function sendProbe(upstream: Upstream, probe: Probe, signal: AbortSignal): Promise<ProbeResult> {
  try {
    const { status, headers, body } = await upstream.send({ ...probe.call, signal })
    const text = await readText(limit(body))
    return classifyResponse({ status, type: headers['content-type'] ?? '', text }, probe)
  } catch (error) {
    return {
      verdict: nameFailure(error),
      detail: error instanceof Error ? error.message : '',
      isAnswered: false,
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

function clean(upstream: Upstream, detail: string): string {
  const line = detail.replace(/[\s\p{Cc}]+/gu, ' ').trim()
  const known = redactSecrets(upstream.redact?.(line) ?? line)
  return known.length > maxDetailLength ? `${known.slice(0, maxDetailLength)}…` : known
}

interface ProbeResult {
  readonly verdict: CheckVerdict
  /** The upstream's own words or the cause's, as they came. */
  readonly detail: string
  /** The upstream answered, whatever it said. */
  readonly isAnswered: boolean
  /** Of an answer that is right. */
  readonly body?: unknown
}

interface ReadAnswer {
  readonly status: number
  readonly type: string
  readonly text: string
}

function classifyResponse(answer: ReadAnswer, probe: Probe): ProbeResult {
  const body = tryParseJson(answer.text)
  const refusal = readErrorBody(answer.status, body)
  if (answer.status < 300 && refusal === undefined && probe.answer.safeParse(body).success)
    return { verdict: 'working', detail: '', isAnswered: true, body }
  const verdict = refusal ? judgeRefusal(refusal, probe) : judgeStatus(answer)
  return { verdict, detail: refusal?.message ?? summarize(answer), isAnswered: true }
}

function nameFailure(error: unknown): CheckVerdict {
  const fault = toCheckVerdict(error)
  if (fault) return fault
  if (!(error instanceof ApiError)) return 'broken-off'
  if (error.code === 'FAILED_PRECONDITION') return namePrecondition(error.param ?? '')
  if (error.code === 'DEADLINE_EXCEEDED') return 'timed-out'
  // The upstream was reached, and answered with something that must not go on to a caller: a redirect, say.
  return error.cause === undefined ? 'not-the-api' : 'broken-off'
}

/** What must be set before anything can be sent. */
function namePrecondition(param: string): CheckVerdict {
  if (param === 'key') return 'no-key'
  if (param === 'key.secret') return 'key-unreadable'
  if (param === 'key.origins') return 'key-entered-elsewhere'
  return /proxy/i.test(param) ? 'proxy-unreachable' : 'refused-the-call'
}

/** It speaks as this API does. */
function judgeRefusal(refusal: ApiError, { namesModel }: Probe): CheckVerdict {
  const { message } = refusal
  if (isKeyRefused(refusal)) return 'unauthorised'
  if (refusal.http !== 404) return judgeCode(refusal.http) ?? 'refused-the-call'
  // An address that does not exist is often repeated in the refusal, with `models` in it.
  return namesModel && /model/i.test(message.replace(/\/\S+/g, '')) ? 'unknown-model' : 'not-the-api'
}

/** It does not: a page, nothing, or another API's words. */
function judgeStatus({ status, text }: ReadAnswer): CheckVerdict {
  // A page speaks of no key: it is a firewall's or a proxy's as often as the upstream's.
  if (status === 403 && isPage(text)) return 'refused-the-call'
  // A proxy in front of an upstream answers so when the upstream is down.
  const isGatewaySpeaking = status >= 500 && status !== 501
  return judgeCode(status) ?? (isGatewaySpeaking ? 'refused-the-call' : 'not-the-api')
}

function judgeCode(status: number): CheckVerdict | undefined {
  if (status === 401) return 'unauthorised'
  if (status === 403) return 'forbidden'
  if (status === 429) return 'quota'
  return undefined
}

/** Wire §4.2: the vendor refuses a wrong key with 400. */
function isKeyRefused({ http, message, details }: ApiError): boolean {
  if (http !== 400) return false
  return (
    /API[ _]key (not valid|expired|not found)/i.test(message) ||
    JSON.stringify(details ?? '').includes('API_KEY_INVALID')
  )
}

/** `HTTP 502, text/html: Bad Gateway`. */
function summarize({ status, type, text }: ReadAnswer): string {
  const title = /<(title|h1)[^>]*>([^<]{1,300})/i.exec(text.slice(0, 20_000))?.[2] ?? ''
  const kind = type.replace(/;.*/, '').trim()
  const head = `HTTP ${status}${kind ? `, ${kind}` : ''}`
  const words = isPage(text) ? title : text.slice(0, 300)
  return words.trim() ? `${head}: ${words}` : head
}

function isPage(text: string): boolean {
  return /^\s*</.test(text)
}
