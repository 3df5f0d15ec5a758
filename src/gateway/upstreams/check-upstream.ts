// Tests an upstream: sends each part of it a minimal request, and classifies the response or the failure.
import { toNeutralId } from '#shared/models/catalog'
import { ApiError, readErrorBody } from '#shared/schemas/api-error'
import {
  type CheckedPart,
  type CheckVerdict,
  checkTimeoutSeconds,
  type UpstreamReport,
} from '#shared/schemas/upstream'
import type { HttpBody } from '#shared/wire/http'
import { tryParseJson } from '#shared/wire/json-objects'
import { readText } from '#shared/wire/read-body'
import { findFault, toCancelled } from '../outbound/transport-error'
import type { Upstream } from '../ports'
import { redactSecrets } from '../redaction/text'
import { type Probe, probesFor } from './check-probes'

interface CheckSettings {
  /** Milliseconds until a part times out. */
  readonly timeoutMs?: number
  /** Cancels the test. */
  readonly signal?: AbortSignal | undefined
}

const defaultTimeoutMs = checkTimeoutSeconds * 1000

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
  const { timeoutMs = defaultTimeoutMs, signal } = settings
  const startedAt = performance.now()
  const abort = new AbortController()
  const stop = (): void => abort.abort()
  // An upstream that ignores the signal must not delay the report.
  const timedOut = new Promise<ProbeResult>((resolve) => {
    abort.signal.addEventListener('abort', () =>
      resolve({ ...findings.testTimeout, detail: '', hasResponse: false }),
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
    verdict: result.verdict,
    finding: result.finding,
    advice: result.advice,
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
    return { ...describeFailure(error), hasResponse: false }
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

interface Finding {
  readonly verdict: CheckVerdict
  readonly finding: string
  readonly advice: string
}

const findings = {
  working: { verdict: 'working', finding: '', advice: '' },
  noKey: { verdict: 'no-key', finding: 'No API key', advice: 'Enter an API key, then test again.' },
  keyUnreadable: {
    verdict: 'key',
    finding: "Can't read the saved key",
    advice: 'Unlock the keyring and restart Gen Playground, or enter the key again.',
  },
  keyElsewhere: {
    verdict: 'key',
    finding: 'The key was entered for another URL',
    advice: 'Enter the key again for this URL, or change the base URL back.',
  },
  keyRejected: {
    verdict: 'key',
    finding: 'API key rejected',
    advice: 'Copy the full key again and make sure it belongs to this provider. It may have been revoked.',
  },
  forbidden: {
    verdict: 'key',
    finding: 'Permission denied',
    advice:
      "Enable this API for the key's project, and check the key's restrictions (IP addresses, countries, billing).",
  },
  unknownModel: {
    verdict: 'model',
    finding: 'Model not found',
    advice: 'Check the model ID and the base URL of the service.',
  },
  quota: {
    verdict: 'wait',
    finding: 'Rate limit or quota exceeded',
    advice:
      "Wait a minute, then test again. If it continues, check the plan and billing of the key's project.",
  },
  notTheApi: {
    verdict: 'base-url',
    finding: 'The server responded, but not with this API',
    advice:
      'Check the base URL. It may point to a website or a network sign-in page, or be missing part of its path.',
  },
  refused: {
    verdict: 'provider',
    finding: 'The provider returned an error',
    advice: 'See the message below. If the provider is at fault, test again in a moment.',
  },
  testTimeout: {
    verdict: 'network',
    finding: 'Timed out',
    advice: `A test waits ${checkTimeoutSeconds} s. Test again. If it times out again, check the base URL and the proxy.`,
  },
  brokenOff: {
    verdict: 'network',
    finding: 'Connection lost',
    advice: 'Test again. If it continues, a proxy or firewall may be closing the connection.',
  },
  certificatesFile: {
    verdict: 'certificate',
    finding: "Couldn't read the extra certificates",
    advice: 'Choose the PEM file again in Settings > Network, or remove it.',
  },
  proxySettings: {
    verdict: 'proxy',
    finding: "Can't use the proxy",
    advice: "Check the proxy in Settings > Network, or choose None if you don't need one.",
  },
} as const satisfies Readonly<Record<string, Finding>>

interface ProbeResult extends Finding {
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
    return { ...findings.working, detail: '', hasResponse: true, body }
  const finding = error ? describeError(error, probe) : describeResponse(response)
  return { ...finding, detail: error?.message ?? summarize(response), hasResponse: true }
}

function describeFailure(error: unknown): Omit<ProbeResult, 'hasResponse'> {
  const fault = findFault(error)
  // The finding of a fault is all that there is to say.
  if (fault) return { verdict: fault.verdict, finding: fault.finding, advice: fault.advice, detail: '' }
  const detail = error instanceof Error ? error.message : ''
  if (!(error instanceof ApiError)) return { ...findings.brokenOff, detail }
  if (error.code === 'FAILED_PRECONDITION') return { ...describePrecondition(error.param ?? ''), detail }
  if (error.code === 'DEADLINE_EXCEEDED') return { ...findings.testTimeout, detail }
  // The upstream was reached, but its response must not be forwarded: a redirect, for example.
  return { ...(error.cause === undefined ? findings.notTheApi : findings.brokenOff), detail }
}

/** Settings that are missing before anything can be sent. */
function describePrecondition(param: string): Finding {
  if (param === 'key') return findings.noKey
  if (param === 'key.secret') return findings.keyUnreadable
  if (param === 'key.origins') return findings.keyElsewhere
  if (param === 'certificatesFile') return findings.certificatesFile
  return /proxy/i.test(param) ? findings.proxySettings : findings.refused
}

/** For an error in the format of this API. */
function describeError(error: ApiError, { namesModel }: Probe): Finding {
  const { message } = error
  if (isKeyRejected(error)) return findings.keyRejected
  if (error.http !== 404) return describeStatus(error.http) ?? findings.refused
  // The message of a 404 often repeats the path, which contains `models`.
  return namesModel && /model/i.test(message.replace(/\/\S+/g, ''))
    ? findings.unknownModel
    : findings.notTheApi
}

/** For any other response: a page, nothing, or another API's format. */
function describeResponse({ status, text }: ReadResponse): Finding {
  // A page is not about the key: it is as often from a firewall or a proxy.
  if (status === 403 && isPage(text)) return findings.refused
  // A proxy in front of an upstream sends these when the upstream is down.
  const isGatewayError = status >= 500 && status !== 501
  return describeStatus(status) ?? (isGatewayError ? findings.refused : findings.notTheApi)
}

function describeStatus(status: number): Finding | undefined {
  if (status === 401) return findings.keyRejected
  if (status === 403) return findings.forbidden
  if (status === 429) return findings.quota
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
