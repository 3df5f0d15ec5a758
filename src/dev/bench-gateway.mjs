// Measures the gateway: requests per second, latency of a request, and CPU time of a streamed event.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Pool } from 'undici'
import { key, toMedian, withGateway } from './bench-servers.mjs'
import { eventsInStream } from './bench-upstream.mjs'
import { root } from './paths.mjs'

const path = `/v1beta/models/gen-2.5-flash:generateContent?key=${key}`
const streamPath = `/v1beta/models/gen-2.5-flash:streamGenerateContent?alt=sse&key=${key}`
const body = JSON.stringify({ contents: [{ role: 'user', parts: [{ text: 'Say something about a fox.' }] }] })
const headers = { 'content-type': 'application/json' }
const rounds = 5

export async function measureGateway() {
  return await withUpstream((direct) => withGateway(direct, (through, pid) => compare(direct, through, pid)))
}

/** @template Result @param {(url: string) => Promise<Result>} work */
export async function withUpstream(work) {
  const upstream = fork(join(root, 'src', 'dev', 'bench-upstream.mjs'))
  const [port] = await once(upstream, 'message')
  try {
    return await work(`http://127.0.0.1:${port}`)
  } finally {
    upstream.kill()
  }
}

/** @param {string} direct @param {string} through @param {number} pid */
async function compare(direct, through, pid) {
  const results = { direct: await measureAll(direct), through: await measureAll(through) }
  const before = processorSeconds(pid)
  for (let round = 0; round < rounds; round += 1) await readStream(through)
  const perEvent = ((processorSeconds(pid) - before) / (rounds * eventsInStream)) * 1e6
  return {
    'requests per second, 32 clients': { ...pick(results, 'requestsPerSecond') },
    'one request, median µs': { ...pick(results, 'latency') },
    'streamed events per second': { ...pick(results, 'eventsPerSecond') },
    'CPU µs per streamed event': { direct: '', gateway: Math.round(perEvent) },
  }
}

/** @typedef {{ requestsPerSecond: number, latency: number, eventsPerSecond: number }} Results */

/** @param {{ direct: Results, through: Results }} results @param {keyof Results} name */
function pick({ direct, through }, name) {
  return { direct: Math.round(direct[name]), gateway: Math.round(through[name]) }
}

/** @param {string} origin @returns {Promise<Results>} */
async function measureAll(origin) {
  await measureCalls(origin, 32, 500)
  const one = await measureCalls(origin, 1, 1000)
  const many = await measureCalls(origin, 32, 4000)
  const began = performance.now()
  for (let round = 0; round < rounds; round += 1) await readStream(origin)
  const eventsPerSecond = (rounds * eventsInStream * 1000) / (performance.now() - began)
  return { requestsPerSecond: many.perSecond, latency: one.median * 1000, eventsPerSecond }
}

/** @param {string} origin @param {number} callers @param {number} calls */
export async function measureCalls(origin, callers, calls) {
  const pool = new Pool(origin, { connections: callers })
  /** @type {number[]} */
  const times = []
  const caller = async () => {
    while (times.length < calls) {
      const began = performance.now()
      const answer = await pool.request({ method: 'POST', path, headers, body })
      await answer.body.arrayBuffer()
      if (answer.statusCode !== 200) throw new Error(`${origin} answered ${answer.statusCode}.`)
      times.push(performance.now() - began)
    }
  }
  const began = performance.now()
  await Promise.all(Array.from({ length: callers }, caller))
  const seconds = (performance.now() - began) / 1000
  await pool.close()
  return { perSecond: times.length / seconds, median: toMedian(times) }
}

/** @param {string} origin */
async function readStream(origin) {
  const pool = new Pool(origin)
  const answer = await pool.request({ method: 'POST', path: streamPath, headers, body })
  for await (const _chunk of answer.body);
  await pool.close()
}

/** @param {number} pid Linux only; returns 0 elsewhere. */
function processorSeconds(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) / 100
  } catch {
    return 0
  }
}
