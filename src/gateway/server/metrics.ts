// Counts requests, and writes the counts in the Prometheus text format.
import { findModel } from '#shared/models/catalog'
import { type Exchange, summarizeExchange, toFinalStatus, windowClient } from '#shared/schemas/exchange'
import type { GatewayPorts } from '../ports'
import type { RequestContext } from './request-context'

const prefix = 'gen_playground_'

/** Seconds. */
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600]
const overheadBuckets = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 1]

/** Counts since it was created. Labels have few values: no path, no text by a client except for known models. */
export function createMetrics({ models, version }: Pick<GatewayPorts, 'models' | 'version'>) {
  const startedAt = Date.now() / 1000
  const requests = createCounter(
    'requests_total',
    'Requests that ended. A canceled one has the status 499, a stream that failed 502.',
  )
  const errors = createCounter('request_errors_total', 'Requests that failed or were canceled, by class.')
  const rejected = createCounter('rejected_requests_total', 'Requests without an accepted key, by reason.')
  const tokens = createCounter('tokens_total', 'Tokens that providers reported.')
  const duration = createHistogram(
    'request_duration_seconds',
    'Time from the request to the end of its response.',
    requestBuckets,
  )
  const firstByte = createHistogram(
    'first_byte_seconds',
    'Time from the request to the first byte of its response.',
    requestBuckets,
  )
  const overhead = createHistogram(
    'overhead_seconds',
    "The gateway's own time within a request.",
    overheadBuckets,
  )

  function addExchange(exchange: Exchange): void {
    const { route, provider, outcome, errorClass, times } = exchange
    const labels = { route, provider, client: nameClient(exchange) }
    requests.add({ ...labels, status: String(toFinalStatus(exchange)), outcome })
    if (errorClass) errors.add({ ...labels, class: errorClass })
    duration.add({ route, provider }, times.total / 1000)
    if (times.firstByte !== null) firstByte.add({ route, provider }, times.firstByte / 1000)
    if (exchange.overhead !== null) overhead.add({ route }, exchange.overhead / 1000)
    addTokens(exchange)
  }

  function addTokens(exchange: Exchange): void {
    const { inputTokens, outputTokens, thoughtsTokens, cachedTokens, model } = summarizeExchange(exchange)
    const counts = {
      input: inputTokens,
      output: outputTokens,
      thoughts: thoughtsTokens,
      cached: cachedTokens,
    }
    const name = findModel(model ?? '', models())?.id ?? 'other'
    for (const [type, count] of Object.entries(counts))
      if (count !== null) tokens.add({ model: name, provider: exchange.provider, type }, count)
  }

  return {
    /** Returns the ports' events, counted. */
    count: ({ onExchange, onRefusal }: Pick<GatewayPorts, 'onExchange' | 'onRefusal'>) => ({
      onExchange: (exchange: Exchange, sentKey?: string) => {
        addExchange(exchange)
        onExchange(exchange, sentKey)
      },
      onRefusal: (...[refusal, exchange]: Parameters<NonNullable<GatewayPorts['onRefusal']>>) => {
        rejected.add({ reason: refusal.reason })
        onRefusal?.(refusal, exchange)
      },
    }),
    write(running: Iterable<RequestContext>): string {
      const logged = [...running].filter(({ isLogged }) => isLogged)
      const streams = logged.filter(isStreaming)
      return [
        ...[requests, errors, rejected, tokens, duration, firstByte, overhead].map(({ write }) => write()),
        writeGauge('requests_in_progress', 'Requests in progress.', logged.length),
        writeGauge('streams_in_progress', 'Streaming requests in progress.', streams.length),
        writeGauge('start_time_seconds', 'Start of the gateway, since the Unix epoch.', startedAt),
        writeHead('build_info', 'The version of the gateway.', 'gauge'),
        writeSample('build_info', writeLabels({ version }), 1),
      ].join('')
    },
  }
}

/** A transcription streams only if its client wants it to. */
function isStreaming({ match, outgoing }: RequestContext): boolean {
  const type = String(outgoing.getHeader('content-type') ?? '')
  return match?.route.responseType === 'stream' || type.startsWith('text/event-stream')
}

/** The name of a named key, `window`, or nothing: scripts may send any User-Agent. */
function nameClient({ keyId, client }: Exchange): string {
  return keyId !== undefined || client === windowClient ? (client ?? '') : ''
}

type Labels = Readonly<Record<string, string>>

function createCounter(name: string, help: string) {
  const values = new Map<string, number>()
  return {
    add(labels: Labels, count = 1): void {
      const key = writeLabels(labels)
      values.set(key, (values.get(key) ?? 0) + count)
    },
    write: () =>
      writeHead(name, help, 'counter') + [...values].map((entry) => writeSample(name, ...entry)).join(''),
  }
}

interface Observations {
  readonly labels: Labels
  /** Observations up to each bucket's limit, and not up to a smaller one; the last counts those above all limits. */
  readonly counts: number[]
  sum: number
}

function createHistogram(name: string, help: string, buckets: readonly number[]) {
  const values = new Map<string, Observations>()
  const writeOne = ({ labels, counts, sum }: Observations): string => {
    let total = 0
    const samples = counts.map((count, index) => {
      total += count
      const le = index < buckets.length ? String(buckets[index]) : '+Inf'
      return writeSample(`${name}_bucket`, writeLabels({ ...labels, le }), total)
    })
    const text = writeLabels(labels)
    return (
      samples.join('') + writeSample(`${name}_sum`, text, sum) + writeSample(`${name}_count`, text, total)
    )
  }
  return {
    add(labels: Labels, value: number): void {
      const key = writeLabels(labels)
      const found = values.get(key) ?? { labels, counts: [...buckets, 0].map(() => 0), sum: 0 }
      values.set(key, found)
      const fitting = buckets.findIndex((limit) => value <= limit)
      const index = fitting < 0 ? buckets.length : fitting
      found.counts[index] = (found.counts[index] ?? 0) + 1
      found.sum += value
    },
    write: () => writeHead(name, help, 'histogram') + [...values.values()].map(writeOne).join(''),
  }
}

function writeGauge(name: string, help: string, value: number): string {
  return writeHead(name, help, 'gauge') + writeSample(name, '', value)
}

function writeHead(name: string, help: string, type: string): string {
  return `# HELP ${prefix}${name} ${help}\n# TYPE ${prefix}${name} ${type}\n`
}

function writeSample(name: string, labels: string, value: number): string {
  return `${prefix}${name}${labels} ${value}\n`
}

function writeLabels(labels: Labels): string {
  const pairs = Object.entries(labels).map(
    ([name, value]) => `${name}="${value.replace(/[\\"\n]/g, escapeCharacter)}"`,
  )
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

const escapeCharacter = (character: string) => (character === '\n' ? '\\n' : `\\${character}`)
