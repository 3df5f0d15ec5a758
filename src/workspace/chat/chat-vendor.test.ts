// Function loops with the fake vendor, which rejects missing, foreign and moved signatures and wrong counts like the real one.
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Turn } from '#shared/schemas/chat'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import type { Part } from '#shared/schemas/content'
import { localKey } from '../../gateway/testing/test-gateway.fixture'
import { openVendorGateway, type VendorGateway } from '../../gateway/testing/vendor-gateway.fixture'
import { type Loopback, openLoopback } from '../../main/gateway-host/loopback'
import { type Media, openMedia } from '../media/media'
import { readAnswer, toChatHttpRequest } from './chat-http'
import type { ChatRequestInput } from './chat-request'
import { answerOf, promptOf } from './chat-request.fixture'
import { partsOf } from './fold'

let vendor: VendorGateway
let loopback: Loopback
let media: Media

beforeAll(async () => {
  vendor = await openVendorGateway()
  loopback = openLoopback({ origin: async () => vendor.gateway.url, key: () => localKey })
  media = await openMedia(await mkdtemp(join(tmpdir(), 'chat-media-')))
})

afterAll(async () => {
  await loopback.close()
  await vendor.close()
})

/** Returns the vendor's answer, or throws its error. */
async function ask(question: ChatRequestInput): Promise<Part[]> {
  const call = await toChatHttpRequest(question, media, new AbortController().signal)
  const parts: Part[] = []
  for await (const chunk of readAnswer(await loopback.send(call))) parts.push(...partsOf(chunk))
  return parts
}

const declarations = ['get_weather', 'get_time'].map((name) => ({
  name,
  description: `Runs ${name}.`,
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
}))

const ofModel = (model: string, streaming = true): ChatParameters => ({
  model,
  streaming,
  functions: { on: true, declarations, mode: 'AUTO', mocks: [], answerWithMocks: false },
})

const callsIn = (parts: readonly Part[]) => parts.flatMap((part) => part.functionCall ?? [])
const resultsFor = (parts: readonly Part[]) =>
  callsIn(parts).map(({ name }) => ({ functionResponse: { name, response: { output: 'fine' } } }))

/** Answers every function call until the model returns text. */
async function loop(branch: readonly Turn[], modelOf: (round: number) => ChatParameters): Promise<Turn[]> {
  let turns = [...branch]
  for (let round = 0; round < 5; round += 1) {
    const parameters = modelOf(round)
    const parts = await ask({ branch: turns, parameters })
    turns = [...turns, answerOf(parts, { model: parameters.model })]
    if (callsIn(parts).length === 0) return turns
    turns = [...turns, promptOf(...resultsFor(parts))]
  }
  throw new Error('No words came.')
}

const question = 'Please run get_weather and then get_time for Lisbon.'
const g3 = ofModel('gen-3.1-pro-preview')
const g2 = ofModel('gen-2.5-pro', false)

test.each([
  ['one of generation 2', () => g2],
  ['one of generation 3', () => g3],
  ['an older one from the second step on', (round: number) => (round === 0 ? g3 : g2)],
  ['a newer one from the second step on', (round: number) => (round === 0 ? g2 : g3)],
  ['another one at each step', (round: number) => (round % 2 === 0 ? g3 : g2)],
])('answers signed calls step by step, up to the final text, if the model is %s', async (_, modelOf) => {
  const turns = await loop([promptOf(question)], modelOf)
  const steps = turns.filter(({ role }) => role === 'model').map(({ parts }) => callsIn(parts))
  expect(steps.map((calls) => calls.map(({ name }) => name).join())).toEqual(['get_weather', 'get_time', ''])
})

test('answers parallel calls, of which only the first is signed, in one turn', async () => {
  const turns = await loop([promptOf(`${question} Both at once.`)], () => g3)
  expect(turns.map(({ parts }) => callsIn(parts).length)).toEqual([0, 2, 0, 0])
  expect(turns[1]?.parts.map((part) => part.thoughtSignature !== undefined)).toEqual([true, false])
})

test('an unanswered call does not block the next prompt', async () => {
  const parts = await ask({ branch: [promptOf(question)], parameters: g3 })
  expect(callsIn(parts)).toHaveLength(1)
  const branch = [promptOf(question), answerOf(parts, { model: g3.model }), promptOf('Never mind. Hello?')]
  await expect(ask({ branch, parameters: { model: g3.model } })).resolves.not.toEqual([])
})

test('accepts all parameters together, with and without streaming', async () => {
  const everything: ChatParameters = {
    model: 'gen-3.1-pro-preview',
    systemInstruction: 'Be brief.',
    ...{ temperature: 1, topP: 0.9, topK: 40, maxOutputTokens: 4096, stopSequences: ['END'], seed: 1 },
    ...{ includeThoughts: true, thinkingLevel: 'LOW', thinkingBudget: 128 },
    safety: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_NONE' }],
    structured: { on: true, schema: { type: 'object' }, sentAs: 'responseJsonSchema' },
    urlContext: true,
    googleSearch: true,
  }
  for (const streaming of [true, false])
    expect(await ask({ branch: [promptOf('Hello.')], parameters: { ...everything, streaming } })).not.toEqual(
      [],
    )
})
