// The calls of the desktop API that write, each with enough data that it needs space on the disk.
import { join } from 'node:path'

/** @typedef {import('./running-application.mjs').RunningProgram} RunningProgram */

/** Larger than what a database can store in its free pages. */
const longText = 'word '.repeat(400_000)
/** The calls that write, by the name of their data. @param {RunningProgram} running @param {{ audio: string, path: string }} files */
export function listWrites({ desktop, command, choose, append }, { audio, path }) {
  const chat = { model: 'gen-2.5-flash' }
  const settings = { model: 'gen-embedding-001', taskType: null, outputDimensionality: null }
  /** @param {() => Promise<AsyncIterable<unknown>>} start */
  const drain = async (start) => {
    for await (const _ of await start()) {
      // Its progress.
    }
  }
  /** @type {Record<string, () => Promise<unknown>>} */
  const writes = {
    'a prompt': () =>
      desktop.chat.send({ conversationId: null, parts: [{ text: longText }], parameters: chat }),
    'a draft': () =>
      desktop.drafts.write({
        key: 'new',
        draft: { text: longText, attachments: [], parameters: null, columns: null },
      }),
    'a form': () => desktop.forms.write({ name: 'video', form: { prompt: longText } }),
    'a setting': () => desktop.settings.update({ allowedOrigins: [`https://${'a'.repeat(60)}.test`] }),
    'a key': () => desktop.keys.set({ slot: 'gemini', key: 'k'.repeat(8000) }),
    'a template': () => desktop.templates.save({ name: 'Long', text: longText.slice(0, 100_000) }),
    'an imported chat': () => desktop.conversations.importText({ text: makeChat() }),
    'a video job': () =>
      desktop.videos.create({ model: 'gen-video-3.1-fast-generate-preview', prompt: 'A sea '.repeat(3000) }),
    'a transcription': () =>
      desktop.transcriptions.add({
        sources: [{ media: audio, mimeType: 'audio/wav', name: 'talk.wav' }],
        settings: { model: 'gen-4o-transcribe', prompt: longText.slice(0, 10_000) },
      }),
    'an embedding set': async () => {
      const { id } = await desktop.embeddings.create({ name: 'Texts', settings, columns: [] })
      const rows = Array.from({ length: 50 }, () => ({
        text: longText.slice(0, 90_000),
        title: null,
        cells: [],
      }))
      await desktop.embeddings.insertRows({ id, before: null, rows })
    },
    'a recording': async () => {
      const { id } = await desktop.recordings.start()
      await append(id, 0, 1_000_000)
    },
    'an attached file': () =>
      command({ type: 'store', base64: Buffer.alloc(1_000_000, 3).toString('base64') }),
    'an archive': async () => {
      await choose(join(path, 'exported.zip'))
      const ids = await desktop.library.ids({ kinds: ['image'] })
      await drain(() => desktop.library.export({ ids }))
    },
    'an exported chat': async () => {
      await choose(join(path, 'exported.json'))
      const [{ id }] = await desktop.conversations.list()
      await desktop.conversations.export({ conversationId: id, format: 'json' })
    },
    'the media folder': async () => {
      await choose(join(path, 'moved'))
      const target = await desktop.mediaFolder.choose()
      await drain(() => desktop.mediaFolder.move(target))
    },
  }
  return writes
}

function makeChat() {
  const turn = { id: 't', parentId: null, role: 'user', state: 'complete', createdAt: 1, model: null }
  const rest = { parameters: null, modelVersion: null, finishReason: null, blockReason: null, error: null }
  const times = { firstToken: null, firstAnswer: null, total: null }
  const more = {
    usage: null,
    exchangeId: null,
    upstream: null,
    metadata: null,
    comparison: null,
    edited: false,
  }
  const turns = [{ ...turn, ...rest, ...more, times, parts: [{ text: longText }] }]
  const parameters = { model: 'gen-2.5-flash' }
  const conversation = { title: 'Long', createdAt: 0, updatedAt: 0, headTurnId: 't', parameters }
  const file = { kind: 'gen-playground-conversation', version: 1, exportedAt: 0 }
  return JSON.stringify({ ...file, conversation, turns, media: {} })
}
