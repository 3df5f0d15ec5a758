// Counts requests, and writes the counts in the Prometheus text format.
import { findModel } from '#shared/models/catalog'
import { type EndedSummary, type Refusal, toFinalStatus, windowClient } from '#shared/schemas/exchange'
import type { GatewayPorts } from '../ports'

const prefix = 'gen_playground_'

/** Seconds. */
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600]
const overheadBuckets = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 1]

const tokenFields = [
  ['input', 'inputTokens'],
  ['output', 'outputTokens'],
  ['thoughts', 'thoughtsTokens'],
  ['cached', 'cachedTokens'],
] as const

interface RunningRequest {
  readonly isLogged: boolean
  readonly isStreaming: boolean
}

interface Count {
  count: number
}

interface RequestGroup {
  readonly requests: Count
  readonly errors: Count | null
  readonly duration: Observations
  readonly firstByte: Observations
  readonly overhead: Observations
}

export type Metrics = ReturnType<typeof createMetrics>

/** Counts since it was created. Labels have few values: no path, no text by a client except for known models. */
export function createMetrics({ models, version }: Pick<GatewayPorts, 'models' | 'version'>) {
  const startedAt = Date.now() / 1000
  const requests = createCounter(
    'requests_total',
    'Requests that ended. A canceled one has the status 499, a stream that failed 502.',
    ['route', 'provider', 'client', 'status', 'outcome'],
  )
  const errors = createCounter('request_errors_total', 'Requests that failed or were canceled, by class.', [
    'route',
    'provider',
    'client',
    'class',
  ])
  const rejected = createCounter('rejected_requests_total', 'Requests without an accepted key, by reason.', [
    'reason',
  ])
  const tokens = createCounter('tokens_total', 'Tokens that providers reported.', [
    'model',
    'provider',
    'type',
  ])
  const duration = createHistogram(
    'request_duration_seconds',
    'Time from the request to the end of its response.',
    { labels: ['route', 'provider'], buckets: requestBuckets },
  )
  const firstByte = createHistogram(
    'first_byte_seconds',
    'Time from the request to the first byte of its response.',
    { labels: ['route', 'provider'], buckets: requestBuckets },
  )
  const overhead = createHistogram('overhead_seconds', "The gateway's own time within a request.", {
    labels: ['route'],
    buckets: overheadBuckets,
  })

  function addTokens(request: EndedSummary): void {
    let name: string | undefined
    for (const [type, field] of tokenFields) {
      const count = request[field]
      if (count === null) continue
      name ??= findModel(request.model ?? '', models())?.id ?? 'other'
      tokens.find([name, request.provider, type]).count += count
    }
  }

  /** The counts that a request adds to, by the values of its labels: one look-up for each request. */
  const groups = new Map<string, RequestGroup>()

  function groupOf(request: EndedSummary): RequestGroup {
    const { route, provider, outcome, errorClass } = request
    const client = nameClient(request)
    const status = String(toFinalStatus(request))
    const key = `${route}\n${provider}\n${client}\n${status}\n${outcome}\n${errorClass}`
    const known = groups.get(key)
    if (known) return known
    const group = {
      requests: requests.find([route, provider, client, status, outcome]),
      errors: errorClass && errors.find([route, provider, client, errorClass]),
      duration: duration.find([route, provider]),
      firstByte: firstByte.find([route, provider]),
      overhead: overhead.find([route]),
    }
    groups.set(key, group)
    return group
  }

  return {
    addRequest(request: EndedSummary): void {
      const group = groupOf(request)
      group.requests.count += 1
      if (group.errors) group.errors.count += 1
      duration.add(group.duration, request.total / 1000)
      if (request.firstByte !== null) firstByte.add(group.firstByte, request.firstByte / 1000)
      if (request.overhead !== null) overhead.add(group.overhead, request.overhead / 1000)
      addTokens(request)
    },
    addRefusal({ reason }: Refusal): void {
      rejected.find([reason]).count += 1
    },
    write(running: Iterable<RunningRequest>): string {
      const logged = [...running].filter(({ isLogged }) => isLogged)
      const streams = logged.filter(({ isStreaming }) => isStreaming)
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

/** The name of a named key, `window`, or nothing: scripts may send any User-Agent. */
function nameClient({ keyId, client }: EndedSummary): string {
  return keyId !== undefined || client === windowClient ? (client ?? '') : ''
}

type Labels = Readonly<Record<string, string>>

/** Counting is part of every request, so labels are written only when they are read. */
function createCounter(name: string, help: string, labels: readonly string[]) {
  const series = createSeries(labels, (): Count => ({ count: 0 }))
  return {
    find: series.find,
    write: () =>
      writeHead(name, help, 'counter') +
      series
        .list()
        .map(([found, { count }]) => writeSample(name, writeLabels(found), count))
        .join(''),
  }
}

/** One value for each combination of the labels' values. */
function createSeries<Value>(labels: readonly string[], create: () => Value) {
  const known = new Map<string, { readonly values: readonly string[]; readonly value: Value }>()
  return {
    find(values: readonly string[]): Value {
      const key = values.join('\n')
      const found = known.get(key)
      if (found) return found.value
      const value = create()
      known.set(key, { values, value })
      return value
    },
    list: (): [Labels, Value][] =>
      [...known.values()].map(({ values, value }) => [
        Object.fromEntries(labels.map((label, index) => [label, values[index] ?? ''])),
        value,
      ]),
  }
}

interface Observations {
  /** Observations up to each bucket's limit, and not up to a smaller one; the last counts those above all limits. */
  readonly counts: number[]
  sum: number
}

interface HistogramOptions {
  readonly labels: readonly string[]
  readonly buckets: readonly number[]
}

function createHistogram(name: string, help: string, { labels, buckets }: HistogramOptions) {
  const series = createSeries(labels, (): Observations => ({ counts: [...buckets, 0].map(() => 0), sum: 0 }))
  const writeOne = ([found, { counts, sum }]: [Labels, Observations]): string => {
    let total = 0
    const samples = counts.map((count, index) => {
      total += count
      const le = index < buckets.length ? String(buckets[index]) : '+Inf'
      return writeSample(`${name}_bucket`, writeLabels({ ...found, le }), total)
    })
    const text = writeLabels(found)
    return (
      samples.join('') + writeSample(`${name}_sum`, text, sum) + writeSample(`${name}_count`, text, total)
    )
  }
  return {
    find: series.find,
    add(found: Observations, value: number): void {
      const fitting = buckets.findIndex((limit) => value <= limit)
      const index = fitting < 0 ? buckets.length : fitting
      found.counts[index] = (found.counts[index] ?? 0) + 1
      found.sum += value
    },
    write: () =>
      writeHead(name, help, 'histogram') +
      series
        .list()
        .filter(([, { counts }]) => counts.some((count) => count > 0))
        .map(writeOne)
        .join(''),
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
