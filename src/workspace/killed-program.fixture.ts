// A program of its own that is killed in the middle of something; its arguments are the folder, and what it does.
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
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

const whole = (...parts: Part[]) =>
  toEvent({ candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP' }] })
const endless = async () => ({ status: 200, headers: {}, body: count() })
const call = (city: string): Part => ({
  functionCall: { id: city, name: 'weather', args: { city } },
  thoughtSignature: `of ${city}`,
})

/** How the upstream answers: the last of them every call from there on. */
const answers: Record<string, (() => ReturnType<Send>)[]> = {
  answer: [endless],
  loop: [
    async () => ({ status: 200, headers: {}, body: whole(call('Rome'), call('Oslo')) }),
    async () => ({ status: 200, headers: {}, body: whole(call('Bern')) }),
    endless,
  ],
  compare: [
    async () => ({ status: 200, headers: {}, body: whole({ text: 'Done.' }) }),
    endless,
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

const acts: Record<string, (app: Workspace) => unknown> = {
  answer: (app) => app.chat.send({ ...prompt, parameters }),
  loop: (app) => app.chat.send({ ...prompt, parameters: mocked }),
  compare: (app) => app.chat.compare({ ...prompt, columns: [parameters, parameters, parameters] }),
  import: async (app) => {
    void app.exports.import(longFile())
    await dieAfter(30)
  },
  delete: async (app) => {
    const { id } = await app.exports.import(longFile())
    void app.chat.deleteTurn({ conversationId: id, turnId: (await readBranch(app, id))[0] ?? '' })
    await dieAfter(4)
  },
  restore: async (app) => {
    const { id } = await app.exports.import(longFile())
    const turn = { conversationId: id, turnId: (await readBranch(app, id))[0] ?? '' }
    await app.chat.deleteTurn(turn)
    void app.chat.restoreTurn(turn)
    await dieAfter(4)
  },
}

/** This many turns of the loop later. */
async function dieAfter(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await nextTurn()
  process.kill(process.pid, 'SIGKILL')
}

/** Without the first turn. */
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

async function act(folder: string, what: string): Promise<void> {
  let calls = 0
  const app = await openWorkspace({
    folder,
    send: (sent) => {
      appendFileSync(join(folder, 'calls'), `${sent.method}\n`)
      const scripted = answers[what] ?? []
      const answer = scripted[Math.min(calls, scripted.length - 1)] ?? endless
      calls += 1
      return answer()
    },
  })
  process.stdout.write(`${JSON.stringify((await acts[what]?.(app)) ?? {})}\n`)
}

void act(process.argv[2] ?? '', process.argv[3] ?? '')
