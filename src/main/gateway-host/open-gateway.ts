// Opens a gateway with its upstreams, its listener and its transport to the upstreams.

import type { TranslateRequest } from '#gateway/gemini-to-openai/translate-request'
import { defaultLimits, formOverhead, type Limits, type Outbound, type Upstream } from '#gateway/ports'
import { createSecretRedactor, type SecretRedactor } from '#gateway/redaction/stream'
import { createKeyFinder } from '#gateway/server/accepted-keys'
import { createBodyThread, createBodyTranslator } from '#gateway/server/body-thread'
import { createGateway } from '#gateway/server/gateway'
import { loadOpenAiUpstream } from '#gateway/upstreams/load-openai'
import { createServiceUpstream } from '#gateway/upstreams/service'
import { createVendorUpstream } from '#gateway/upstreams/vendor'
import { resolveModel } from '#shared/models/aliases'
import { type ModelEntry, withCustomModels } from '#shared/models/catalog'
import { ApiError } from '#shared/schemas/api-error'
import type {
  EndedExchange,
  EndedSummary,
  Exchange,
  ExchangeSummary,
  Refusal,
  RefusalCounts,
} from '#shared/schemas/exchange'
import type { UpstreamReport } from '#shared/schemas/upstream'
import type { Send } from '#shared/wire/http'
import { createThrottle } from '#workspace/concurrency/timing'
import { createEventLimit } from '../error-policy'
import { headlessNetworking, openConfigurableOutbound, type SystemNetworking } from './configurable-outbound'
import { createDemoHost } from './demo-thread'
import {
  type GatewayHandle,
  type GatewaySettings,
  type GatewayUpstream,
  listAcceptedKeys,
  listSecrets,
} from './gateway-settings'
import { openRebindableListener } from './rebindable-listener'

interface GatewayOptions {
  /** Called when a request with an accepted key has ended. */
  readonly onSummary?: ((summary: EndedSummary) => void) | undefined
  readonly networking?: SystemNetworking | undefined
  /** The compiled worker that validates and translates large request bodies. */
  readonly bodyWorker?: string
  /** The compiled worker of the demo service; without it, the demo runs in this thread. */
  readonly demoWorker?: string
  /** Reports requests rejected before the key was accepted, at most once a second. */
  readonly onRefusals?: ((counts: RefusalCounts) => void) | undefined
  /** Called with such a request itself, for at most `maxRejectedExchanges` of them a minute. */
  readonly onRejectedExchange?: ((exchange: Exchange) => void) | undefined
  /** All requests in progress, about four times a second while there are any, and once when the last one has ended. */
  readonly onRunning?: ((running: readonly ExchangeSummary[]) => void) | undefined
}

/** Any web page can send such requests, and must not fill the log with them. */
const maxRejectedExchanges = 60

/**
 * Opens a gateway in this thread; used by the headless gateway and the application's gateway worker. Without `onExchange`,
 * bodies are not read for the log.
 */
export async function openGateway(
  first: GatewaySettings,
  onExchange: ((exchange: EndedExchange) => void) | undefined,
  options: GatewayOptions = {},
): Promise<GatewayHandle> {
  const {
    networking = headlessNetworking,
    bodyWorker,
    demoWorker,
    onRefusals,
    onRunning,
    onSummary,
  } = options
  let settings = first
  let limits = toLimits(first)
  let models = withCustomModels(first.models)
  let redactor = createSecretRedactor(listSecrets(first))
  let findKey = createKeyFinder(listAcceptedKeys(first))
  const redactorsOfKeys = new Map<string, SecretRedactor>()
  /** Also redacts the key of the request, which is stored only as a hash. */
  const redactorFor = (sentKey: string | undefined): SecretRedactor => {
    if (sentKey === undefined || sentKey === settings.localKey) return redactor
    const ofKey = redactorsOfKeys.get(sentKey) ?? createSecretRedactor([...listSecrets(settings), sentKey])
    redactorsOfKeys.set(sentKey, ofKey)
    return ofKey
  }
  const outbound = openConfigurableOutbound(first, networking)
  const demo = createDemoHost({ worker: demoWorker, pace: first.demoPace, models: () => models })
  const bodyThread = bodyWorker === undefined ? undefined : createBodyThread(bodyWorker)
  const translate = createBodyTranslator(bodyThread)
  const upstreams = openUpstreamRegistry(first.upstreams, { outbound, demo: demo.send, translate })
  const refusals = onRefusals && createRefusalCounter(onRefusals)
  const mayLogRefusal = createEventLimit(maxRejectedExchanges, 60_000)
  const running =
    onRunning &&
    createRunningReporter(
      () => gateway.listRunning().map((summary) => redactSummary(summary, redactor)),
      onRunning,
    )
  const gateway = createGateway(
    {
      localKey: () => settings.localKey,
      findKey: (key) => findKey(key),
      namingKey: () => settings.namingKey,
      upstream: () => upstreams.of(settings.active) ?? noUpstream,
      upstreamOf: upstreams.of,
      models: () => models,
      allowedOrigins: () => settings.allowedOrigins,
      limits: () => limits,
      version: first.version,
      retainsMedia: () => settings.retainsMedia ?? false,
      // All that is stored or printed about an exchange comes from this record, so redact it here.
      onExchange:
        onExchange && ((exchange, sentKey) => onExchange(redactExchange(exchange, redactorFor(sentKey)))),
      onSummary: onSummary && ((summary, sentKey) => onSummary(redactSummary(summary, redactorFor(sentKey)))),
      onRefusal: (refusal, readExchange) => {
        const { redact } = redactor
        if (options.onRejectedExchange && mayLogRefusal())
          options.onRejectedExchange(redactExchange(readExchange(), redactor))
        refusals?.record({ ...refusal, request: redact(refusal.request), message: redact(refusal.message) })
      },
      onStart: running?.schedule,
    },
    bodyThread,
  )
  const listener = await openRebindableListener(gateway, first)

  return {
    address: listener.address,
    // Everything but the port takes effect immediately, before anything is awaited.
    configure: async (next) => {
      settings = next
      limits = toLimits(next)
      models = withCustomModels(next.models)
      redactor = createSecretRedactor(listSecrets(next))
      redactorsOfKeys.clear()
      findKey = createKeyFinder(listAcceptedKeys(next))
      outbound.configure(next)
      upstreams.configure(next.upstreams)
      return await listener.moveTo(next.port)
    },
    retryPort: listener.retryPort,
    check: async (id, signal) => await check(upstreams.of(id), { models, settings, signal }),
    listModels: async (id, signal = new AbortController().signal) =>
      (await upstreams.of(id)?.listModels?.(signal)) ?? [],
    stop: async (id) => gateway.stop(id),
    flush: gateway.reported,
    close: async (graceMs) => {
      refusals?.close()
      // Before the listener closes the connections, so that the log says why these requests ended.
      const cut = setTimeout(gateway.stopAll, graceMs)
      await listener.close(graceMs)
      clearTimeout(cut)
      await gateway.reported()
      running?.close()
      await Promise.all([outbound.close(), demo.close()])
    },
  }
}

/** Redacts every text, and leaves out files that are texts with a secret; the rest are numbers and names set by the gateway. */
function redactExchange(exchange: EndedExchange, redactor: SecretRedactor): EndedExchange {
  const { redact, redactEvents, isInFile } = redactor
  const files = exchange.files?.filter((file) => !isInFile(file))
  const redactHeaders = (headers: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, redact(value)]))
  return {
    ...redactSummary(exchange, redactor),
    query: redact(exchange.query),
    requestHeaders: redactHeaders(exchange.requestHeaders),
    responseHeaders: redactHeaders(exchange.responseHeaders),
    requestBody: redact(exchange.requestBody),
    responseBody: redactEvents(exchange.responseBody),
    ...(files && { files }),
  }
}

const summaryTexts = ['path', 'model', 'client', 'operation', 'error'] as const

type SummaryTexts = Pick<ExchangeSummary, (typeof summaryTexts)[number]>

function redactSummary<Texts extends SummaryTexts>(summary: Texts, { redact }: SecretRedactor): Texts {
  const { path, model, client, operation, error } = summary
  const redacted: SummaryTexts = {
    path: redact(path),
    model: model && redact(model),
    client: client && redact(client),
    operation: operation && redact(operation),
    error: error && redact(error),
  }
  // Nearly always unchanged, and copying a summary takes longer than searching it.
  return summaryTexts.every((name) => redacted[name] === summary[name])
    ? summary
    : { ...summary, ...redacted }
}

const megabyte = 1_048_576

function toLimits({ limits, network }: GatewaySettings): Limits {
  return {
    ...defaultLimits,
    jsonBody: limits.jsonMegabytes * megabyte,
    multipartBody: limits.audioMegabytes * megabyte + formOverhead,
    headersTimeout: limits.upstreamSeconds * 1000,
    bodyTimeout: network.silenceSeconds * 1000,
  }
}

interface CheckOptions {
  readonly models: readonly ModelEntry[]
  readonly settings: GatewaySettings
  readonly signal: AbortSignal | undefined
}

/** Only the vendor upstream has other IDs, and a list of them. */
async function check(
  upstream: Upstream | undefined,
  { models, settings: { upstreams }, signal }: CheckOptions,
): Promise<UpstreamReport> {
  if (!upstream) throw new ApiError('NOT_FOUND', 'This provider doesn’t exist.')
  const { checkUpstream } = await import('#gateway/upstreams/check-upstream')
  if (upstream.kind !== 'vendor') return await checkUpstream(upstream, [], { signal })
  const aliases = upstreams.flatMap((each) => (each.kind === 'vendor' ? each.aliases : []))
  return await checkUpstream(
    upstream,
    models.map(({ id }) => ({ id, upstreamId: resolveModel(id, aliases).id })),
    { signal },
  )
}

const noUpstream: Upstream = {
  id: 'none',
  kind: 'service',
  send: async () => {
    throw new ApiError('FAILED_PRECONDITION', 'No provider selected. Choose one in Settings > Provider.')
  },
}

/** Milliseconds between two reports. */
const reportInterval = 1000
const runningInterval = 250

/** Reports after the interval, so that short requests cost nothing. */
function createRunningReporter(
  read: () => readonly ExchangeSummary[],
  onRunning: (running: readonly ExchangeSummary[]) => void,
) {
  let timer: NodeJS.Timeout | undefined
  let wasEmpty = true
  const schedule = () => {
    timer ??= setTimeout(report, runningInterval)
  }
  const report = () => {
    timer = undefined
    const running = read()
    const isEmpty = running.length === 0
    if (!isEmpty || !wasEmpty) onRunning(running)
    wasEmpty = isEmpty
    if (!isEmpty) schedule()
  }
  return { schedule, close: () => clearTimeout(timer) }
}

interface RefusalCounter {
  record(refusal: Refusal): void
  close(): void
}

function createRefusalCounter(onChange: (counts: RefusalCounts) => void): RefusalCounter {
  const counts = new Map<Refusal['reason'], RefusalCounts[number]>()
  const throttle = createThrottle(reportInterval, () => onChange([...counts.values()]))
  return {
    record(refusal) {
      const count = (counts.get(refusal.reason)?.count ?? 0) + 1
      counts.set(refusal.reason, { count, last: refusal })
      throttle.schedule()
    },
    close: throttle.cancel,
  }
}

interface UpstreamRegistry {
  readonly of: (id: string) => Upstream | undefined
  readonly configure: (upstreams: readonly GatewayUpstream[]) => void
}

interface UpstreamPorts {
  readonly outbound: Outbound
  /** The demo service, whose files and jobs must survive a change of the settings. */
  readonly demo: Send
  /** For OpenAI-compatible servers. */
  readonly translate?: TranslateRequest
}

/** Requests in flight stay with the upstream that they were sent to when its settings change. */
export function openUpstreamRegistry(
  first: readonly GatewayUpstream[],
  ports: UpstreamPorts,
): UpstreamRegistry {
  let built = new Map<string, { readonly from: string; readonly upstream: Upstream }>()

  function configure(upstreams: readonly GatewayUpstream[]): void {
    const next: typeof built = new Map()
    for (const settings of upstreams) {
      const from = JSON.stringify(settings)
      const before = built.get(settings.id)
      const upstream = before?.from === from ? before.upstream : build(settings, ports)
      next.set(settings.id, { from, upstream })
    }
    built = next
  }

  configure(first)
  return { of: (id) => built.get(id)?.upstream, configure }
}

function build(settings: GatewayUpstream, { outbound, demo, translate }: UpstreamPorts): Upstream {
  switch (settings.kind) {
    case 'demo':
      return { id: 'demo', kind: 'demo', send: demo }
    case 'service':
      return createServiceUpstream(settings, outbound)
    case 'openai':
      return loadOpenAiUpstream(settings, outbound, translate)
    case 'vendor':
      return createVendorUpstream(settings, outbound)
  }
}
