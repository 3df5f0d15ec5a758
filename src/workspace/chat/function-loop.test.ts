// The function loop: answering calls with mocks, and its limits.
import { expect, test } from 'vitest'
import type { ChatParameters, FunctionSettings } from '#shared/schemas/chat-parameters'
import type { Part } from '#shared/schemas/content'
import type { ScriptedService } from '../scripted-service.fixture'
import {
  openTestWorkspace,
  parameters,
  respondNext,
  startAnswer,
  waitUntil,
  waitUntilIdle,
  watch,
} from '../workspace.fixture'
import { answerWithMocks } from './save-turns'

const mocked = (settings: Partial<FunctionSettings> = {}): ChatParameters => ({
  ...parameters,
  functions: {
    on: true,
    declarations: [{ name: 'weather' }, { name: 'time' }],
    mocks: [
      { name: 'weather', response: { sky: 'blue' } },
      { name: 'time', response: { output: '12:00' } },
    ],
    answerWithMocks: true,
    ...settings,
  },
})

const prompt = (text: string) => ({ conversationId: null, parts: [{ text }], parameters: mocked() })

const callOf = (name: string, rest: object = {}): Part => ({ functionCall: { name, args: {}, ...rest } })

test('results are in the order of the calls, with the ids of the calls', () => {
  const parts = [
    { text: 'Let me look.' },
    callOf('time', { id: 'c1' }),
    callOf('weather'),
    callOf('time', { id: 'c2' }),
  ]
  expect(answerWithMocks({ parts, parameters: mocked() })).toEqual([
    { functionResponse: { id: 'c1', name: 'time', response: { output: '12:00' } } },
    { functionResponse: { name: 'weather', response: { sky: 'blue' } } },
    { functionResponse: { id: 'c2', name: 'time', response: { output: '12:00' } } },
  ])
})

test.each<[string, ChatParameters | null, Part[]]>([
  ['one of the calls has no mock', mocked(), [callOf('weather'), callOf('unknown')]],
  ['mocks are off', mocked({ answerWithMocks: false }), [callOf('weather')]],
  ['functions are off', mocked({ on: false }), [callOf('weather')]],
  ['there is no call', mocked(), [{ text: 'Blue.' }]],
  ['the parameters are unknown', null, [callOf('weather')]],
])('the user must answer if %s', (_, parameters, parts) => {
  expect(answerWithMocks({ parts, parameters })).toBeUndefined()
})

test('answers calls with mocks, and returns signatures and unknown fields verbatim', async () => {
  const { app, service } = await openTestWorkspace()
  const { conversationId } = app.chat.send(prompt('How is it?'))
  const calls: Part[] = [
    {
      functionCall: { name: 'weather', id: 'w', args: { city: 'Oslo' }, novel: [1] },
      thoughtSignature: 'c2ln',
    },
    { functionCall: { name: 'time' }, partMetadata: { zeta: 1, alpha: 2 } },
  ]
  await respondNext(service, ...calls)
  const second = await respondNext(service, { text: 'Blue, at noon.' })
  expect(JSON.stringify(second.body.contents)).toBe(
    JSON.stringify([
      { role: 'user', parts: [{ text: 'How is it?' }] },
      { role: 'model', parts: calls },
      {
        role: 'user',
        parts: [
          { functionResponse: { id: 'w', name: 'weather', response: { sky: 'blue' } } },
          { functionResponse: { name: 'time', response: { output: '12:00' } } },
        ],
      },
    ]),
  )
  const view = await waitUntilIdle(app, conversationId)
  expect(view.turns.map(({ state }) => state)).toEqual(Array(4).fill('complete'))
  expect(view.turns[3]).toMatchObject({ parts: [{ text: 'Blue, at noon.' }], parameters: mocked() })
})

test('a call without a mock waits for the user, and so does the queue', async () => {
  const { app, service } = await openTestWorkspace()
  const { conversationId } = app.chat.send(prompt('Do it.'))
  const request = await service.next()
  app.chat.queue({ conversationId, parts: [{ text: 'Then?' }], parameters })
  await request.complete(callOf('unknown'))
  expect((await waitUntilIdle(app, conversationId)).conversation.queued).toHaveLength(1)
  const result = { functionResponse: { name: 'unknown', response: { error: 'no such thing' } } }
  app.chat.send({ conversationId, parts: [result], parameters: mocked() })
  const answered = await respondNext(service, { text: 'Pity.' })
  expect(answered.body.contents.at(-1)).toEqual({ role: 'user', parts: [result] })
  const next = await respondNext(service, { text: 'So be it.' })
  expect(next.body.contents.at(-1)).toEqual({ role: 'user', parts: [{ text: 'Then?' }] })
  expect((await waitUntilIdle(app, conversationId)).turns).toHaveLength(6)
})

async function callAgain(service: ScriptedService, times: number): Promise<void> {
  for (let round = 0; round < times; round += 1) await respondNext(service, callOf('weather'))
}

test('mocks answer at most ten rounds of calls, then the user must', async () => {
  const { app, service } = await openTestWorkspace()
  const { conversationId } = app.chat.send(prompt('Go.'))
  const viewer = watch(app, conversationId)
  await callAgain(service, 11)
  const view = await waitUntil(
    viewer,
    ({ turns, conversation }) => turns.length >= 22 && !conversation.running,
  )
  expect(view.turns).toHaveLength(22)
  expect(view.turns.at(-1)).toMatchObject({ role: 'model', parts: [callOf('weather')] })
  const result = { functionResponse: { name: 'weather', response: {} } }
  app.chat.send({ conversationId, parts: [result], parameters: mocked() })
  await callAgain(service, 1)
  await respondNext(service, { text: 'Enough.' })
  const end = await waitUntil(
    viewer,
    ({ turns, conversation }) => turns.length >= 26 && !conversation.running,
  )
  expect(end.turns.at(-1)?.parts).toEqual([{ text: 'Enough.' }])
})

test('the calls of compared answers wait until one answer is kept', async () => {
  const { app, service } = await openTestWorkspace()
  const { conversationId, turnIds } = app.chat.compare({
    conversationId: null,
    parts: [{ text: 'How is it?' }],
    columns: [mocked(), mocked()],
  })
  await respondNext(service, callOf('weather'))
  await respondNext(service, callOf('weather'))
  expect((await waitUntilIdle(app, conversationId)).turns).toHaveLength(2)
  app.chat.selectAnswer({ conversationId, turnId: turnIds[1] ?? '' })
  await respondNext(service, { text: 'Blue.' })
  const { turns } = await waitUntilIdle(app, conversationId)
  expect([turns[1]?.id, turns.at(-1)?.parts]).toEqual([turnIds[1], [{ text: 'Blue.' }]])
})

test('the calls of a stopped answer are not answered', async () => {
  const workspace = await openTestWorkspace()
  const { request, ...sent } = await startAnswer(workspace, { parameters: mocked() })
  await request.sendChunk({ candidates: [{ content: { parts: [callOf('weather')] } }] })
  workspace.app.chat.stop(sent)
  expect((await waitUntilIdle(workspace.app, sent.conversationId)).turns).toHaveLength(2)
})
