// A program that a test kills, or that kills itself, in the middle of its work. Arguments: the folder, the scenario.
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTick, setTimeout as pause } from 'node:timers/promises'
import type { Part } from '#shared/schemas/content'
import type { Send } from '#shared/wire/http'
import { makeBranch } from './turn.fixture'
import { openWorkspace, type Workspace } from './workspace'

const toEvent = (chunk: unknown) => Buffer.from(`data: ${JSON.stringify(chunk)}\n\n`)

async function* count(): AsyncGenerator<Uint8Array> {
  for (let number = 0; ; number += 1) {
    yield toEvent({ candidates: [{ content: { parts: [{ text: `${number} ` }] } }] })
    await pause(2)
  }
}

const toWholeAnswer = (...parts: Part[]) =>
  toEvent({ candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP' }] })
const streamForever = async () => ({ status: 200, headers: {}, body: count() })
const callFunction = (city: string): Part => ({
  functionCall: { id: city, name: 'weather', args: { city } },
  thoughtSignature: `of ${city}`,
})

/** The upstream's responses by scenario. The last one answers every further request. */
const answers: Record<string, (() => ReturnType<Send>)[]> = {
  answer: [streamForever],
  loop: [
    async () => ({
      status: 200,
      headers: {},
      body: toWholeAnswer(callFunction('Rome'), callFunction('Oslo')),
    }),
    async () => ({ status: 200, headers: {}, body: toWholeAnswer(callFunction('Bern')) }),
    streamForever,
  ],
  compare: [
    async () => ({ status: 200, headers: {}, body: toWholeAnswer({ text: 'Done.' }) }),
    streamForever,
    () => new Promise(() => {}),
  ],
}

const prompt = { conversationId: null, parts: [{ text: 'Count.' }] }
const parameters = { model: 'm' }
const mocked = {
  ...parameters,
  functions: {
    on: true,
    answerWithMocks: true,
    declarations: [{ name: 'weather' }],
    mocks: [{ name: 'weather', response: { sky: 'blue' } }],
  },
}

const scenarios: Record<string, (app: Workspace) => unknown> = {
  answer: (app) => app.chat.send({ ...prompt, parameters }),
  loop: (app) => app.chat.send({ ...prompt, parameters: mocked }),
  compare: (app) => app.chat.compare({ ...prompt, columns: [parameters, parameters, parameters] }),
  import: async (app) => {
    void app.exports.import(longFile())
    await killAfter(30)
  },
  delete: async (app) => {
    const { id } = await app.exports.import(longFile())
    void app.chat.deleteTurn({ conversationId: id, turnId: (await readBranch(app, id))[0] ?? '' })
    await killAfter(4)
  },
  restore: async (app) => {
    const { id } = await app.exports.import(longFile())
    const turn = { conversationId: id, turnId: (await readBranch(app, id))[0] ?? '' }
    await app.chat.deleteTurn(turn)
    void app.chat.restoreTurn(turn)
    await killAfter(4)
  },
}

/** Kills this process after `ticks` turns of the event loop. */
async function killAfter(ticks: number): Promise<void> {
  for (let tick = 0; tick < ticks; tick += 1) await nextTick()
  process.kill(process.pid, 'SIGKILL')
}

/** The ids of the branch, without the first turn. */
async function readBranch(app: Workspace, conversationId: string): Promise<string[]> {
  for await (const event of app.chat.watch({ conversationId })) {
    if (event.type === 'snapshot' && event.isEnd) app.chat.loadFullBranch({ conversationId })
    else if (event.type === 'snapshot') return event.branch.slice(1)
    else if (event.type === 'branch') return event.ids.slice(1)
  }
  return []
}

function longFile(): string {
  return JSON.stringify({
    kind: 'gen-playground-conversation',
    version: 1,
    exportedAt: 0,
    conversation: {
      title: 'Long',
      createdAt: 0,
      updatedAt: 0,
      headTurnId: 't2999',
      parameters,
      kind: 'chat',
    },
    turns: makeBranch(3000),
    media: {},
  })
}

async function runScenario(folder: string, scenario: string): Promise<void> {
  let requestCount = 0
  const app = await openWorkspace({
    folder,
    send: (sent) => {
      appendFileSync(join(folder, 'calls'), `${sent.method}\n`)
      const scripted = answers[scenario] ?? []
      const answer = scripted[Math.min(requestCount, scripted.length - 1)] ?? streamForever
      requestCount += 1
      return answer()
    },
  })
  process.stdout.write(`${JSON.stringify((await scenarios[scenario]?.(app)) ?? {})}\n`)
}

void runScenario(process.argv[2] ?? '', process.argv[3] ?? '')
