// Writes a workspace with 10,000 conversations, 50,000 images and a request log of 100,000 requests, while it is closed.
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PNG } from 'pngjs'
import { createExchangeLog } from './log.mjs'
import { writeRows } from './page-driver.mjs'

/** @typedef {import('./page-driver.mjs').Insert} Insert */
/** @typedef {{ id: string, conversation: string, parent: string | null, model?: string, part: object }} Turn a prompt without `model` */

const chats = 8750
const drawings = 1250
const variations = 40
/** Side of each image in pixels. */
const side = 8
/** As many of the chats have an answer of a megabyte. */
const longChats = 10
export const longText = 1_000_000
const start = Date.now() - 30 * 86_400_000

/** The chat with a long answer. @param {number} number */
export const longId = (number) => `chat-${number}`
export const transcriptionId = '00000000-0000-4000-8000-000000000001'

/** @param {string} folder the user's data, opened once by the application */
export async function seedBlocking(folder) {
  writeRows(folder, (insert) => {
    for (let number = 0; number < drawings; number += 1) seedDrawing(insert, join(folder, 'media'), number)
    for (let number = 0; number < chats; number += 1) seedChat(insert, number)
    seedTranscription(insert)
  })
  const log = await createExchangeLog(join(folder, 'exchanges.db'))
  log.close()
}

/** @param {Insert} insert @param {Turn} turn */
function insertTurn(insert, { id, conversation, parent, model, part }) {
  const role = model ? 'model' : 'user'
  const parameters = model ? JSON.stringify({ model }) : null
  return insert('turns', {
    ...{ id, conversation_id: conversation, parent_id: parent, role, state: 'complete', created_at: start },
    ...{
      model: model ?? null,
      finish_reason: model ? 'STOP' : null,
      parameters,
      parts: JSON.stringify([part]),
    },
  })
}

/** @param {Insert} insert @param {Record<string, unknown>} conversation */
function insertConversation(insert, conversation) {
  const parameters = JSON.stringify({ model: 'gen-2.5-flash' })
  insert('conversations', { parameters, created_at: start, updated_at: start, ...conversation })
}

/** @param {Insert} insert @param {number} number */
function seedChat(insert, number) {
  const conversation = longId(number)
  const updatedAt = start + number * 200_000
  const rounds = 1 + (number % 3)
  const head = `${conversation}-${rounds}-b`
  const title = `${writeWords(40, number)} ${number}`
  insertConversation(insert, { id: conversation, title, head_turn_id: head, updated_at: updatedAt })
  for (let round = 1; round <= rounds; round += 1) {
    const [prompt, id] = [`${conversation}-${round}-a`, `${conversation}-${round}-b`]
    const isLong = number < longChats && round === rounds
    const answer = writeWords(isLong ? longText : 600 + (number % 7) * 150, number * 3 + round)
    const question = writeWords(120, number + round)
    const parent = round === 1 ? null : `${conversation}-${round - 1}-b`
    const rowid = insertTurn(insert, { id: prompt, conversation, parent, part: { text: question } })
    insert('turn_texts', { rowid, text: question })
    const model = 'gen-2.5-flash'
    const seq = insertTurn(insert, { id, conversation, parent: prompt, model, part: { text: answer } })
    // The application indexes long texts.
    if (isLong) insert('turns_to_index', { seq })
    else insert('turn_texts', { rowid: seq, text: answer })
  }
}

/** An image session with one prompt. @param {Insert} insert @param {string} media @param {number} drawing */
function seedDrawing(insert, media, drawing) {
  const conversation = `drawing-${drawing}`
  insertConversation(insert, { id: conversation, kind: 'images', title: `Drawing ${drawing}` })
  const text = `A ${drawing === 77 ? 'porphyry' : 'fox'} in the distance, ${writeWords(100, drawing)}`
  const parent = `${conversation}-a`
  insert('turn_texts', {
    rowid: insertTurn(insert, { id: parent, conversation, parent: null, part: { text } }),
    text,
  })
  for (let variation = 0; variation < variations; variation += 1) {
    const seq = drawing * variations + variation + 1
    const model = ['gen-2.5-flash-image', 'gen-3-pro-image-preview'][seq % 2] ?? ''
    const id = `image-${seq}`
    const { hash, bytes } = writePicture(media, seq, {
      prompt: text,
      model,
      conversationId: conversation,
      turnId: id,
    })
    insertTurn(insert, {
      id,
      conversation,
      parent,
      model,
      part: { inlineData: { mimeType: 'image/png', media: hash } },
    })
    insert('items', {
      ...{
        seq,
        text_of: seq,
        id,
        kind: 'image',
        title: text,
        model,
        created_at: start,
        file: 'here',
        beside: 1,
      },
      ...{ media: hash, mime_type: 'image/png', bytes, width: side, height: side },
      ...{ conversation_id: conversation, turn_id: id },
    })
    insert('item_texts', { rowid: seq, text })
    if (seq % 10 === 0) insert('item_tags', { item_id: id, tag: `series ${seq % 70}` })
  }
}

/** An image of its own for each number, with its sidecar. @param {string} media @param {number} number @param {{ model: string, prompt: string, conversationId: string, turnId: string }} metadata */
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
  const common = { version: 1, parameters: { model: metadata.model }, upstream: 'service', createdAt: start }
  writeFileSync(join(folder, `${hash}.json`), JSON.stringify([{ ...common, ...empty, ...metadata }]))
  return { hash, bytes: bytes.length }
}

/** One that has ended, with a transcript of a megabyte. @param {Insert} insert */
function seedTranscription(insert) {
  const source = { media: '0'.repeat(64), mimeType: 'audio/wav', name: 'talk.wav', bytes: 9, seconds: 80_000 }
  const upstream = { kind: 'demo', id: 'demo', label: 'Demo' }
  const ended = {
    startedAt: start,
    pausing: false,
    pieces: [],
    error: null,
    exchangeId: null,
    ending: 'words',
  }
  insert('jobs', {
    ...{ id: transcriptionId, kind: 'transcription', state: 'succeeded', open: 0, position: 1 },
    ...{ created_at: start, ended_at: start },
    input: JSON.stringify({ settings: { model: 'gen-4o-transcribe' }, source }),
    progress: JSON.stringify({ ...ended, upstream, words: 160_000 }),
  })
  insert('transcripts', {
    ...{
      id: '00000000-0000-4000-8000-000000000002',
      job_id: transcriptionId,
      words: 160_000,
      origin: 'model',
    },
    ...{ text: writeWords(longText, 1), created_at: start, changed_at: start },
    cuts: JSON.stringify([{ at: 0, from: 0, to: 80_000_000 }]),
  })
}

const syllables = 'ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu ar en in or ul st nd th'.split(
  ' ',
)

/** As many different words as a language has, some of them much more frequent than others. */
const vocabulary = Array.from({ length: 8000 }, (_, at) =>
  [at % 28, Math.floor(at / 28) % 28, Math.floor(at / 97) % 28].map((one) => syllables[one]).join(''),
)

/** Sentences of this many characters, the same for the same seed. @param {number} length @param {number} seed */
function writeWords(length, seed) {
  let state = (seed * 2_654_435_761 + 1) >>> 0
  let text = ''
  for (let count = 1; text.length < length; count += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const word = vocabulary[Math.floor((state / 2 ** 32) ** 3 * vocabulary.length)]
    text += word + (count % 90 === 0 ? '.\n\n' : count % 11 === 0 ? '. ' : ' ')
  }
  return text.slice(0, length)
}
