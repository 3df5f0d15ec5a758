// The next start after the program has ended in the middle of its work: what was received is there, what was not sent
// continues, and no request is sent twice.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { testVideo } from '#gateway/testing/fake-vendor/test-video.fixture'
import type { Part } from '#shared/schemas/content'
import type { HttpRequest, HttpResponse } from '#shared/wire/http'
import { readBody } from '#shared/wire/read-body'
import { bundleProgram } from './bundled-program.fixture'
import { hashOf } from './library/library.fixture'
import { failLoudness, readSnapshot } from './transcriptions/transcriptions.fixture'
import { listVideos } from './videos/video.fixture'
import { openWorkspace, type Workspace } from './workspace'
import { onDisk, read } from './workspace.fixture'

type Ending = 'kill' | 'close'

let program = ''
const root = mkdtempSync(join(tmpdir(), 'restart test '))

beforeAll(async () => {
  program = await bundleProgram(new URL('./killed-program.fixture.ts', import.meta.url))
}, 60_000)
afterAll(() => rmSync(root, { recursive: true, force: true }))

const countTo = (length: number) => Array.from({ length }, (_, number) => `${number} `).join('')
/** Abbreviates the numbers from 0 on, if none is missing. */
function abbreviateCount(text: string): string {
  const { length } = text.trim().split(' ')
  return length > 2 && text.trim() === countTo(length).trim() ? '0 1 2 …' : text
}

function describePart({ text, functionCall, functionResponse, inlineData, thoughtSignature }: Part): string {
  if (functionCall) return `call ${functionCall.id}${thoughtSignature ? ` signed ${thoughtSignature}` : ''}`
  if (functionResponse) return `result ${functionResponse.id}`
  return inlineData ? 'image' : abbreviateCount(text ?? '')
}
const describeParts = (parts: readonly Part[]) => parts.map(describePart).join(', ')

/** Everything that is shown, one line each. */
async function describe(app: Workspace): Promise<string[]> {
  const lines: string[] = []
  for (const { id, kind, queued } of app.conversations.list()) {
    const { branch, alternates, known } = await read(app, id)
    const turnIds = [...branch.slice(0, 1), ...Object.values(alternates).flat()]
    const turns = kind === 'chat' ? Object.values(known) : app.chat.turns({ conversationId: id, turnIds })
    lines.push(
      ...turns.map(({ role, state, comparison, parts }) =>
        [role, ...(comparison ? ['compared'] : []), `${state}:`, describeParts(parts)].join(' ').trim(),
      ),
      ...queued.map(({ parts }) => `queued: ${describeParts(parts)}`),
    )
  }
  for (const { source, state, error, pieces, preview } of (await readSnapshot(app)).jobs) {
    const states = pieces.map((piece) => piece.state).join()
    const text = abbreviateCount(preview)
    lines.push([source.name, state, states, error?.code, text].filter((part) => part).join(' '))
  }
  for (const { form, state, error } of await listVideos(app))
    lines.push([form.prompt, state, ...(error ? [error.code] : [])].join(' '))
  for (const { name, counts } of app.embeddings.list())
    lines.push(`${name}: ${counts.done} of ${counts.rows}, ${counts.cached} cached`)
  for (const { value, count } of app.library.facets().kinds)
    if (value !== 'conversation') lines.push(`library: ${count} ${value}`)
  return lines
}

/** Answers everything immediately, and lists what was requested. */
function openService() {
  const sent: string[] = []
  const json = (body: unknown): HttpResponse => ({
    status: 200,
    headers: {},
    body: Buffer.from(JSON.stringify(body)),
  })
  async function send({ path, headers, body: stream }: HttpRequest): Promise<HttpResponse> {
    const text = Buffer.from(await readBody(stream)).toString('latin1')
    const name = 'operations/abc123'
    if (path.endsWith(':predictLongRunning')) {
      sent.push('submit')
      return json({ name })
    }
    if (path.includes('/operations/')) {
      sent.push(`poll ${path.slice(path.indexOf('operations/'))}`)
      const video = { uri: 'http://127.0.0.1:1/v1beta/files/f1:download?alt=media' }
      return json({
        name,
        done: true,
        response: { generateVideoResponse: { generatedSamples: [{ video }] } },
      })
    }
    if (path.includes('/files/')) {
      sent.push(`download ${headers.range ?? 'all'}`)
      const from = Number(/bytes=(\d+)-/.exec(headers.range ?? '')?.[1] ?? 0)
      const range = `bytes ${from}-${testVideo.length - 1}/${testVideo.length}`
      return {
        status: headers.range ? 206 : 200,
        headers: { 'content-length': String(testVideo.length - from), 'content-range': range },
        body: testVideo.subarray(from),
      }
    }
    const fileName = /filename="([^"]+)"/.exec(text)?.[1]
    if (fileName) {
      sent.push(fileName)
      return json({ text: `Text of ${fileName}.` })
    }
    const { content, contents } = JSON.parse(text)
    if (content) {
      sent.push(content.parts[0].text)
      return json({ embedding: { values: [1, 2] } })
    }
    sent.push(contents.map(({ parts }: { parts: Part[] }) => describeParts(parts)).join(' | '))
    const candidate = { content: { role: 'model', parts: [{ text: 'Answer.' }] }, finishReason: 'STOP' }
    return { ...json({}), body: Buffer.from(`data: ${JSON.stringify({ candidates: [candidate] })}\n\n`) }
  }
  return { send, sent }
}

interface Reopened {
  readonly app: Workspace
  readonly folder: string
  readonly sent: string[]
}

async function open(folder: string): Promise<Reopened> {
  const { send, sent } = openService()
  const timer = (_: number, act: () => void) => {
    const pending = setImmediate(act)
    return () => clearImmediate(pending)
  }
  const app = await openWorkspace({ folder, send, timer })
  onTestFinished(() => app.close())
  failLoudness(app)
  return { app, folder, sent }
}

/** Shows this, when all running work has ended. */
async function expectShown({ app, folder, sent }: Reopened, shown: string[], requests: string[]) {
  await expect.poll(() => describe(app)).toEqual(shown)
  await expect.poll(() => app.countRunning()).toBe(0)
  expect(sent.splice(0)).toEqual(requests)
  const records = join(folder, 'rescue', 'records')
  expect(existsSync(records) ? readdirSync(records) : []).toEqual([])
}

interface Row {
  readonly scenario: string
  /** The number of requests that were sent before the end. */
  readonly before: number
  /** Requests of the next start, without the user. */
  readonly requests?: string[]
  readonly shown: string[]
  /** What the user can do then, the requests it sends, and what is shown after it. */
  readonly action?: (app: Workspace) => unknown
  readonly after?: { readonly requests: string[]; readonly shown: string[] }
  readonly check?: (reopened: Reopened) => unknown
}

const idOf = (app: Workspace) => app.conversations.list()[0]?.id ?? ''
async function headOf(app: Workspace) {
  const { conversation } = await read(app, idOf(app))
  return { conversationId: conversation.id, turnId: conversation.headTurnId ?? '' }
}
const regenerate = async (app: Workspace) => app.chat.regenerate(await headOf(app))
async function continueTranscriptions(app: Workspace) {
  const { jobs } = await readSnapshot(app)
  const idsOf = (state: string) => jobs.filter((job) => job.state === state).map(({ id }) => id)
  app.transcriptions.retry({ ids: idsOf('interrupted') })
  app.transcriptions.resume({ ids: idsOf('paused') })
}
const runSet = (app: Workspace) => app.embeddings.run({ id: app.embeddings.list()[0]?.id ?? '' })

const paused = 'paused.wav paused'
const done = (name: string, text = `Text of ${name}.wav.`) => `${name}.wav succeeded done ${text}`
const firstThenSecond = 'First. Text of busy (2 of 2).wav.'

/** Two rounds of function calls. */
const calls = [
  'user complete: Count.',
  'model complete: call Rome signed of Rome, call Oslo signed of Oslo',
  'user complete: result Rome, result Oslo',
  'model complete: call Bern signed of Bern',
  'user complete: result Bern',
]

const killed: Row[] = [
  {
    scenario: 'prompt',
    before: 0,
    shown: ['user complete: Count.', 'model interrupted:'],
    action: regenerate,
    after: { requests: ['Count.'], shown: ['user complete: Count.', 'model complete: Answer.'] },
  },
  {
    scenario: 'answer',
    before: 1,
    shown: ['user complete: Count.', 'model interrupted: 0 1 2 …', 'queued: Next.'],
    action: regenerate,
    after: {
      requests: ['Count.', 'Count. | Answer. | Next.'],
      shown: [
        'user complete: Count.',
        'model complete: Answer.',
        'user complete: Next.',
        'model complete: Answer.',
      ],
    },
  },
  {
    scenario: 'loop',
    before: 3,
    shown: [...calls, 'model interrupted: 0 1 2 …'],
    action: regenerate,
    after: {
      requests: [calls.map((line) => line.slice(line.indexOf(':') + 2)).join(' | ')],
      shown: [...calls, 'model complete: Answer.'],
    },
  },
  {
    scenario: 'compare',
    before: 3,
    shown: [
      'user complete: Count.',
      'model compared complete: Done.',
      'model compared interrupted: 0 1 2 …',
      'model compared interrupted:',
    ],
    async action(app) {
      const { conversation, known } = await read(app, idOf(app))
      const conversationId = conversation.id
      const second = Object.values(known)[2]
      app.chat.selectAnswer({ conversationId, turnId: second?.id ?? '' })
      app.chat.send({ conversationId, parts: [{ text: 'Go on.' }], parameters: { model: 'gen-2.5-pro' } })
    },
    after: {
      requests: ['Count. | 0 1 2 … | Go on.'],
      shown: [
        'user complete: Count.',
        'model interrupted: 0 1 2 …',
        'user complete: Go on.',
        'model complete: Answer.',
      ],
    },
  },
  // It is never listed.
  {
    scenario: 'import',
    before: 0,
    shown: [],
    async check({ app, folder }) {
      expect(app.conversations.search({ query: 'needle', kind: 'chat', limit: 9 })).toEqual([])
      const tables = ['turns', 'turn_texts', 'conversations', 'conversation_titles']
      const rows = () =>
        onDisk(folder, (file) => tables.map((table) => file.all(`SELECT 1 FROM ${table}`).length))
      await expect.poll(rows).toEqual([0, 0, 0, 0])
    },
  },
  // A long branch is deleted completely, and can be restored completely.
  ...['delete', 'restore'].map((scenario) => ({
    scenario,
    before: 0,
    shown: ['user complete: needle 0'],
    async check({ app, folder }: Reopened) {
      const conversationId = idOf(app)
      const second = onDisk(folder, (file) => file.get<{ id: string }>('SELECT id FROM turns WHERE seq = 2'))
      await app.chat.restoreTurn({ conversationId, turnId: second?.id ?? '' })
      const view = await read(app, conversationId)
      expect([view.branch.length, view.turns.at(-1)?.parts]).toEqual([3000, [{ text: 'needle 2999' }]])
      expect(onDisk(folder, (file) => file.all('SELECT 1 FROM turns WHERE deleted_at IS NOT NULL'))).toEqual(
        [],
      )
    },
  })),
  {
    scenario: 'drawing, half complete',
    before: 8,
    shown: [
      'user complete: Count.',
      ...[...Array(4)].flatMap(() => ['model complete: image', 'model interrupted:']),
      'library: 4 image',
    ],
  },
  {
    scenario: 'transcription, preparing',
    before: 0,
    requests: ['busy (1 of 2).wav', 'busy (2 of 2).wav', 'queued.wav'],
    shown: [
      paused,
      done('queued'),
      'busy.wav succeeded done,done Text of busy (1 of 2).wav. Text of busy (2 of 2).wav.',
      'library: 2 transcript',
    ],
  },
  {
    scenario: 'transcription, pausing',
    before: 1,
    requests: ['queued.wav'],
    shown: [paused, done('queued'), 'busy.wav interrupted interrupted ABORTED', 'library: 1 transcript'],
  },
  {
    scenario: 'transcription, streaming',
    before: 1,
    requests: ['queued.wav'],
    shown: [
      paused,
      done('queued'),
      'busy.wav interrupted interrupted ABORTED 0 1 2 …',
      'library: 1 transcript',
    ],
  },
  {
    scenario: 'transcription, second piece',
    before: 2,
    requests: ['queued.wav'],
    shown: [
      paused,
      done('queued'),
      'busy.wav interrupted done,interrupted ABORTED First.',
      'library: 1 transcript',
    ],
    action: continueTranscriptions,
    after: {
      requests: ['busy (2 of 2).wav', 'paused.wav'],
      shown: [
        done('paused'),
        done('queued'),
        `busy.wav succeeded done,done ${firstThenSecond}`,
        'library: 3 transcript',
      ],
    },
  },
  {
    scenario: 'transcription, between pieces',
    before: 1,
    requests: ['busy (2 of 2).wav', 'queued.wav'],
    shown: [
      paused,
      done('queued'),
      `busy.wav succeeded done,done ${firstThenSecond}`,
      'library: 2 transcript',
    ],
  },
  {
    scenario: 'transcription, all pieces done',
    before: 1,
    requests: ['queued.wav'],
    shown: [paused, done('queued'), 'busy.wav succeeded done,done First. Second.', 'library: 2 transcript'],
  },
  {
    scenario: 'embeddings',
    // Ten were answered, and six were in progress.
    before: 16,
    shown: ['Texts: 10 of 40, 0 cached', 'library: 1 embeddings'],
    action: runSet,
    after: {
      requests: Array.from({ length: 30 }, (_, at) => `Text ${at + 10}`),
      shown: ['Texts: 40 of 40, 0 cached', 'library: 1 embeddings'],
    },
  },
  {
    scenario: 'video, queued',
    before: 1,
    requests: ['submit', 'poll operations/abc123', 'download all'],
    shown: ['Boat 1 succeeded', 'Boat 0 interrupted CANCELLED', 'library: 1 video'],
  },
  {
    scenario: 'video, downloading',
    before: 3,
    requests: ['download bytes=300-'],
    shown: ['Boat 0 succeeded', 'library: 1 video'],
    async check({ app, folder }) {
      const [job] = await listVideos(app)
      expect(Buffer.from(await app.media.read(job?.videos[0]?.media ?? ''))).toEqual(testVideo)
      await app.close()
      expect(readdirSync(join(folder, 'downloads'))).toEqual([])
    },
  },
]

/** What quitting does too. */
const killedOrClosed: Row[] = [
  {
    scenario: 'continued',
    before: 2,
    shown: ['user complete: Count.', 'model interrupted: One, two,'],
    action: async (app) => {
      // The part of the answer that was received is found.
      expect(app.conversations.search({ query: 'two', kind: 'chat', limit: 9 })).toHaveLength(1)
      app.chat.continue(await headOf(app))
    },
    after: {
      requests: [expect.stringMatching(/^Count\. \| One, two, {2}\| .*exactly where it ends/)],
      shown: ['user complete: Count.', 'model complete: One, two, Answer.'],
    },
  },
  {
    scenario: 'unsaved answer',
    before: 1,
    shown: ['user complete: Count.', 'model complete: The whole answer.'],
  },
  {
    scenario: 'transcription, sending',
    before: 1,
    requests: ['queued.wav'],
    shown: [paused, done('queued'), 'busy.wav interrupted interrupted ABORTED', 'library: 1 transcript'],
    action: continueTranscriptions,
    after: {
      requests: ['busy.wav', 'paused.wav'],
      shown: [done('paused'), done('queued'), done('busy'), 'library: 3 transcript'],
    },
  },
  {
    scenario: 'unsaved vectors',
    before: 1,
    shown: ['Texts: 0 of 2, 0 cached'],
    action: runSet,
    after: { requests: [], shown: ['Texts: 2 of 2, 2 cached', 'library: 1 embeddings'] },
  },
  {
    scenario: 'video, running',
    before: 1,
    requests: ['poll operations/abc123', 'download all'],
    shown: ['Boat 0 succeeded', 'library: 1 video'],
  },
  {
    scenario: 'video, submitting',
    before: 1,
    shown: ['Boat 0 interrupted CANCELLED'],
  },
]

/** Moments that pass. Other scenarios stay at their points, so that one program waits for all of them. */
const passing = [
  'prompt',
  'import',
  'delete',
  'restore',
  'drawing, first file',
  'transcription, between pieces',
  'transcription, all pieces done',
]
const closed = killedOrClosed.map(({ scenario }) => scenario)
const lasting = [...killed, ...killedOrClosed]
  .map(({ scenario }) => scenario)
  .filter((scenario) => !passing.includes(scenario))

const programs = new Map<string, Promise<unknown>>()

/** Returns the folder of the scenario, once the program that all scenarios of its group share has ended. */
async function endDuring(scenario: string, ending: Ending): Promise<string> {
  const group = ending === 'close' ? closed : passing.includes(scenario) ? [scenario] : lasting
  const folder = join(root, ending)
  const args = [folder, ending, ...group]
  const start = async () => {
    mkdirSync(folder, { recursive: true })
    // Node.js warns of files whose downloads never end.
    const child = spawn(process.execPath, ['--no-warnings', program, ...args], {
      stdio: 'inherit',
      timeout: 60_000,
    })
    return await once(child, 'exit')
  }
  const ended = programs.get(args.join()) ?? start()
  programs.set(args.join(), ended)
  expect(await ended).toEqual(ending === 'kill' ? [null, 'SIGKILL'] : [0, null])
  const folderOfScenario = join(folder, scenario)
  onDisk(folderOfScenario, (file) => file.exec('DROP TRIGGER IF EXISTS full'))
  return folderOfScenario
}

test.each([
  ...killed.map((row) => ({ ...row, ending: 'kill' as const })),
  ...killedOrClosed.flatMap((row) => (['kill', 'close'] as const).map((ending) => ({ ...row, ending }))),
])(
  'the next start after an end during: $scenario ($ending)',
  async ({ scenario, ending, before, requests = [], shown, action, after, check }) => {
    const folder = await endDuring(scenario, ending)
    const calls = join(folder, 'calls')
    expect(existsSync(calls) ? readFileSync(calls, 'utf8').split('\n').length - 1 : 0).toBe(before)
    const reopened = await open(folder)
    await expectShown(reopened, shown, requests)
    await action?.(reopened.app)
    if (after) await expectShown(reopened, after.shown, after.requests)
    await check?.(reopened)
    if (check) return
    // A further start changes nothing, and sends nothing.
    await reopened.app.close()
    await expectShown(await open(folder), after?.shown ?? shown, [])
  },
)

test('killed at the first file of a drawing: every file is whole, and each answer has its image or none', async () => {
  const folder = await endDuring('drawing, first file', 'kill')
  const { app, sent } = await open(folder)
  const answers = (await describe(app)).filter((line) => line.startsWith('model'))
  expect(answers).toEqual(Array(8).fill(expect.stringMatching(/^model (complete: image|interrupted:)$/)))
  const names = readdirSync(join(folder, 'media'), { recursive: true, encoding: 'utf8' })
  for (const name of names.filter((each) => each.endsWith('.png')))
    expect(basename(name)).toBe(`${hashOf(readFileSync(join(folder, 'media', name)))}.png`)
  expect(sent).toEqual([])
})
