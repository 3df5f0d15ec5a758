// Every kind of writing on a full disk: each error is clear, and nothing is lost or left behind.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { chooseService, saveServiceKey } from '../running-application.mjs'
import { makeAudio, openCountingService } from './counting-service.mjs'
import { writeExportedChat } from './exported-chat.mjs'
import { withFolder } from './part.mjs'
import { checkDatabases, checkMedia, listUnfinished, readState } from './read-state.mjs'
import { bundleProgram, startProgram } from './running-program.mjs'
import { openSmallDisk } from './small-disk.mjs'

/** @typedef {import('./part.mjs').PartOptions} PartOptions */
/** @typedef {import('./running-program.mjs').RunningProgram} RunningProgram */
/** @typedef {import('./small-disk.mjs').SmallDisk} SmallDisk */
/** @typedef {Awaited<ReturnType<typeof openCountingService>>} CountingService */

const megabytes = 256
/** Milliseconds until a call without an answer counts as stuck. */
const maxWait = 30_000
const full = /full|free/i

/** @type {import('./part.mjs').Part} */
export const part = {
  name: 'full-disk',
  description: 'every kind of writing on a full disk',
  ciShare: 1,
  run: (options) =>
    withFolder(async (folder) => {
      const path = join(folder, 'disk')
      await mkdir(path)
      const disk = await openSmallDisk(path, megabytes)
      if (!disk) return options.log('skipped: this system allows no disk in memory')
      const program = await bundleProgram()
      const open = (/** @type {string} */ data) => startProgram(program, data, disk.prefix)
      try {
        await fillWhileRunning(options, disk, open)
        await startOnFullDisk(options, disk, open)
      } finally {
        await disk.close()
      }
    }),
}

/** @typedef {(data: string) => Promise<RunningProgram>} Open */

/** Larger than what a database can store in its free pages. */
const longText = 'word '.repeat(400_000)
const chat = { model: 'gen-2.5-flash' }
const image = { model: 'gen-2.5-flash-image' }
const speech = { model: 'gen-4o-transcribe' }

/** The calls that write, each with enough data that it needs space on the disk. @param {RunningProgram} running @param {string} audio @param {string} path @returns {Record<string, () => Promise<unknown>>} */
function listWrites({ desktop, store, choose, append }, audio, path) {
  const draft = { text: longText, attachments: [], parameters: null, columns: null }
  const source = { media: audio, mimeType: 'audio/wav', name: 'talk.wav' }
  const embedding = { model: 'gen-embedding-001', taskType: null, outputDimensionality: null }
  const row = { text: longText.slice(0, 90_000), title: null, cells: [] }
  /** @param {AsyncIterable<unknown>} events */
  const drain = async (events) => {
    for await (const _ of events) {
      // Its progress.
    }
  }
  return {
    'a prompt': () =>
      desktop.chat.send({ conversationId: null, parts: [{ text: longText }], parameters: chat }),
    'a draft': () => desktop.drafts.write({ key: 'new', draft }),
    'a form': () => desktop.forms.write({ name: 'video', form: { prompt: longText } }),
    'a setting': () => desktop.settings.update({ allowedOrigins: [`https://${'a'.repeat(60)}.test`] }),
    'a key': () => desktop.keys.set({ slot: 'gemini', key: 'k'.repeat(8000) }),
    'a template': () => desktop.templates.save({ name: 'Long', text: longText.slice(0, 100_000) }),
    'an imported chat': () =>
      desktop.conversations.importText({ text: writeExportedChat('Long', [longText]) }),
    'a video job': () =>
      desktop.videos.create({ model: 'gen-video-3.1-fast-generate-preview', prompt: 'A sea '.repeat(3000) }),
    'a transcription': () =>
      desktop.transcriptions.add({
        sources: [source],
        settings: { ...speech, prompt: longText.slice(0, 10_000) },
      }),
    'an embedding set': async () => {
      const { id } = await desktop.embeddings.create({ name: 'Texts', settings: embedding, columns: [] })
      await desktop.embeddings.insertRows({ id, before: null, rows: Array.from({ length: 50 }, () => row) })
    },
    'a recording': async () => append((await desktop.recordings.start()).id, 0, 1_000_000),
    'an attached file': () => store(Buffer.alloc(1_000_000, 3), 'image/png'),
    'an archive': async () => {
      await choose(join(path, 'exported.zip'))
      const ids = await desktop.library.ids({ kinds: ['image'] })
      await drain(await desktop.library.export({ ids }))
    },
    'an exported chat': async () => {
      await choose(join(path, 'exported.json'))
      const [{ id }] = await desktop.conversations.list()
      await desktop.conversations.export({ conversationId: id, format: 'json' })
    },
    'the media folder': async () => {
      await choose(join(path, 'moved'))
      await drain(await desktop.mediaFolder.move(await desktop.mediaFolder.choose()))
    },
  }
}

/** Tries all writes. Returns those that failed, with the messages. @param {RunningProgram} running @param {string} audio @param {string} path @returns {Promise<[name: string, message: string][]>} */
async function tryWrites(running, audio, path) {
  /** @type {[string, string][]} */
  const failed = []
  for (const [name, write] of Object.entries(listWrites(running, audio, path))) {
    const timeout = new AbortController()
    const late = pause(maxWait, 'no answer', { signal: timeout.signal }).catch(() => '')
    const outcome = write().then(
      () => '',
      (error) => String(error.message),
    )
    const message = await Promise.race([outcome, late])
    timeout.abort()
    if (message !== '') failed.push([name, message])
  }
  return failed
}

/** Results arrive, and everything else is written, while nothing can be saved. @param {PartOptions} options @param {SmallDisk} disk @param {Open} open */
async function fillWhileRunning({ count, check }, disk, open) {
  const { path, outside } = disk
  const service = await openCountingService()
  const running = await open(join(path, 'data'))
  const { desktop } = running
  await chooseService(desktop, service.url)
  await saveServiceKey(desktop)
  await draw(desktop, '#0-1#')
  while ((await desktop.library.ids({ kinds: ['image'] })).length === 0) await pause(100)
  const audio = await running.store(makeAudio(1), 'audio/wav')
  await startWork(desktop, audio, service)
  disk.fill()
  const failed = await tryWrites(running, audio, path)
  count('kinds of writing failed on the full disk', failed.length)
  const unclear = failed.filter(([, message]) => !full.test(message) || !message.includes(path))
  check('full disk: each error names the place and what to do', unclear.map(describe))
  check('full disk: results that are not saved are reported', await listUnclearSaves(desktop))
  check('full disk: no unfinished file', await listUnfinished([outside], await readState(desktop)))
  disk.free()
  await desktop.saves.retry()
  check('space is back: what was in progress is saved', listMissing(await waitUntilIdle(desktop), service))
  check('space is back: everything works', (await tryWrites(running, audio, path)).map(describe))
  const { mediaFolder, ...state } = await waitUntilIdle(desktop)
  const seen = { ...state, mediaFolder: { ...mediaFolder, path: mediaFolder.path.replace(path, outside) } }
  const problems = [...(await checkMedia(seen)), ...(await listUnfinished([outside], seen))]
  check('space is back: databases and files are intact', [
    ...checkDatabases(join(outside, 'data')),
    ...problems,
  ])
  check('full disk: no unhandled error', running.output() === '' ? [] : [running.output()])
  await running.close()
  service.close()
}

/** @param {[name: string, message: string]} failed */
const describe = ([name, message]) => `${name}: ${message}`

/** @param {any} desktop @param {string} tag */
async function draw(desktop, tag) {
  const prompt = { conversationId: null, after: null, parts: [{ text: `A fox ${tag}` }] }
  await desktop.images.draw({ ...prompt, parameters: image, variations: 1 })
}

/** @param {any} desktop @param {string} audio @param {CountingService} service */
async function startWork(desktop, audio, service) {
  await desktop.chat.send({ conversationId: null, parts: [{ text: 'Count #1-1#' }], parameters: chat })
  await draw(desktop, '#1-2#')
  const source = { media: audio, mimeType: 'audio/wav', name: 'talk #1-3#.wav' }
  await desktop.transcriptions.add({ sources: [source], settings: speech })
  while (![1, 2, 3].every((number) => service.received.has(`#1-${number}#`))) await pause(5)
}

/** What is missing of that work. @param {import('./read-state.mjs').State} state @param {CountingService} service */
function listMissing({ turns, transcriptions }, { words, received }) {
  const all = [...turns.values()]
  const answerTo = (/** @type {string} */ tag) => {
    const prompt = all.find(({ role, parts }) => role === 'user' && parts[0]?.text.includes(tag))
    return all.find(({ parentId }) => parentId === prompt?.id)
  }
  const sent = words.get('#1-1#')?.length ?? 0
  const found = (answerTo('#1-1#')?.parts[0]?.text ?? '').trim().split(' ').length
  const isDrawn = answerTo('#1-2#')?.parts.some((/** @type {any} */ { inlineData }) => inlineData)
  const job = [...transcriptions.values()].find(({ source }) => source.name.includes('#1-3#'))
  return [
    ...(found === sent ? [] : [`the answer has ${found} of ${sent} words`]),
    ...(isDrawn ? [] : ['the image is missing']),
    ...(job?.state === 'succeeded' ? [] : [`the transcription is ${job?.state}: ${job?.error?.message}`]),
    ...[...received].filter(([, times]) => times > 1).map(([tag, times]) => `${tag} was sent ${times} times`),
  ]
}

/** Waits until results could not be saved. Returns reports that do not say why. @param {any} desktop @returns {Promise<string[]>} */
async function listUnclearSaves(desktop) {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    /** @type {{ pending: { owner: string, message: string }[] }} */
    const { pending } = await desktop.saves.list()
    if (pending.length >= 2)
      return pending
        .filter(({ message }) => !full.test(message))
        .map(({ owner, message }) => `${owner}: ${message}`)
    await pause(100)
  }
  return ['fewer than two results are reported as not saved']
}

/** @param {any} desktop */
async function waitUntilIdle(desktop) {
  for (let attempt = 0; attempt < 150; attempt += 1) {
    const { running } = await desktop.application.status()
    const { pending } = await desktop.saves.list()
    if (running === 0 && pending.length === 0) break
    await pause(200)
  }
  return await readState(desktop)
}

/** With the data that are there, and with a new folder. @param {PartOptions} options @param {SmallDisk} disk @param {Open} open */
async function startOnFullDisk({ check }, disk, open) {
  const folders = ['data', 'new'].map((name) => join(disk.path, name))
  disk.fill()
  const problems = []
  for (const folder of folders) {
    const message = await open(folder).then(
      (running) => running.close().then(() => ''),
      (error) => String(error.message),
    )
    if (message !== '' && !(full.test(message) && message.includes(folder))) problems.push(message)
  }
  check('full disk: the application starts, or says why it cannot', problems)
  disk.free()
  const counts = []
  for (const folder of folders) {
    const running = await open(folder)
    counts.push((await running.desktop.conversations.list()).length)
    await running.close()
  }
  const isComplete = (counts[0] ?? 0) > 1
  check('space is back: it starts with everything', isComplete ? [] : [`chats in the folders: ${counts}`])
}
