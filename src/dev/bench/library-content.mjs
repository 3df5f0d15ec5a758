// Writes a Library of 10,000 images with their files and sidecars while the application is closed.
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PNG } from 'pngjs'
import { writeRows } from './window.mjs'

export const pictures = 10_000
const steps = 5
const variations = 8

const subjects = 'fox heron lighthouse tram orchard whale kettle violin harbor stag'.split(' ')
const settings = [
  'over a misty river',
  'in a narrow street',
  'on a shelf',
  'by the sea',
  'under a glass roof',
]
const lights = ['at dawn', 'in the rain', 'at noon', 'by lamplight', 'before a storm', 'in snow', 'at dusk']
const styles = 'ink and watercolor, linocut, oil on canvas, a photograph, pencil, gouache'.split(', ')
const models = ['gen-2.5-flash-image', 'gen-3-pro-image-preview']

/** @typedef {{ id: string, conversation: string, parent: string | null, at: number }} TurnFields */

/** A word that occurs in only one prompt. */
export const rareWord = 'porphyry'

/** Writes about 150 characters. @param {number} index */
function writePrompt(index) {
  const pick = (/** @type {readonly string[]} */ words, /** @type {number} */ factor) =>
    words[(index * factor + (index >> 3)) % words.length]
  const rare = index === 977 ? ` ${rareWord}` : ''
  return `A ${pick(subjects, 1)} ${pick(settings, 3)} ${pick(lights, 5)}, ${pick(styles, 7)}, wide angle and soft light,
with a ${pick(subjects, 7)} in the distance and${rare} plenty of empty space above it, number ${index}.`
}

/** Returns the number of conversations with the images. @param {string} folder the user's data @param {{ count?: number, side?: number }} [options] `side`: of each image, in pixels */
export function seedLibrary(folder, { count = pictures, side = 160 } = {}) {
  const drawings = count / steps / variations
  writeRows(folder, (database) => {
    const write = createWriter(database, join(folder, 'media'), side)
    for (let drawing = 0; drawing < drawings; drawing += 1)
      seedDrawing(write, drawing, Date.now() - (drawings - drawing) * 3_600_000)
  })
  return drawings
}

/** @param {ReturnType<typeof createWriter>} write @param {number} drawing @param {number} at */
function seedDrawing(write, drawing, at) {
  const conversation = `bench-drawing-${drawing}`
  const first = drawing * steps
  write.conversation(conversation, { at, title: writePrompt(first).slice(0, 60) })
  /** @type {string | null} */
  let parent = null
  for (let step = first; step < first + steps; step += 1) {
    const prompt = { id: `bench-prompt-${step}`, conversation, parent, at: at + step }
    const text = writePrompt(step)
    write.prompt(prompt, text)
    for (let variation = 0; variation < variations; variation += 1) {
      const number = step * variations + variation
      const id = `bench-answer-${number}`
      write.picture({ id, conversation, parent: prompt.id, at: at + step + variation }, { number, text })
      parent = id
    }
  }
}

/** @param {import('libsql').Database} database @param {string} media @param {number} side */
function createWriter(database, media, side) {
  const run = (/** @type {string} */ sql) => {
    const statement = database.prepare(sql)
    return (/** @type {unknown[]} */ ...values) => statement.run(...values)
  }
  const conversation = run(`INSERT INTO conversations (id, kind, title, parameters, created_at, updated_at)
    VALUES (?, 'images', ?, ?, ?, ?)`)
  const turn =
    run(`INSERT INTO turns (id, conversation_id, parent_id, role, state, created_at, model, finish_reason,
    parameters, parts) VALUES (?, ?, ?, ?, 'complete', ?, ?, ?, ?, ?)`)
  const turnText = run('INSERT INTO turn_texts (rowid, text) SELECT seq, ? FROM turns WHERE id = ?')
  const item =
    run(`INSERT INTO items (id, kind, title, model, created_at, file, media, mime_type, bytes, width, height,
    conversation_id, turn_id, beside) VALUES (?, 'image', ?, ?, ?, 'here', ?, 'image/png', ?, ?, ?, ?, ?, 1)`)
  const itemText = run('INSERT INTO item_texts (rowid, text) SELECT seq, ? FROM items WHERE id = ?')
  const itemFound = run('UPDATE items SET text_of = seq WHERE id = ?')
  const tag = run('INSERT INTO item_tags (item_id, tag) VALUES (?, ?)')
  return {
    /** @param {string} id @param {{ at: number, title: string }} its */
    conversation: (id, { at, title }) => {
      conversation(id, title, JSON.stringify({ model: models[0] }), at, at)
    },
    /** @param {TurnFields} turnFields @param {string} text */
    prompt: ({ id, conversation: conversationId, parent, at }, text) => {
      turn(id, conversationId, parent, 'user', at, null, null, null, JSON.stringify([{ text }]))
      turnText(text, id)
    },
    /** @param {TurnFields} turnFields @param {{ number: number, text: string }} its */
    picture: ({ id, conversation: conversationId, parent, at }, { number, text }) => {
      const model = models[number % models.length] ?? ''
      const { hash, length } = writePicture(media, drawPicture(number, side), {
        text,
        model,
        at,
        within: conversationId,
        id,
      })
      const parts = [{ inlineData: { mimeType: 'image/png', media: hash } }]
      turn(
        id,
        conversationId,
        parent,
        'model',
        at,
        model,
        'STOP',
        JSON.stringify({ model }),
        JSON.stringify(parts),
      )
      const itemId = `bench-item-${number}`
      item(itemId, text, model, at, hash, length, side, side, conversationId, id)
      itemText(text, itemId)
      itemFound(itemId)
      if (number % 10 === 0) tag(itemId, `series ${number % 70}`)
    },
  }
}

/** @param {string} media @param {Buffer} bytes @param {{ text: string, model: string, at: number, within: string, id: string }} its */
function writePicture(media, bytes, { text, model, at, within: conversationId, id }) {
  const hash = createHash('sha256').update(bytes).digest('hex')
  const hashFolder = join(media, hash.slice(0, 2))
  mkdirSync(hashFolder, { recursive: true })
  writeFileSync(join(hashFolder, `${hash}.png`), bytes)
  const metadata = {
    version: 1,
    prompt: text,
    model,
    modelVersion: null,
    parameters: { model },
    references: [],
    chain: [],
    createdAt: at,
    took: null,
    usage: null,
    upstream: 'service',
    exchangeId: null,
    conversationId: conversationId,
    turnId: id,
  }
  writeFileSync(join(hashFolder, `${hash}.json`), JSON.stringify([metadata]))
  return { hash, length: bytes.length }
}

/** A color gradient that depends on the number. @param {number} number @param {number} side */
function drawPicture(number, side) {
  const picture = new PNG({ width: side, height: side })
  for (let pixel = 0; pixel < side * side; pixel += 1) {
    picture.data[pixel * 4] = number + (pixel % side)
    picture.data[pixel * 4 + 1] = (number >> 8) * 5 + Math.floor(pixel / side / 2)
    picture.data[pixel * 4 + 2] = number * 7
    picture.data[pixel * 4 + 3] = 255
  }
  return PNG.sync.write(picture, { colorType: 2, deflateLevel: 1, filterType: 1 })
}
