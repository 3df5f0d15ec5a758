// What is left when the program is killed in the midst of an answer: everything but the last moment.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { connect } from './storage/connection'
import { openWorkspace } from './workspace'
import {
  answerNext,
  ask,
  makeFolder,
  parameters,
  read,
  scriptGateway,
  setUp,
  untilIdle,
} from './workspace.fixture'

const root = fileURLToPath(new URL('../..', import.meta.url))
const bundle = join(root, 'node_modules/.cache/workspace-test')

/** Bundled as the application is: CommonJS, with the native module beside it. */
beforeAll(async () => {
  const entry = fileURLToPath(new URL('./endless-answer.fixture.ts', import.meta.url))
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    build: {
      ssr: entry,
      outDir: bundle,
      emptyOutDir: true,
      target: 'node18',
      rollupOptions: {
        external: ['libsql'],
        output: { format: 'cjs', entryFileNames: 'endless-answer.cjs' },
      },
    },
    ssr: { noExternal: true, external: ['libsql'] },
  })
}, 60_000)

interface Running {
  readonly child: ChildProcess
  readonly conversationId: string
}

async function startEndlessAnswer(folder: string): Promise<Running> {
  const child = spawn(process.execPath, [join(bundle, 'endless-answer.cjs'), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = await once(child.stdout, 'data')
  return { child, conversationId: JSON.parse(String(line)).conversationId }
}

async function killAtOnce({ child }: Running): Promise<void> {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

const counted = (length: number) => Array.from({ length }, (_, number) => `${number} `).join('')

test('the prompt is there when the program was killed as soon as it was sent', async () => {
  const folder = makeFolder()
  const running = await startEndlessAnswer(folder)
  await killAtOnce(running)
  const { app } = await setUp(folder)
  const view = await read(app, running.conversationId)
  expect(view.conversation).toMatchObject({ title: 'Count.', running: false, headTurnId: view.turns[1]?.id })
  expect(view.turns).toMatchObject([
    { role: 'user', state: 'complete', parts: [{ text: 'Count.' }] },
    { role: 'model', state: 'interrupted' },
  ])
})

test('an answer that was killed keeps its checkpoints, is interrupted, and can be tried again', async () => {
  const folder = makeFolder()
  const running = await startEndlessAnswer(folder)
  const onDisk = connect(join(folder, 'workspace.db'))
  const kept = () =>
    onDisk.get<{ parts: string }>("SELECT parts FROM turns WHERE role = 'model'")?.parts ?? '[]'
  const textOf = (parts: string): string => JSON.parse(parts)[0]?.text ?? ''
  await expect.poll(() => textOf(kept()).length, { timeout: 20_000 }).toBeGreaterThan(0)
  const first = textOf(kept())
  await expect.poll(() => textOf(kept()).length, { timeout: 20_000 }).toBeGreaterThan(first.length)
  const second = textOf(kept())
  onDisk.close()
  await killAtOnce(running)

  const gateway = scriptGateway()
  const app = await openWorkspace({ folder, send: gateway.send })
  onTestFinished(() => app.close())
  const [prompt, answer] = (await read(app, running.conversationId)).turns
  const text = answer?.parts[0]?.text ?? ''
  expect(answer).toMatchObject({ state: 'interrupted', error: null, parts: [{ text }] })
  expect(text.startsWith(second)).toBe(true)
  expect(text).toBe(counted(text.trim().split(' ').length))

  app.chat.regenerate({ conversationId: running.conversationId, turnId: answer?.id ?? '' })
  expect((await gateway.next()).body.contents).toEqual([{ role: 'user', parts: prompt?.parts }])
}, 60_000)

test('a workspace that was closed opens again as it was', async () => {
  const setting = await setUp()
  const { conversationId } = await ask(setting, 'One?')
  await ask(setting, 'Two?', conversationId)
  const before = await read(setting.app, conversationId)
  await setting.app.close()
  const again = await setUp(setting.folder)
  expect(await read(again.app, conversationId)).toEqual(before)
  const { body } = await ask(again, 'Three?', conversationId)
  expect(body.contents).toHaveLength(5)
  expect(again.app.conversations.list()[0]?.parameters).toEqual(parameters)
})

test('after a crash every column of a comparison is interrupted, what had come is found, and the queue waits', async () => {
  const { app, gateway, folder } = await setUp()
  const { conversationId, turnIds } = app.chat.compare({
    conversationId: null,
    parts: [{ text: 'Which?' }],
    columns: [parameters, parameters],
  })
  const call = await gateway.next()
  call.answer()
  await call.say('Halfway through')
  app.chat.queue({ conversationId, parts: [{ text: 'Next.' }], parameters })

  // The folder as a crash leaves it: its owner never came to say that it ends.
  const other = await setUp(folder)
  const view = await read(other.app, conversationId)
  expect(turnIds.map((id) => view.known[id]?.state)).toEqual(['interrupted', 'interrupted'])
  expect(view.conversation).toMatchObject({ running: false, queued: [{ parts: [{ text: 'Next.' }] }] })
  expect(findTexts(folder, 'Halfway')).toEqual(['Halfway through'])
})

function findTexts(folder: string, word: string): string[] {
  const direct = connect(join(folder, 'workspace.db'))
  const rows = direct.all<{ text: string }>('SELECT text FROM turn_texts WHERE turn_texts MATCH ?', [
    `"${word}"`,
  ])
  direct.close()
  return rows.map(({ text }) => text)
}

test('prompts, answers and changes by hand are found, thoughts are not', async () => {
  const { app, gateway, folder } = await setUp()
  const sent = app.chat.send({ conversationId: null, parts: [{ text: 'needle one' }], parameters })
  await answerNext(gateway, { text: 'needle thought', thought: true }, { text: 'needle two' })
  const { conversationId } = sent
  await untilIdle(app, conversationId)
  app.chat.edit({ ...sent, parts: [{ text: 'needle three' }], parameters })
  expect(findTexts(folder, 'needle')).toEqual(['needle one', 'needle two', 'needle three'])
})

test('an answer that was going on when the program ended is gone on with again', async () => {
  const { app, gateway, folder } = await setUp()
  const sent = app.chat.send({ conversationId: null, parts: [{ text: 'Count.' }], parameters })
  const { conversationId } = sent
  const first = await gateway.next()
  first.answer()
  await first.say('One, ')
  app.chat.stop(sent)
  const went = app.chat.continue(sent)
  const second = await gateway.next()
  second.answer()
  await second.say('two, ')
  await app.close()
  const again = await setUp(folder)
  expect((await read(again.app, conversationId)).turns[1]).toMatchObject({
    id: went.turnId,
    state: 'interrupted',
    parts: [{ text: 'One, two, ' }],
  })
  again.app.chat.continue({ conversationId, turnId: went.turnId })
  const third = await answerNext(again.gateway, { text: 'three.' })
  expect(third.body.contents[1]).toEqual({ role: 'model', parts: [{ text: 'One, two, ' }] })
  const { turns } = await untilIdle(again.app, conversationId)
  expect(turns[1]?.parts).toEqual([{ text: 'One, two, three.' }])
})
