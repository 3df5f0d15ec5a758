// Writes a workspace with 10,000 conversations, 50,000 images and a request log of 100,000 requests, while it is closed.
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PNG } from 'pngjs'
import { createExchangeLog } from './log.mjs'
import { writeRows } from './page-driver.mjs'

/** @typedef {import('./page-driver.mjs').Insert} Insert */
/** @typedef {{ id: string, parent: string | null, at: number, text: string }} Turn */

const conversations = 10_000
const drawings = 1250
const steps = 5
const variations = 8
/** Side of each image in pixels. */
const side = 8
/** As many of the conversations have an answer of a megabyte. */
const longConversations = 10
export const longText = 1_000_000

/** The conversation with a long answer. @param {number} number */
export const longId = (number) => `blocking-long-${number}`
export const transcriptionId = '00000000-0000-4000-8000-000000000001'

/** @param {string} folder the user's data, opened once by the application */
export async function seedBlocking(folder) {
  writeRows(folder, (insert) => {
    for (let number = 0; number < drawings; number += 1) seedDrawing(insert, join(folder, 'media'), number)
    for (let number = 0; number < conversations - drawings; number += 1) seedConversation(insert, number)
    seedTranscription(insert)
  })
  const log = await createExchangeLog(join(folder, 'exchanges.db'))
  log.close()
}

const parameters = JSON.stringify({ model: 'gen-2.5-flash' })
const imageModels = ['gen-2.5-flash-image', 'gen-3-pro-image-preview']

/** @param {Insert} insert @param {string} conversation @param {Turn} turn */
function insertPrompt(insert, conversation, { id, parent, at, text }) {
  const state = { role: 'user', state: 'complete', created_at: at, parts: JSON.stringify([{ text }]) }
  const rowid = insert('turns', { id, conversation_id: conversation, parent_id: parent, ...state })
  insert('turn_texts', { rowid, text })
}

/** Returns the row's ID. @param {Insert} insert @param {string} conversation @param {{ id: string, parent: string, at: number, model: string, part: object }} turn */
function insertAnswer(insert, conversation, { id, parent, at, model, part }) {
  return insert('turns', {
    ...{ id, conversation_id: conversation, parent_id: parent, role: 'model', state: 'complete' },
    ...{ created_at: at, model, finish_reason: 'STOP', parameters: JSON.stringify({ model }) },
    usage: JSON.stringify({ promptTokenCount: 40, candidatesTokenCount: 220, totalTokenCount: 260 }),
    parts: JSON.stringify([part]),
  })
}

/** @param {Insert} insert @param {number} number */
function seedConversation(insert, number) {
  const isLong = number < longConversations
  const id = isLong ? longId(number) : `blocking-chat-${number}`
  const at = Date.now() - (conversations - number) * 300_000
  const rounds = 1 + (number % 3)
  const times = { created_at: at, updated_at: at }
  const title = `${writeWords(40, number)} ${number}`
  insert('conversations', { id, title, parameters, head_turn_id: `${id}-${rounds}-b`, ...times })
  for (let round = 1; round <= rounds; round += 1) {
    const length = isLong && round === rounds ? longText : 600 + (number % 7) * 150
    const answer = writeWords(length, number * 3 + round)
    const prompt = `${id}-${round}-a`
    const parent = round === 1 ? null : `${id}-${round - 1}-b`
    insertPrompt(insert, id, { id: prompt, parent, at, text: writeWords(120, number + round) })
    const turn = {
      id: `${id}-${round}-b`,
      parent: prompt,
      at,
      model: 'gen-2.5-flash',
      part: { text: answer },
    }
    const rowid = insertAnswer(insert, id, turn)
    // The application indexes long texts.
    if (length < longText) insert('turn_texts', { rowid, text: answer })
    else insert('turns_to_index', { seq: rowid })
  }
}

/** An image session with five steps. @param {Insert} insert @param {string} media @param {number} drawing */
function seedDrawing(insert, media, drawing) {
  const conversation = `bench-drawing-${drawing}`
  const at = Date.now() - (drawings - drawing) * 3_600_000
  const times = { created_at: at, updated_at: at }
  insert('conversations', {
    id: conversation,
    kind: 'images',
    title: `Drawing ${drawing}`,
    parameters,
    ...times,
  })
  /** @type {string | null} */
  let parent = null
  for (let step = drawing * steps; step < (drawing + 1) * steps; step += 1) {
    const rare = step === 977 ? ' porphyry' : ''
    const text = `A fox in the distance and${rare} ${writeWords(100, step)}, number ${step}.`
    const prompt = `bench-prompt-${step}`
    insertPrompt(insert, conversation, { id: prompt, parent, at: at + step, text })
    for (let variation = 0; variation < variations; variation += 1) {
      const number = step * variations + variation
      const model = imageModels[number % imageModels.length] ?? ''
      const turn = { id: `bench-answer-${number}`, parent: prompt, at: at + step + variation, model }
      const metadata = {
        prompt: text,
        model,
        createdAt: turn.at,
        conversationId: conversation,
        turnId: turn.id,
      }
      const { hash, bytes } = writePicture(media, number, metadata)
      insertAnswer(insert, conversation, {
        ...turn,
        part: { inlineData: { mimeType: 'image/png', media: hash } },
      })
      insertItem(insert, { number, text, turn, conversation, media: hash, bytes })
      parent = turn.id
    }
  }
}

/** @param {Insert} insert @param {{ number: number, text: string, turn: { id: string, at: number, model: string }, conversation: string, media: string, bytes: number }} item */
function insertItem(insert, { number, text, turn, conversation, media, bytes }) {
  const seq = number + 1
  const id = `bench-item-${number}`
  insert('items', {
    ...{
      seq,
      text_of: seq,
      id,
      kind: 'image',
      title: text,
      model: turn.model,
      created_at: turn.at,
      file: 'here',
    },
    ...{ media, mime_type: 'image/png', bytes, width: side, height: side, beside: 1 },
    ...{ conversation_id: conversation, turn_id: turn.id },
  })
  insert('item_texts', { rowid: seq, text })
  if (number % 10 === 0) insert('item_tags', { item_id: id, tag: `series ${number % 70}` })
}

/** An image of its own for each number, with its sidecar. @param {string} media @param {number} number @param {{ model: string }} metadata */
function writePicture(media, number, metadata) {
  const picture = new PNG({ width: side, height: side })
  picture.data.fill(255)
  picture.data.writeUInt32BE((number << 8) | 255)
  const bytes = PNG.sync.write(picture)
  const hash = createHash('sha256').update(bytes).digest('hex')
  const folder = join(media, hash.slice(0, 2))
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${hash}.png`), bytes)
  const empty = { modelVersion: null, took: null, usage: null, exchangeId: null, references: [], chain: [] }
  const parts = { version: 1, parameters: { model: metadata.model }, upstream: 'service' }
  writeFileSync(join(folder, `${hash}.json`), JSON.stringify([{ ...parts, ...empty, ...metadata }]))
  return { hash, bytes: bytes.length }
}

/** One that has ended, with a transcript of a megabyte in 80 pieces. @param {Insert} insert */
function seedTranscription(insert) {
  const at = Date.now() - 1_000_000
  const source = { media: '0'.repeat(64), mimeType: 'audio/wav', name: 'talk.wav', bytes: 9, seconds: 80_000 }
  const upstream = { kind: 'demo', id: 'demo', label: 'Demo' }
  const ended = { startedAt: at, pausing: false, pieces: [], error: null, exchangeId: null }
  const cuts = Array.from({ length: 80 }, (_, piece) => ({
    at: Math.round((piece * longText) / 80),
    from: piece * 1_000_000,
    to: (piece + 1) * 1_000_000,
  }))
  insert('jobs', {
    ...{ id: transcriptionId, kind: 'transcription', state: 'succeeded', open: 0, position: 1 },
    ...{ created_at: at, ended_at: at },
    input: JSON.stringify({ settings: { model: 'gen-4o-transcribe' }, source }),
    progress: JSON.stringify({ ...ended, upstream, words: 160_000, ending: 'words' }),
  })
  insert('transcripts', {
    ...{
      id: '00000000-0000-4000-8000-000000000002',
      job_id: transcriptionId,
      words: 160_000,
      origin: 'model',
    },
    ...{ text: writeWords(longText, 1), cuts: JSON.stringify(cuts), created_at: at, changed_at: at },
  })
}

const syllables = 'ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu ar en in or ul st nd th'.split(
  ' ',
)

/** As many different words as a language has, some of them much more frequent than others. */
const vocabulary = Array.from({ length: 8000 }, (_, at) =>
  [at % 28, Math.floor(at / 28) % 28, Math.floor(at / 97) % 28].map((one) => syllables[one]).join(''),
)

/** Paragraphs of this many characters, the same for the same seed. @param {number} length @param {number} seed */
function writeWords(length, seed) {
  let state = (seed * 2_654_435_761 + 1) >>> 0
  const words = []
  for (let written = 0, count = 1; written < length; count += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const word = vocabulary[Math.floor((state / 2 ** 32) ** 3 * vocabulary.length)] ?? ''
    const end = count % 90 === 0 ? '.\n\n' : count % 11 === 0 ? '. ' : ' '
    words.push(word, end)
    written += word.length + end.length
  }
  return words.join('').slice(0, length)
}
