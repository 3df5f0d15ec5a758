// A provider on loopback that counts what it receives, so that a test can prove that nothing was sent twice.
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { PNG } from 'pngjs'
import { root } from '../paths.mjs'

/** @typedef {import('node:http').ServerResponse} ServerResponse */
/** @typedef {Awaited<ReturnType<typeof openCountingService>>} CountingService */

/** Prompts, texts and file names contain one: its round and its number. */
const tags = /#\d+-\d+#/g

/** Milliseconds between two words of an answer, and until a video is done. */
const wordInterval = 10
const videoDuration = 1500
/** So that an answer ends in some rounds before the application is killed. */
const maxWords = 400

export async function openCountingService() {
  /** How often each tag was received. @type {Map<string, number>} */
  const received = new Map()
  /** The times at which the words of each answer were sent. @type {Map<string, number[]>} */
  const words = new Map()
  /** How many of the next requests are rejected, and the seconds that they have to wait. */
  const limit = { seconds: 0, times: 0 }
  const count = { requests: 0, polls: 0 }
  const video = await readFile(join(root, 'src', 'workspace', 'audio', 'samples', 'video.mp4'))
  /** Tags of prompts for images. @type {Set<string>} */
  const pictures = new Set()
  let pictureCount = 0

  /** @param {string} text @param {boolean} all otherwise only the last, because a chat repeats its history */
  const record = (text, all) => {
    const found = text.match(tags) ?? []
    for (const tag of all ? found : found.slice(-1)) received.set(tag, (received.get(tag) ?? 0) + 1)
    return found.at(-1) ?? ''
  }

  const server = createServer((incoming, outgoing) => {
    outgoing.on('error', () => {})
    respond(incoming, outgoing).catch(() => outgoing.destroy())
  })

  /** @param {import('node:http').IncomingMessage} incoming @param {ServerResponse} outgoing */
  async function respond(incoming, outgoing) {
    const path = (incoming.url ?? '').replace(/\?.*/, '')
    count.requests += 1
    if (path.includes('/operations/')) {
      count.polls += 1
      return sendOperation(path, incoming.headers.host ?? '', outgoing)
    }
    if (path.includes('/files/')) return await sendVideo(video, incoming.headers.range, outgoing)
    const body = Buffer.concat(await incoming.toArray()).toString('latin1')
    // The application repeats these automatically.
    if (limit.times > 0 && /mbedContent|transcriptions/.test(path)) return reject(outgoing)
    if (path.includes('mbedContent')) return await sendVectors(path, body, outgoing)
    const tag = record(body, false)
    if (path.endsWith(':streamGenerateContent')) return await sendWords(tag, outgoing)
    if (path.endsWith(':generateContent')) return await sendPicture(tag, outgoing)
    if (path.endsWith(':predictLongRunning'))
      return sendJson(outgoing, { name: `models/veo/operations/${Date.now()}x${tag.replace(/\D+/g, 'x')}` })
    await pause(300)
    sendJson(outgoing, { text: `Words of ${tag}.` })
  }

  /** @param {ServerResponse} outgoing */
  function reject(outgoing) {
    limit.times -= 1
    outgoing.writeHead(429, {
      'content-type': 'application/json',
      'retry-after': `${limit.seconds}`,
    })
    outgoing.end('{"error":{"code":429,"message":"Slowly.","status":"RESOURCE_EXHAUSTED"}}')
  }

  /** @param {string} tag @param {ServerResponse} outgoing */
  async function sendWords(tag, outgoing) {
    /** @type {number[]} */
    const sent = []
    words.set(tag, sent)
    outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
    while (sent.length < maxWords && !outgoing.destroyed) {
      sent.push(performance.now())
      writeEvent(outgoing, { content: { role: 'model', parts: [{ text: `${sent.length - 1} ` }] } })
      await pause(wordInterval)
    }
    writeEvent(outgoing, { content: { role: 'model', parts: [] }, finishReason: 'STOP' })
    outgoing.end()
  }

  /** @param {string} tag @param {ServerResponse} outgoing */
  async function sendPicture(tag, outgoing) {
    pictures.add(tag)
    await pause(200)
    pictureCount += 1
    const data = drawNoise(pictureCount).toString('base64')
    const parts = [{ inlineData: { mimeType: 'image/png', data } }]
    sendJson(outgoing, { candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP' }] })
  }

  /** @param {string} path @param {string} body @param {ServerResponse} outgoing */
  async function sendVectors(path, body, outgoing) {
    record(body, true)
    await pause(150)
    const values = [0.5, 0.5, 0.5, 0.5]
    const { requests = [] } = JSON.parse(body)
    if (path.endsWith(':batchEmbedContents'))
      sendJson(outgoing, { embeddings: requests.map(() => ({ values })) })
    else sendJson(outgoing, { embedding: { values } })
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    words,
    pictures,
    limit,
    count,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** @param {string} path @param {string} host @param {ServerResponse} outgoing */
function sendOperation(path, host, outgoing) {
  const [name = '', startedAt] = /models\/veo\/operations\/(\d+)x[\dx]*/.exec(path) ?? []
  if (Date.now() - Number(startedAt) < videoDuration) return sendJson(outgoing, { name })
  const uri = `http://${host}/v1beta/files/video:download?alt=media`
  const response = { generateVideoResponse: { generatedSamples: [{ video: { uri } }] } }
  sendJson(outgoing, { name, done: true, response })
}

/** Slowly, so that a kill interrupts some downloads. @param {Buffer} video @param {string | undefined} range @param {ServerResponse} outgoing */
async function sendVideo(video, range, outgoing) {
  const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0)
  const headers = { 'content-type': 'video/mp4', 'content-length': video.length - from, etag: '"one"' }
  if (from > 0)
    outgoing.writeHead(206, {
      ...headers,
      'content-range': `bytes ${from}-${video.length - 1}/${video.length}`,
    })
  else outgoing.writeHead(200, headers)
  const step = Math.ceil(video.length / 8)
  for (let at = from; at < video.length && !outgoing.destroyed; at += step) {
    outgoing.write(video.subarray(at, at + step))
    await pause(40)
  }
  outgoing.end()
}

/** @param {ServerResponse} outgoing @param {object} candidate */
function writeEvent(outgoing, candidate) {
  outgoing.write(`data: ${JSON.stringify({ candidates: [candidate] })}\r\n\r\n`)
}

/** @param {ServerResponse} outgoing @param {object} body */
function sendJson(outgoing, body) {
  outgoing.writeHead(200, { 'content-type': 'application/json' })
  outgoing.end(JSON.stringify(body))
}

/** A picture of its own for each number, of about 60 KB. @param {number} number */
function drawNoise(number) {
  const picture = new PNG({ width: 128, height: 128 })
  let state = number * 2_654_435_761
  for (let at = 0; at < picture.data.length; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    picture.data[at] = at % 4 === 3 ? 255 : state >>> 24
  }
  return PNG.sync.write(picture)
}
