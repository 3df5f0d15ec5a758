// Writes a workspace with 10,000 conversations, 50,000 images and a request log of 100,000 requests, while it is closed.
import { randomUUID } from 'node:crypto'
import { seedLibrary } from './library-content.mjs'
import { createExchangeLog } from './log.mjs'
import { writeRows } from './window.mjs'

const conversations = 10_000
const pictures = 50_000
const exchanges = 100_000
/** As many of the conversations have an answer of a megabyte. */
const longConversations = 10
export const longText = 1_000_000

/** The conversation with a long answer. @param {number} number */
export const longId = (number) => `blocking-long-${number}`
export const transcriptionId = '00000000-0000-4000-8000-000000000001'

/** @param {string} folder the user's data, opened once by the application */
export async function seedBlocking(folder) {
  const drawings = seedLibrary(folder, { count: pictures, side: 8 })
  writeRows(folder, (database) => {
    seedConversations(database, conversations - drawings)
    seedTranscription(database)
  })
  await createExchangeLog(`${folder}/exchanges.db`, exchanges)
}

/** @param {import('libsql').Database} database @param {number} count */
function seedConversations(database, count) {
  const parameters = JSON.stringify({ model: 'gen-2.5-flash' })
  const usage = JSON.stringify({ promptTokenCount: 40, candidatesTokenCount: 220, totalTokenCount: 260 })
  const conversation = database.prepare(`INSERT INTO conversations
    (id, title, parameters, head_turn_id, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)`)
  const turn = database.prepare(`INSERT INTO turns
    (id, conversation_id, parent_id, role, state, created_at, model, finish_reason, parameters, usage, parts)
    VALUES (?, ?, ?, ?, 'complete', ?, ?, ?, ?, ?, ?)`)
  const text = database.prepare('INSERT INTO turn_texts (rowid, text) SELECT seq, ? FROM turns WHERE id = ?')
  const queue = database.prepare('INSERT INTO turns_to_index SELECT seq FROM turns WHERE id = ?')
  for (let number = 0; number < count; number += 1) {
    const isLong = number < longConversations
    const id = isLong ? longId(number) : `blocking-chat-${number}`
    const at = Date.now() - (count - number) * 300_000
    const rounds = 1 + (number % 3)
    conversation.run(id, `${writeWords(40, number)} ${number}`, parameters, `${id}-${rounds}-b`, at, at)
    for (let round = 1; round <= rounds; round += 1) {
      const length = isLong && round === rounds ? longText : 600 + (number % 7) * 150
      const [question, answer] = [writeWords(120, number + round), writeWords(length, number * 3 + round)]
      const parent = round === 1 ? null : `${id}-${round - 1}-b`
      turn.run(`${id}-${round}-a`, id, parent, 'user', at, null, null, null, null, toParts(question))
      const model = ['gen-2.5-flash', 'STOP', parameters, usage]
      turn.run(`${id}-${round}-b`, id, `${id}-${round}-a`, 'model', at, ...model, toParts(answer))
      text.run(question, `${id}-${round}-a`)
      if (answer.length < longText) text.run(answer, `${id}-${round}-b`)
      else queue.run(`${id}-${round}-b`)
    }
  }
}

/** One that has ended, with a transcript of a megabyte. @param {import('libsql').Database} database */
function seedTranscription(database) {
  const id = transcriptionId
  const at = Date.now() - 1_000_000
  const text = writeWords(longText, 1)
  const source = { media: '0'.repeat(64), mimeType: 'audio/wav', name: 'talk.wav', bytes: 9, seconds: 80_000 }
  const input = { settings: { model: 'gen-4o-transcribe' }, source }
  const state = { startedAt: at, pausing: false, pieces: [], error: null, exchangeId: null }
  const upstream = { kind: 'demo', id: 'demo', label: 'Demo' }
  const progress = { ...state, upstream, words: 160_000, ending: 'words' }
  database
    .prepare(`INSERT INTO jobs (id, kind, state, open, position, created_at, ended_at, input, progress)
      VALUES (?, 'transcription', 'succeeded', 0, 1, ?, ?, ?, ?)`)
    .run(id, at, at, JSON.stringify(input), JSON.stringify(progress))
  const pieces = 80
  const cuts = Array.from({ length: pieces }, (_, piece) => ({
    at: Math.round((piece * longText) / pieces),
    from: piece * 1_000_000,
    to: (piece + 1) * 1_000_000,
  }))
  database
    .prepare(`INSERT INTO transcripts (id, job_id, text, cuts, words, origin, created_at, changed_at)
      VALUES (?, ?, ?, ?, 160000, 'model', ?, ?)`)
    .run(randomUUID(), id, text, JSON.stringify(cuts), at, at)
}

/** @param {string} text */
function toParts(text) {
  return JSON.stringify([{ text }])
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
