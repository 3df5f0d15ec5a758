// Every kind of writing on a full disk and in read-only folders: each error is clear, and nothing is lost or left behind.
import { chmod, chown, cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { makeAudio } from '../bench/jobs.mjs'
import { root } from '../paths.mjs'
import { isRoot } from '../sandbox.mjs'
import { openCountingService } from './counting-service.mjs'
import { checkDatabases, checkMedia, listUnfinished, readState } from './read-state.mjs'
import { bundleProgram, startProgram } from './running-application.mjs'
import { openSmallDisk } from './small-disk.mjs'
import { listWrites } from './writes.mjs'

/** @typedef {import('./part.mjs').PartOptions} PartOptions */
/** @typedef {import('./running-application.mjs').RunningProgram} RunningProgram */
/** @typedef {import('./small-disk.mjs').SmallDisk} SmallDisk */
/** @typedef {Awaited<ReturnType<typeof openCountingService>>} CountingService */

const megabytes = 256
/** Milliseconds until a call without an answer counts as stuck. */
const maxWait = 30_000

/** @type {import('./part.mjs').Part} */
export const part = {
  name: 'blocked-folders',
  description: 'every kind of writing on a full disk and in read-only folders',
  // Less than all of it is only the full disk.
  ciShare: 0.5,
  async run(options) {
    const folder = await mkdtemp(join(tmpdir(), 'gen-playground-blocked-'))
    const service = await openCountingService()
    try {
      // Another user may run the program.
      await chmod(folder, 0o755)
      const environment = { folder, service, program: await bundleProgram() }
      await fillDisk(options, environment)
      if (options.share >= 1) await blockFolders(options, environment)
    } finally {
      service.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    }
  },
}

/** @typedef {{ folder: string, service: CountingService, program: string }} Environment */

/** Returns the message of each error; null for calls that succeeded. @param {Record<string, () => Promise<unknown>>} writes */
async function tryAll(writes) {
  /** @type {Map<string, string | null>} */
  const outcomes = new Map()
  for (const [name, write] of Object.entries(writes)) {
    const timeout = new AbortController()
    const late = pause(maxWait, 'no answer', { signal: timeout.signal }).catch(() => null)
    const outcome = write().then(
      () => null,
      (error) => String(error.message),
    )
    outcomes.set(name, await Promise.race([outcome, late]))
    timeout.abort()
  }
  return outcomes
}

/** Errors that do not say what happened where. @param {Map<string, string | null>} outcomes @param {RegExp} reason @param {string} path */
function listUnclear(outcomes, reason, path) {
  return [...outcomes]
    .filter(([, message]) => message !== null && !(reason.test(message) && message.includes(path)))
    .map(([name, message]) => `${name}: ${message}`)
}

/** @param {Map<string, string | null>} outcomes */
function listFailed(outcomes) {
  return [...outcomes]
    .filter(([, message]) => message !== null)
    .map(([name, message]) => `${name}: ${message}`)
}

/** Chooses the service, stores audio and an image. Returns the audio's hash. @param {RunningProgram} running @param {CountingService} service */
async function prepare({ desktop, command }, service) {
  await desktop.settings.update({
    services: [{ id: 'service', name: 'Counting', baseUrl: service.url }],
    upstream: { kind: 'service', profile: 'service' },
    chatTitles: false,
  })
  await desktop.keys.set({ slot: 'service', key: 'key-of-the-service' })
  await draw(desktop, '#0-1#')
  const isDrawn = async () => (await desktop.library.ids({ kinds: ['image'] })).length > 0
  while (!(await isDrawn())) await pause(100)
  return String(
    await command({ type: 'store', base64: makeAudio(1).toString('base64'), mimeType: 'audio/wav' }),
  )
}

/** @param {any} desktop @param {string} tag */
async function draw(desktop, tag) {
  return await desktop.images.draw({
    conversationId: null,
    after: null,
    parts: [{ text: `A fox ${tag}` }],
    parameters: { model: 'gen-2.5-flash-image' },
    variations: 1,
  })
}

/** Work whose results arrive while nothing can be saved. @param {RunningProgram} running @param {CountingService} service @param {{ audio: string, round: string }} work */
async function startWork({ desktop }, service, { audio, round }) {
  await desktop.chat.send({
    conversationId: null,
    parts: [{ text: `Count #${round}-1#` }],
    parameters: { model: 'gen-2.5-flash' },
  })
  await draw(desktop, `#${round}-2#`)
  const source = { media: audio, mimeType: 'audio/wav', name: `talk #${round}-3#.wav` }
  await desktop.transcriptions.add({ sources: [source], settings: { model: 'gen-4o-transcribe' } })
  const isSent = () => [1, 2, 3].every((number) => service.received.has(`#${round}-${number}#`))
  while (!isSent()) await pause(5)
}

/** @param {import('./read-state.mjs').State} state @param {CountingService} service @param {string} round */
function listMissing({ turns, transcriptions }, service, round) {
  const all = [...turns.values()]
  const prompt = (/** @type {number} */ number) =>
    all.find(({ role, parts }) => role === 'user' && parts[0]?.text.includes(`#${round}-${number}#`))
  const answer = (/** @type {number} */ number) => all.find(({ parentId }) => parentId === prompt(number)?.id)
  const words = service.words.get(`#${round}-1#`)?.length ?? 0
  const found = (answer(1)?.parts[0]?.text ?? '').trim().split(' ').length
  const isDrawn = answer(2)?.parts.some((/** @type {any} */ { inlineData }) => inlineData)
  const job = [...transcriptions.values()].find(({ source }) => source.name.includes(`#${round}-3#`))
  return [
    ...(found === words ? [] : [`the answer has ${found} of ${words} words`]),
    ...(isDrawn ? [] : ['the image is missing']),
    ...(job?.state === 'succeeded' ? [] : [`the transcription is ${job?.state}: ${job?.error?.message}`]),
    ...[...service.received]
      .filter(([tag, times]) => tag.startsWith(`#${round}-`) && times > 1)
      .map(([tag, times]) => `${tag} was sent ${times} times`),
  ]
}

/** @param {RunningProgram} running */
async function waitUntilIdle({ desktop }) {
  for (let attempt = 0; attempt < 150; attempt += 1) {
    const { running } = await desktop.application.status()
    const { pending } = await desktop.saves.list()
    if (running === 0 && pending.length === 0) break
    await pause(200)
  }
  return await readState(desktop, 0)
}

/** Waits until results could not be saved. Returns reports that do not say why. @param {RunningProgram} running @param {RegExp} reason */
async function listUnclearSaves({ desktop }, reason) {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const { pending } = await desktop.saves.list()
    if (pending.length >= 2)
      return pending
        .filter((/** @type {any} */ { message }) => !reason.test(message))
        .map((/** @type {any} */ { owner, message }) => `${owner}: ${message}`)
    await pause(100)
  }
  return ['fewer than two results are reported as not saved']
}

/** @param {PartOptions} options @param {Environment} environment */
async function fillDisk(options, { folder, service, program }) {
  const { log, count, check } = options
  const path = join(folder, 'disk')
  await mkdir(path)
  const disk = await openSmallDisk(path, megabytes)
  if (!disk) return log('skipped: this system allows no disk in memory, so no disk is filled')
  const data = join(path, 'data')
  const open = (/** @type {string} */ at) => startProgram(program, at, { prefix: disk.prefix })
  try {
    const running = await open(data)
    const audio = await prepare(running, service)
    await startWork(running, service, { audio, round: '1' })
    disk.fill()
    const outcomes = await tryAll(listWrites(running, { audio, path }))
    count('kinds of writing tried on the full disk', outcomes.size)
    count('of these failed', listFailed(outcomes).length)
    check('full disk: each error names the place and what to do', listUnclear(outcomes, /full|free/i, path))
    check('full disk: results that are not saved are reported', await listUnclearSaves(running, /full|free/i))
    const whileFull = await readState(running.desktop, 0)
    check('full disk: no unfinished file', await listUnfinished([disk.outside], whileFull))
    disk.free()
    await running.desktop.saves.retry()
    check(
      'space is back: what was in progress is saved',
      listMissing(await waitUntilIdle(running), service, '1'),
    )
    check('space is back: everything works', listFailed(await tryAll(listWrites(running, { audio, path }))))
    const after = await waitUntilIdle(running)
    check('space is back: databases and files are intact', [
      ...checkDatabases(join(disk.outside, 'data')),
      ...(await checkMedia(seenFromOutside(after, disk))),
      ...(await listUnfinished([disk.outside], after)),
    ])
    check('full disk: no unhandled error', running.output() === '' ? [] : [running.output()])
    await running.close()
    await checkStarts(options, { disk, data, open })
  } finally {
    await disk.close()
  }
}

/** @param {import('./read-state.mjs').State} state @param {SmallDisk} disk */
function seenFromOutside(state, { path, outside }) {
  const { mediaFolder } = state
  return { ...state, mediaFolder: { ...mediaFolder, path: mediaFolder.path.replace(path, outside) } }
}

/** @typedef {{ disk: SmallDisk, data: string, open: (folder: string) => Promise<RunningProgram> }} Starts */

/** @param {PartOptions} options @param {Starts} starts */
async function checkStarts({ check }, { disk, data, open }) {
  const old = join(disk.path, 'old')
  const oldFolder = join(root, 'src', 'main', 'testing', 'user-data', 'folder-v6')
  await cp(oldFolder, join(disk.outside, 'old'), { recursive: true })
  const before = await readFile(join(disk.outside, 'old', 'workspace.db'))
  disk.fill()
  const problems = []
  for (const folder of [data, old, join(disk.path, 'new')]) {
    const message = await open(folder).then(
      (running) => running.close().then(() => ''),
      (error) => String(error.message),
    )
    if (message !== '' && !(/full|free/i.test(message) && message.includes(folder))) problems.push(message)
  }
  check('full disk: the application starts, or says why it cannot', problems)
  const isSame = before.equals(await readFile(join(disk.outside, 'old', 'workspace.db')))
  check('full disk: an old database is not changed', isSame ? [] : ['it was changed'])
  disk.free()
  const counts = []
  for (const folder of [data, old, join(disk.path, 'new')]) {
    const running = await open(folder)
    counts.push((await running.desktop.conversations.list()).length)
    await running.close()
  }
  const isComplete = (counts[0] ?? 0) > 1 && (counts[1] ?? 0) > 1
  check(
    'space is back: it starts with everything',
    isComplete ? [] : [`chats in the three folders: ${counts}`],
  )
}

const nobody = 65_534

/** Folders become read-only while the application runs, and before it starts. @param {PartOptions} options @param {Environment} environment */
async function blockFolders(options, { folder, service, program }) {
  const { log, count, check } = options
  if (process.platform === 'win32') return log('skipped: folders have no permission bits')
  // Permission bits do not stop root.
  const uid = isRoot ? nobody : undefined
  const path = join(folder, 'read-only')
  const data = join(path, 'data')
  await mkdir(data, { recursive: true })
  if (uid !== undefined) for (const owned of [path, data]) await chown(owned, uid, uid)
  const open = () => startProgram(program, data, uid === undefined ? {} : { uid })
  const running = await open()
  const audio = await prepare(running, service)
  await running.desktop.library.reconcile()
  await startWork(running, service, { audio, round: '2' })
  const folders = [path, data, ...(await listFolders(data))]
  for (const blocked of folders) await chmod(blocked, 0o555)
  const outcomes = await tryAll(listWrites(running, { audio, path }))
  count('kinds of writing tried in read-only folders', outcomes.size)
  count('of these failed', listFailed(outcomes).length)
  check('read-only folders: each error names the place and the reason', listUnclear(outcomes, readOnly, path))
  check('read-only folders: no unhandled error', running.output() === '' ? [] : [running.output()])
  for (const blocked of folders) await chmod(blocked, 0o755)
  await running.desktop.saves.retry()
  const after = await waitUntilIdle(running)
  check('folders are writable: what was in progress is saved', listMissing(after, service, '2'))
  await running.close()
  // The next start removes unfinished files that stayed in read-only folders.
  const again = await open()
  const failed = listFailed(await tryAll(listWrites(again, { audio, path })))
  check('folders are writable: everything works', failed)
  const state = await waitUntilIdle(again)
  check('folders are writable: databases and files are intact', [
    ...checkDatabases(data),
    ...(await checkMedia(state)),
    ...(await listUnfinished([path], state)),
  ])
  await again.close()
  await checkReadOnlyStarts(options, data, open)
}

const readOnly = /permission|read-only/i

/** @param {PartOptions} options @param {string} data @param {() => Promise<RunningProgram>} open */
async function checkReadOnlyStarts({ check }, data, open) {
  const problems = []
  for (const [path, mode] of /** @type {const} */ ([
    [data, 0o755],
    [join(data, 'workspace.db'), 0o600],
  ])) {
    await chmod(path, mode & 0o555)
    const message = await open().then(
      (running) => running.close().then(() => ''),
      (error) => String(error.message),
    )
    await chmod(path, mode)
    if (message !== '' && !(readOnly.test(message) && message.includes(data))) problems.push(message)
  }
  check('a read-only data folder or database: the application starts, or says why it cannot', problems)
  const running = await open()
  const isComplete = (await running.desktop.conversations.list()).length > 1
  check('writable again: it starts with everything', isComplete ? [] : ['chats are missing'])
  await running.close()
}

/** @param {string} folder */
async function listFolders(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map(({ parentPath, name }) => join(parentPath, name))
}
