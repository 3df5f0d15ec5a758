// Ten thousand hostile requests to every endpoint: each gets an error in its dialect, and the gateway stays as it was.

import { key, withGatewayProcess } from './gateway-process.mjs'
import { formMutations } from './hostile-forms.mjs'
import { framingMutations } from './hostile-framing.mjs'
import { httpMutations } from './hostile-http.mjs'
import { jsonMutations } from './hostile-json.mjs'
import { listTargets, toBytes, toValidRequest } from './hostile-targets.mjs'
import { openHostileUpstream } from './hostile-upstream.mjs'
import { amountOf, createRandom } from './part.mjs'
import { exchangeBytes, parseResponses } from './raw-exchange.mjs'

/** @typedef {import('./gateway-process.mjs').GatewayProcess} GatewayProcess */
/** @typedef {import('./gateway-process.mjs').Usage} Usage */
/** @typedef {import('./hostile-targets.mjs').HostileRequest} HostileRequest */
/** @typedef {import('./hostile-targets.mjs').Target} Target */
/** @typedef {import('./part.mjs').PartOptions} PartOptions */

const requests = 10_000
const concurrency = 32
/** Memory and a valid request are checked after each of them. */
const stages = 5

/** @type {import('./part.mjs').Part} */
export const part = {
  name: 'hostile-requests',
  description: `${requests.toLocaleString('en')} hostile requests to every endpoint`,
  ciShare: 0.2,
  async run(options) {
    const targets = await listTargets()
    const upstream = await openHostileUpstream()
    try {
      await withGatewayProcess(['--upstream', upstream.url], (service) =>
        withGatewayProcess(['--upstream', 'demo'], (demo) => attack({ targets, service, demo }, options)),
      )
    } finally {
      upstream.close()
    }
  },
}

/** @typedef {{ targets: readonly Target[], service: GatewayProcess, demo: GatewayProcess }} Attacked */

/** @param {Attacked} attacked @param {PartOptions} options */
async function attack(attacked, { seed, share, count, check, log }) {
  const total = amountOf(requests, share)
  const gateways = [attacked.service, attacked.demo]
  const bases = await Promise.all(gateways.map((gateway) => gateway.measure()))
  const normal = await sendValidRequests(attacked)
  /** @type {string[]} */
  const wrongResponses = []
  /** @type {string[]} */
  const wrongNormal = normal.filter((response) => !response.includes(' 200 '))
  /** @type {Map<string, number>} */
  const outcomes = new Map()
  /** @type {Usage[][]} */
  const usages = []
  let next = 0
  const lane = async (/** @type {number} */ end) => {
    while (next < end && !gateways.some((gateway) => gateway.end())) {
      const { outcome, problems } = await sendHostileRequest(attacked, seed, next++)
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      wrongResponses.push(...problems)
    }
  }
  for (let stage = 1; stage <= stages; stage += 1) {
    const end = Math.round((total * stage) / stages)
    await Promise.all(Array.from({ length: concurrency }, () => lane(end)))
    if (gateways.some((gateway) => gateway.end())) break
    const again = await sendValidRequests(attacked)
    wrongNormal.push(...again.filter((response, index) => response !== normal[index]))
    usages.push(await Promise.all(gateways.map((gateway) => gateway.measure())))
    log(`${end} requests: ${usages.at(-1)?.map(describeUsage).join('; ')}`)
  }
  for (const [outcome, times] of [...outcomes].sort()) count(outcome, times)
  count('endpoints and routes', attacked.targets.length)
  check('every response is complete and correct, without a 500', wrongResponses)
  check('a valid request gets its normal response afterwards', wrongNormal)
  check('no gateway ends', gateways.map((gateway) => gateway.end() ?? '').filter(Boolean))
  if (gateways.some((gateway) => gateway.end())) return
  for (const [index, name] of ['service', 'demo'].entries()) {
    const [base, gateway] = [bases[index], gateways[index]]
    if (base && gateway) check(`${name}: sockets and files are released`, await findUnreleased(gateway, base))
    check(`${name}: memory does not grow`, findGrowth(usages.map((usage) => usage[index])))
  }
}

/** @param {Attacked} attacked @param {number} seed @param {number} index */
async function sendHostileRequest({ targets, service, demo }, seed, index) {
  const random = createRandom(seed * 31 + index)
  const target = targets[index % targets.length] ?? random.pick(targets)
  const { port } = target.isCostly || random.chance(0.5) ? service : demo
  const request = makeHostile(random, target, port)
  const { received, ending } = await exchangeBytes(port, toBytes(request), request.client)
  const responses = parseResponses(received, request.method)
  const found =
    request.client === 'drop' || request.client === 'drip' ? [] : findProblems(request, responses, ending)
  const where = `request ${index} (${target.name}, ${request.kind})`
  const problems = found.map(
    (problem) => `${where}: ${problem}; ${received.toString('latin1').slice(0, 600)}`,
  )
  const status = responses.at(-1)?.status
  return {
    outcome: found.length > 0 ? 'wrong' : status ? `with status ${status}` : 'without a response',
    problems,
  }
}

/** @param {import('./part.mjs').Random} random @param {Target} target @param {number} port */
function makeHostile(random, target, port) {
  const request = toValidRequest(random, target, port)
  const ofBody =
    target.route.body === 'json' ? jsonMutations : target.route.body === 'multipart' ? formMutations : {}
  const bodyKinds = Object.entries(ofBody)
  const httpKinds = Object.entries({ ...httpMutations, ...framingMutations })
  const selected = []
  if (bodyKinds.length > 0 && random.chance(0.5)) selected.push(random.pick(bodyKinds))
  if (selected.length === 0 || random.chance(0.2)) selected.push(random.pick(httpKinds))
  for (const [, mutate] of selected) mutate(request, random, target)
  request.kind = selected.map(([kind]) => kind).join(' + ')
  return request
}

/** @param {HostileRequest} request @param {readonly import('./raw-exchange.mjs').RawResponse[]} responses @param {string} ending */
function findProblems(request, responses, ending) {
  const problems = []
  if (ending === 'timeout') problems.push('the connection stays open')
  if (responses.length === 0 && !request.mayClose && request.client === 'read') problems.push('no response')
  if (responses.length > request.responses) problems.push(`${responses.length} responses`)
  for (const { status, headers, body, isComplete } of responses) {
    if (!isComplete && !request.mayClose) problems.push('the response is incomplete')
    if (status >= 500) problems.push(`status ${status}`)
    if (headers.has('x-injected')) problems.push('a header of the request is in the response')
    const isWithoutBody = request.method === 'HEAD' || !isComplete
    if (status >= 400 && !isWithoutBody) problems.push(...findErrorProblems(request, status, body.toString()))
  }
  return problems
}

/** Compares an error with the specification's shapes (§4). @param {HostileRequest} request @param {number} status @param {string} text */
function findErrorProblems({ dialect }, status, text) {
  if (text.includes(key)) return ['the error contains the key']
  if (/\n\s+at /.test(text)) return ['the error contains a stack']
  let error
  try {
    error = JSON.parse(text).error
  } catch {
    return ['the error is not JSON']
  }
  if (typeof error?.message !== 'string' || error.message === '') return ['the error has no message']
  const isGemini = error.code === status && /^[A-Z_]+$/.test(error.status)
  const isOpenAi = typeof error.type === 'string' && typeof error.code === 'string' && 'param' in error
  const isRight = { gemini: isGemini, openai: isOpenAi, any: isGemini || isOpenAi }[dialect]
  return isRight ? [] : [`the error does not have the shape of ${dialect}`]
}

/** The same each time, without what differs between responses. @param {Attacked} attacked */
async function sendValidRequests({ targets, service, demo }) {
  const random = createRandom(1)
  const responses = []
  for (const gateway of [service, demo]) {
    for (const name of ['E1', 'E2', 'E6', 'E14', 'listModels']) {
      const target = targets.find((one) => one.name === name)
      if (!target) throw new Error(`There is no endpoint ${name}.`)
      const request = toValidRequest(random, { ...target, paths: target.paths.slice(0, 1) }, gateway.port)
      const { received } = await exchangeBytes(gateway.port, toBytes(request), 'read')
      const [response] = parseResponses(received, request.method)
      responses.push(`${name}: ${response?.status} ${response?.isComplete} ${response?.body}`)
    }
  }
  return responses
}

/** @param {GatewayProcess} gateway @param {Usage} base */
async function findUnreleased(gateway, base) {
  const last = await gateway.measureWhenIdle({ ...base, timers: Number.POSITIVE_INFINITY })
  // Idle connections to the upstream stay open for a minute, and the threads for large bodies and the demo have files.
  const maxFiles = base.files + concurrency + 16
  const problems =
    last.sockets > base.sockets ? [`${last.sockets} sockets are open, not ${base.sockets}`] : []
  return last.files > maxFiles
    ? [...problems, `${last.files} files are open, ${base.files} before`]
    : problems
}

const megabyte = 2 ** 20

/** @param {Usage} usage */
function describeUsage({ heap, external, rss, sockets, timers, files }) {
  const [heapMb, externalMb, rssMb] = [heap, external, rss].map((bytes) => (bytes / megabyte).toFixed(1))
  return `heap ${heapMb} MB, external ${externalMb} MB, RSS ${rssMb} MB, ${sockets} sockets, ${timers} timers, ${files} files`
}

/**
 * The allowed increase over the stages before. RSS has the threads for large bodies and the demo, which end when idle, so it
 * shows only large leaks.
 */
const allowances = /** @type {const} */ ([
  { name: 'heap', stages: 1, factor: 1.1, added: 2 * megabyte },
  { name: 'external', stages: 1, factor: 1.1, added: 4 * megabyte },
  { name: 'rss', stages: 3, factor: 1.5, added: 100 * megabyte },
])

/** Compares the end with the first stages, which warmed up. @param {readonly (Usage | undefined)[]} usages */
function findGrowth(usages) {
  const measured = usages.filter((usage) => usage !== undefined)
  const last = measured.at(-1)
  if (!last) return ['it was not measured']
  return allowances.flatMap(({ name, stages: count, factor, added }) => {
    const before = Math.max(...measured.slice(0, count).map((usage) => usage[name]))
    const text = `${name}: ${Math.round(before / 1024)} kB at first, ${Math.round(last[name] / 1024)} kB at the end`
    return last[name] > before * factor + added ? [text] : []
  })
}
