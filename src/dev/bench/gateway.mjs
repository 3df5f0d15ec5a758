// Measures the gateway beside a minimal proxy in Node.js and, where it is installed, nginx: their measurements alternate in
// every round, and a ratio compares values of one round, so that the machine's other load affects all alike.
import { join } from 'node:path'
import { bundleModule } from '../bundle-module.mjs'
import { log } from '../command.mjs'
import { outFolder } from '../paths.mjs'
import * as slices from './gateway-slices.mjs'
import * as servers from './gateway-subjects.mjs'
import { toMedian, toRow } from './measure.mjs'

/** @typedef {servers.Subject} Subject */
/** @typedef {slices.Context} Context */
/** @typedef {slices.Metric} Metric */
/** @typedef {slices.Values} Values */
/** @typedef {Map<string, Values[]>} Results values of each round by the subject's name */

/** @type {{ metric: Metric, name: string, target?: string }[]} */
const comparedMetrics = [
  { metric: 'many', name: `requests/s at ${slices.callers} callers`, target: '≥ 0.75' },
  { metric: 'processor', name: `CPU per request at ${slices.callers} callers (µs)`, target: '≤ 1.5' },
  { metric: 'one', name: 'added p50 of one caller (µs)', target: '≤ 1.5' },
  { metric: 'events', name: 'streamed events/s', target: '≥ 0.5' },
  { metric: 'streams', name: `added p99 of ${slices.streams} streams (µs)`, target: '≤ 1.5' },
  { metric: 'chunk', name: `CPU per chunk of ${slices.streams} streams (µs)` },
  { metric: 'image', name: '4 MB of JSON (MB/s)', target: '≥ 0.9' },
  { metric: 'upload', name: '20 MB upload (MB/s)', target: '≥ 0.9' },
]

/** @type {{ metric: Metric, name: string, target: string, unit: string }[]} */
const ownMetrics = [
  {
    metric: 'memory',
    name: `peak memory growth of ${slices.uploadsAtOnce} × 20 MB uploads`,
    target: '≤ 16',
    unit: 'MB',
  },
  { metric: 'abortEarly', name: 'abort before the response reaches the upstream', target: '≤ 5', unit: 'ms' },
  { metric: 'abortLate', name: 'abort of a stream reaches the upstream', target: '≤ 5', unit: 'ms' },
]

/**
 * @param {{ rounds?: number, milliseconds?: number, programs?: string }} [options] `milliseconds`: the usual length of a
 * measurement; `programs`: the folder of the built application
 */
export async function measureGateway({
  rounds = 5,
  milliseconds = 1000,
  programs = join(outFolder, 'main'),
} = {}) {
  return await servers.withProcesses(async (processes) => {
    const { child: upstream, subject: direct } = await servers.startUpstream(processes)
    const context = { processes, upstream, milliseconds }
    const gateway = await servers.startGateway(processes, programs, direct)
    const undici = await servers.startUndiciProxy(processes, direct)
    const nginx = await servers.startNginx(processes, direct)
    const compared = nginx ? [gateway, undici, nginx] : [gateway, undici]
    for (const subject of [direct, ...compared]) await slices.warmUp(subject, context)
    /** @type {Results} */
    const results = new Map()
    for (let round = 0; round < rounds; round += 1) {
      await measureRound({ direct, compared, round, results }, context)
      log(`  round ${round + 1} of ${rounds}`)
    }
    const modules = await bundleLoggedGateway()
    for (let round = 0; round < rounds; round += 1)
      for (const isLogged of round % 2 === 0 ? [false, true] : [true, false])
        await measureLogged({ upstream: direct, isLogged, programs, modules }, results, context)
    return [...toComparedRows(results, compared), ...toOwnRows(results, compared), ...toLogRows(results)]
  })
}

/** @param {{ direct: Subject, compared: Subject[], round: number, results: Results }} options @param {Context} context */
async function measureRound({ direct, compared, round, results }, context) {
  const latencies = [slices.measureOne, slices.measureStreams]
  const others = [
    slices.measureMany,
    slices.measureEvents,
    slices.measureImage,
    slices.measureUploadMemory,
    slices.measureUpload,
    slices.measureAborts,
  ]
  /** @type {Map<Subject, Values>} */
  const values = new Map()
  for (const measure of [...latencies, ...others]) {
    // Without a gateway, only the latencies are needed, to subtract them from those with one.
    const measured = latencies.includes(measure) ? [direct, ...compared] : compared
    for (const at of measured.keys()) {
      const subject = measured[(at + round) % measured.length] ?? direct
      values.set(subject, { ...values.get(subject), ...(await measure(subject, context)) })
    }
  }
  const { one = Number.NaN, streams = Number.NaN } = values.get(direct) ?? {}
  for (const subject of compared) {
    const its = values.get(subject) ?? {}
    const added = { one: (its.one ?? Number.NaN) - one, streams: (its.streams ?? Number.NaN) - streams }
    addValues(results, subject, { ...its, ...added })
  }
}

/** @param {Parameters<typeof servers.startLoggedGateway>[1]} options @param {Results} results @param {Context} context */
async function measureLogged(options, results, context) {
  const { subject, end } = await servers.startLoggedGateway(context.processes, options)
  await slices.warmUp(subject, context)
  addValues(results, subject, await slices.measureMany(subject, context))
  await end()
}

/** The modules that the process with the application's threads imports, as URLs by name. */
async function bundleLoggedGateway() {
  const modules = [
    ['gateway-thread', 'main', 'gateway-host'],
    ['gateway-settings.fixture', 'main', 'gateway-host'],
    ['log-thread', 'main'],
    ['exchanges', 'workspace', 'exchange-log'],
  ]
  /** @type {Record<string, string>} */
  const urls = {}
  for (const [name = '', ...folder] of modules)
    urls[name] = await bundleModule(name, 'src', ...folder, `${name}.ts`)
  return urls
}

/** @param {Results} results @param {Subject} subject @param {Values} values */
function addValues(results, { name }, values) {
  results.set(name, [...(results.get(name) ?? []), values])
}

/** The value of each round. @param {Results} results @param {string} subject @param {Metric} metric */
function listValues(results, subject, metric) {
  return (results.get(subject) ?? []).map((values) => values[metric] ?? Number.NaN)
}

/** Median of the rounds' ratios. An added latency that is lost in the noise has no ratio. @param {Results} results @param {Metric} metric @param {[string, string]} subjects */
function toRatio(results, metric, [one, other]) {
  const divisors = listValues(results, other, metric)
  return toMedian(
    listValues(results, one, metric).map((value, round) => {
      const divisor = divisors[round] ?? 0
      return divisor > 0 ? value / divisor : Number.NaN
    }),
  )
}

/** @param {Results} results @param {Subject[]} subjects */
function toComparedRows(results, subjects) {
  return comparedMetrics.map(({ metric, name, target }) =>
    toRow(name, toRatio(results, metric, ['gateway', 'undici']), {
      unit: '× undici',
      ...(target && { target }),
      compared: toMedians(results, subjects, metric),
    }),
  )
}

/** @param {Results} results @param {Subject[]} subjects */
function toOwnRows(results, subjects) {
  return ownMetrics.map(({ metric, name, target, unit }) => {
    const compared = toMedians(results, subjects, metric)
    return toRow(name, compared.gateway ?? Number.NaN, { unit, target, compared })
  })
}

/** @param {Results} results @param {readonly { name: string }[]} subjects @param {Metric} metric @returns {Record<string, number>} */
function toMedians(results, subjects, metric) {
  return Object.fromEntries(subjects.map(({ name }) => [name, toMedian(listValues(results, name, metric))]))
}

/** @param {Results} results */
function toLogRows(results) {
  /** @type {[string, string]} */
  const names = ['with the log', 'without the log']
  const subjects = names.map((name) => ({ name }))
  return [
    toRow('requests/s with the request log', toRatio(results, 'many', names), {
      unit: '× without',
      target: '≥ 0.9',
      compared: toMedians(results, subjects, 'many'),
    }),
    toRow('CPU per request with the request log (µs)', toRatio(results, 'processor', names), {
      unit: '× without',
      compared: toMedians(results, subjects, 'processor'),
    }),
  ]
}
