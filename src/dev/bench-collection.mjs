// A Library of 10,000 pictures with their files and sidecars, written beside an application that is closed.
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PNG } from 'pngjs'
import { writeRows } from './bench-window.mjs'

export const pictures = 10_000
const drawings = 250
const steps = 5
const variations = pictures / drawings / steps
const side = 160

const sizes = 'fox heron lighthouse tram orchard whale kettle violin harbour stag'.split(' ')
const places = ['over a misty river', 'in a narrow street', 'on a shelf', 'by the sea', 'under a glass roof']
const lights = ['at dawn', 'in the rain', 'at noon', 'by lamplight', 'before a storm', 'in snow', 'at dusk']
const manners = 'ink and watercolour, linocut, oil on canvas, a photograph on film, pencil, gouache'.split(
  ', ',
)
const models = ['gen-2.5-flash-image', 'gen-3-pro-image-preview']

/** @typedef {{ id: string, conversation: string, parent: string | null, at: number }} Place */

/** What stands once in all of them. */
export const rareWord = 'porphyry'

/** About 150 letters. @param {number} index */
function writePrompt(index) {
  const pick = (/** @type {readonly string[]} */ words, /** @type {number} */ factor) =>
    words[(index * factor + (index >> 3)) % words.length]
  const rare = index === 977 ? ` ${rareWord}` : ''
  return `A ${pick(sizes, 1)} ${pick(places, 3)} ${pick(lights, 5)}, ${pick(manners, 7)}, wide angle and soft light,
with a ${pick(sizes, 7)} in the distance and${rare} plenty of quiet room above it, number ${index}.`
}

/** @param {string} folder the user's data */
export function seedLibrary(folder) {
  writeRows(folder, (database) => {
    const write = openWriting(database, join(folder, 'media'))
    for (let drawing = 0; drawing < drawings; drawing += 1) seedDrawing(write, drawing)
  })
}

/** @param {ReturnType<typeof openWriting>} write @param {number} drawing */
function seedDrawing(write, drawing) {
  const conversation = `bench-drawing-${drawing}`
  const at = Date.now() - (drawings - drawing) * 3_600_000
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

/** @param {import('libsql').Database} database @param {string} media */
function openWriting(database, media) {
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
    /** @param {Place} place @param {string} text */
    prompt: ({ id, conversation: within, parent, at }, text) => {
      turn(id, within, parent, 'user', at, null, null, null, JSON.stringify([{ text }]))
      turnText(text, id)
    },
    /** @param {Place} place @param {{ number: number, text: string }} its */
    picture: ({ id, conversation: within, parent, at }, { number, text }) => {
      const model = models[number % models.length] ?? ''
      const { hash, length } = keepPicture(media, number, { text, model, at, within, id })
      const parts = [{ inlineData: { mimeType: 'image/png', media: hash } }]
      turn(id, within, parent, 'model', at, model, 'STOP', JSON.stringify({ model }), JSON.stringify(parts))
      const made = `bench-item-${number}`
      item(made, text, model, at, hash, length, side, side, within, id)
      itemText(text, made)
      itemFound(made)
      if (number % 10 === 0) tag(made, `series ${number % 70}`)
    },
  }
}

/** @param {string} media @param {number} number @param {{ text: string, model: string, at: number, within: string, id: string }} its */
function keepPicture(media, number, { text, model, at, within, id }) {
  const bytes = drawPicture(number)
  const hash = createHash('sha256').update(bytes).digest('hex')
  const shelf = join(media, hash.slice(0, 2))
  mkdirSync(shelf, { recursive: true })
  writeFileSync(join(shelf, `${hash}.png`), bytes)
  const making = {
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
    conversationId: within,
    turnId: id,
  }
  writeFileSync(join(shelf, `${hash}.json`), JSON.stringify([making]))
  return { hash, length: bytes.length }
}

/** A slope of colours that differs with the number. @param {number} number */
function drawPicture(number) {
  const picture = new PNG({ width: side, height: side })
  for (let pixel = 0; pixel < side * side; pixel += 1) {
    picture.data[pixel * 4] = number + (pixel % side)
    picture.data[pixel * 4 + 1] = (number >> 8) * 5 + Math.floor(pixel / side / 2)
    picture.data[pixel * 4 + 2] = number * 7
    picture.data[pixel * 4 + 3] = 255
  }
  return PNG.sync.write(picture, { colorType: 2, deflateLevel: 1, filterType: 1 })
}
