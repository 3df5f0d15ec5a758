// What users do that writes to the data folder, and the provider that they use, which counts what it receives.
import { createHash, randomFillSync } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { PNG } from 'pngjs'
import { root } from '../paths.mjs'
import {
  answerOf,
  imageAnswer,
  openScriptedUpstream,
  sendEvent,
  sendJson,
  textAnswer,
  toEvent,
} from '../scripted-upstream.mjs'

/** @typedef {import('node:http').ServerResponse} ServerResponse */
/** @typedef {Awaited<ReturnType<typeof openCountingService>>} CountingService */

const samples = join(root, 'src', 'workspace', 'audio', 'samples')

/** Stores an audio file in a data folder, as the application does. Returns its hash. @param {string} folder */
export async function storeAudio(folder) {
  const bytes = await readFile(join(samples, 'speech.mp3'))
  const hash = createHash('sha256').update(bytes).digest('hex')
  const path = join(folder, 'media', hash.slice(0, 2), `${hash}.mp3`)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, bytes)
  return hash
}

/**
 * @typedef {object} User
 * @property {any} desktop the client of the desktop API; its types are in `shared/desktop/contract`
 * @property {(id: string, offset: number, length: number) => Promise<unknown>} append to a recording
 * @property {string} tag `#number-number#`, unique, within everything that the provider receives
 * @property {(max: number) => string} write a text with the tag, at most this long
 * @property {string} audio hash of a stored audio file
 */

/** What must be there from now on: IDs by list (see `readState`). @typedef {Record<string, string[]>} Kept */

const empty = { attachments: [], parameters: null, columns: null }

/** @type {Record<string, (user: User) => Promise<Kept>>} */
export const works = {
  'a prompt': async ({ desktop, write }) => {
    const parameters = { model: 'gen-2.5-flash' }
    const parts = [{ text: write(2_000_000) }]
    const { turnId, conversationId } = await desktop.chat.send({ conversationId: null, parts, parameters })
    return { turns: [turnId], conversations: [conversationId] }
  },
  'an image': async ({ desktop, write }) => {
    const prompt = { conversationId: null, after: null, parts: [{ text: write(20_000) }] }
    const parameters = { model: 'gen-2.5-flash-image' }
    const { turnIds } = await desktop.images.draw({ ...prompt, parameters, variations: 1 })
    return { turns: turnIds }
  },
  'a video': async ({ desktop, write }) => {
    const model = 'gen-video-3.1-fast-generate-preview'
    const { id } = await desktop.videos.create({ model, prompt: write(18_000) })
    return { videos: [id] }
  },
  'a transcription': async ({ desktop, tag, write, audio }) => {
    const source = { media: audio, mimeType: 'audio/mpeg', name: `talk ${tag}.mp3` }
    const settings = { model: 'gen-4o-transcribe', prompt: write(10_000) }
    const { ids } = await desktop.transcriptions.add({ sources: [source], settings })
    return { transcriptions: ids }
  },
  embeddings: async ({ desktop, tag, write }) => {
    const settings = { model: 'gen-embedding-001', taskType: null, outputDimensionality: null }
    const { id } = await desktop.embeddings.create({ name: `Set ${tag}`, settings, columns: [] })
    const row = { text: write(90_000), title: null, cells: [] }
    await desktop.embeddings.insertRows({ id, rows: [row] })
    await desktop.embeddings.run({ id })
    return { sets: [`${id}: 1 rows`] }
  },
  'a draft': async ({ desktop, tag, write }) => {
    await desktop.drafts.write({ key: `new ${tag}`, draft: { ...empty, text: write(2_000_000) } })
    return { drafts: [`new ${tag}`] }
  },
  'a form': async ({ desktop, write }) => {
    await desktop.forms.write({ name: 'video', form: { prompt: write(2_000_000) } })
    return { forms: ['video'] }
  },
  'a setting': async ({ desktop }) => {
    await desktop.settings.update({ allowedOrigins: [`https://${'a'.repeat(60)}.test`] })
    return {}
  },
  'a key': async ({ desktop }) => {
    await desktop.keys.set({ slot: 'gemini', key: 'k'.repeat(8000) })
    return { keys: ['gemini: ready'] }
  },
  'a template': async ({ desktop, tag, write }) => {
    const { id } = await desktop.templates.save({ name: `Template ${tag}`, text: write(100_000) })
    return { templates: [id] }
  },
  'a recording': async ({ desktop, append }) => {
    const { id } = await desktop.recordings.start()
    await append(id, 0, 1_000_000)
    return { recordings: [`${id}: 1000000 bytes`] }
  },
  'the trash': async ({ desktop }) => {
    const [id] = await desktop.library.ids({ kinds: ['image'] })
    if (!id) return {}
    await desktop.library.delete({ ids: [id] })
    await desktop.library.restore({ ids: [id] })
    return { items: [id] }
  },
}

/** Milliseconds between two words of an answer, and until a video is done. */
const wordInterval = 10
const videoDuration = 1500
/** So that an answer ends in some rounds before the application is killed. */
const maxWords = 400

export async function openCountingService() {
  /** How often each tag was received. @type {Map<string, number>} */
  const received = new Map()
  /** How many words were sent as the answer to each tag; they are the numbers from 0. @type {Map<string, number>} */
  const words = new Map()
  const video = await readFile(join(samples, 'video.mp4'))

  /** @param {string} tag @param {ServerResponse} outgoing */
  const sendWords = async (tag, outgoing) => {
    for (let number = 0; number < maxWords && !outgoing.destroyed; number += 1) {
      sendEvent(outgoing, textAnswer(`${number} `, null))
      words.set(tag, number + 1)
      await pause(wordInterval)
    }
    outgoing.end(toEvent(answerOf([])))
  }

  const { url, close } = await openScriptedUpstream(async (incoming, outgoing) => {
    const path = (incoming.url ?? '').replace(/\?.*/, '')
    if (path.includes('/operations/')) return sendOperation(path, incoming.headers.host ?? '', outgoing)
    if (path.includes('/files/')) return await sendVideo(video, outgoing)
    const body = Buffer.concat(await incoming.toArray()).toString('latin1')
    // One request has only one, perhaps several times.
    const [tag = ''] = body.match(/#\d+-\d+#/) ?? []
    received.set(tag, (received.get(tag) ?? 0) + 1)
    if (path.endsWith(':streamGenerateContent')) return await sendWords(tag, outgoing)
    if (path.endsWith(':predictLongRunning')) {
      const name = `models/veo/operations/${Date.now()}x${tag.replace(/\D+/g, 'x')}`
      return sendJson(outgoing, { name })
    }
    await pause(200)
    if (path.endsWith(':generateContent')) return sendJson(outgoing, imageAnswer(drawNoise()))
    if (!path.includes('mbedContent')) return sendJson(outgoing, { text: `Words of ${tag}.` })
    // Each request has only one text.
    const embedding = { values: [0.5, 0.5, 0.5, 0.5] }
    return sendJson(outgoing, { embedding, embeddings: [embedding] })
  })
  const listRepeated = () =>
    [...received].filter(([, times]) => times > 1).map(([tag, times]) => `${tag}: ${times} times`)
  return { url, received, words, listRepeated, close }
}

/** @param {string} path @param {string} host @param {ServerResponse} outgoing */
function sendOperation(path, host, outgoing) {
  const [name = '', startedAt] = /models\/veo\/operations\/(\d+)x[\dx]*/.exec(path) ?? []
  const video = { uri: `http://${host}/v1beta/files/video:download?alt=media` }
  const response = { generateVideoResponse: { generatedSamples: [{ video }] } }
  sendJson(outgoing, { name, response, done: Date.now() - Number(startedAt) >= videoDuration })
}

/** Slowly, so that a kill interrupts some downloads. @param {Buffer} video @param {ServerResponse} outgoing */
async function sendVideo(video, outgoing) {
  outgoing.writeHead(200, { 'content-type': 'video/mp4', 'content-length': video.length })
  const step = Math.ceil(video.length / 8)
  for (let at = 0; at < video.length && !outgoing.destroyed; at += step) {
    outgoing.write(video.subarray(at, at + step))
    await pause(40)
  }
  outgoing.end()
}

/** A different picture each time, of about 60 KB. */
function drawNoise() {
  const picture = new PNG({ width: 128, height: 128 })
  randomFillSync(picture.data)
  return PNG.sync.write(picture)
}
