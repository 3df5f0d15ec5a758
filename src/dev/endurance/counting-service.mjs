// A provider that counts what it receives, so that a part can prove that nothing was sent twice, and samples for it.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { PNG } from 'pngjs'
import { root } from '../paths.mjs'
import {
  answerOf,
  embeddingAnswer,
  imageAnswer,
  openScriptedUpstream,
  sendEvent,
  sendJson,
  textAnswer,
  transcriptionAnswer,
  videoOperation,
} from '../scripted-upstream.mjs'

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
  /** Tags of prompts for images. @type {Set<string>} */
  const pictures = new Set()
  const video = await readFile(join(root, 'src', 'workspace', 'audio', 'samples', 'video.mp4'))
  let pictureCount = 0

  /** @param {string} text @param {boolean} all otherwise only the last, because a chat repeats its history */
  const record = (text, all) => {
    const found = text.match(tags) ?? []
    for (const tag of all ? found : found.slice(-1)) received.set(tag, (received.get(tag) ?? 0) + 1)
    return found.at(-1) ?? ''
  }

  /** @param {string} tag @param {ServerResponse} outgoing */
  const sendWords = async (tag, outgoing) => {
    /** @type {number[]} */
    const sent = []
    words.set(tag, sent)
    while (sent.length < maxWords && !outgoing.destroyed) {
      sent.push(performance.now())
      sendEvent(outgoing, textAnswer(`${sent.length - 1} `, null))
      await pause(wordInterval)
    }
    sendEvent(outgoing, answerOf([]))
    outgoing.end()
  }

  /** @type {import('../scripted-upstream.mjs').Answer} */
  const answer = async (incoming, outgoing) => {
    const path = (incoming.url ?? '').replace(/\?.*/, '')
    if (path.includes('/operations/')) return sendOperation(path, incoming.headers.host ?? '', outgoing)
    if (path.includes('/files/')) return await sendVideo(video, incoming.headers.range, outgoing)
    const body = Buffer.concat(await incoming.toArray()).toString('latin1')
    const tag = record(body, path.includes('mbedContent'))
    if (path.endsWith(':streamGenerateContent')) return await sendWords(tag, outgoing)
    if (path.endsWith(':predictLongRunning')) {
      const name = `models/veo/operations/${Date.now()}x${tag.replace(/\D+/g, 'x')}`
      return sendJson(outgoing, videoOperation(name))
    }
    const isPicture = path.endsWith(':generateContent')
    if (isPicture) pictures.add(tag)
    await pause(200)
    if (isPicture) return sendJson(outgoing, imageAnswer(drawNoise(++pictureCount)))
    if (!path.includes('mbedContent')) return sendJson(outgoing, transcriptionAnswer(`Words of ${tag}.`))
    return sendJson(outgoing, embeddingAnswer([0.5, 0.5, 0.5, 0.5], JSON.parse(body).requests?.length))
  }

  const { url, close } = await openScriptedUpstream({ answer })
  return { url, received, words, pictures, close }
}

/** @param {string} path @param {string} host @param {ServerResponse} outgoing */
function sendOperation(path, host, outgoing) {
  const [name = '', startedAt] = /models\/veo\/operations\/(\d+)x[\dx]*/.exec(path) ?? []
  const isDone = Date.now() - Number(startedAt) >= videoDuration
  const uri = isDone ? `http://${host}/v1beta/files/video:download?alt=media` : undefined
  sendJson(outgoing, videoOperation(name, uri))
}

/** Slowly, so that a kill interrupts some downloads. @param {Buffer} video @param {string | undefined} range @param {ServerResponse} outgoing */
async function sendVideo(video, range, outgoing) {
  const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0)
  const headers = { 'content-type': 'video/mp4', 'content-length': video.length - from, etag: '"one"' }
  const contentRange = { 'content-range': `bytes ${from}-${video.length - 1}/${video.length}` }
  outgoing.writeHead(from > 0 ? 206 : 200, { ...headers, ...(from > 0 && contentRange) })
  const step = Math.ceil(video.length / 8)
  for (let at = from; at < video.length && !outgoing.destroyed; at += step) {
    outgoing.write(video.subarray(at, at + step))
    await pause(40)
  }
  outgoing.end()
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

/** A second of a tone, of its own for each number. @param {number} number */
export function makeAudio(number) {
  const rate = 8000
  const numbers = (/** @type {number[]} */ ...values) => Buffer.from(Uint32Array.from(values).buffer)
  const wave = Int16Array.from(
    { length: rate },
    (_, at) => 9000 * Math.sin((at * 2 * Math.PI * (200 + number)) / rate),
  )
  const format = numbers(16, 0x10001, rate, rate * 2, 0x100002)
  const head = [Buffer.from('RIFF'), numbers(36 + rate * 2), Buffer.from('WAVEfmt '), format]
  return Buffer.concat([...head, Buffer.from('data'), numbers(rate * 2), Buffer.from(wave.buffer)])
}
