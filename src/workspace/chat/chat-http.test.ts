// The chat's requests to every endpoint through the real gateway, their descriptions, and reading answers.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { examples } from '#shared/endpoints/examples'
import { catalog } from '#shared/models/catalog'
import { PromptRequest, type Turn } from '#shared/schemas/chat'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import type { HttpResponse } from '#shared/wire/http'
import { connect } from '../database/connection'
import { hashOf } from '../library/library.fixture'
import { openMedia } from '../media/media'
import { openTestWorkspace, respondNext, startAnswer, waitUntilIdle } from '../workspace.fixture'
import { describePrompt, describeRequest, readAnswer } from './chat-http'
import { type ChatTestGateway, openChatTestGateway } from './chat-http.fixture'
import { toChatRequest } from './chat-request'
import { answerOf, promptOf } from './chat-request.fixture'

let chat: ChatTestGateway

beforeAll(async () => {
  chat = await openChatTestGateway()
})

afterAll(() => chat.close())

const png = examples.imageUnderstanding.contents[0].parts[1].inline_data.data
const picture = Buffer.from(png, 'base64')
const hash = hashOf(picture)
const once = { streaming: false } as const

const textOf = (example: typeof examples.structuredOutput | typeof examples.functionCalling) =>
  example.contents[0]!.parts[0]!.text
const [tool] = examples.functionCalling.tools
const video = examples.videoUnderstanding.contents[0].parts
const page = examples.urlContext.contents[0].parts[0]
const river = [
  promptOf('Name a river.'),
  answerOf([{ text: 'The Danube.' }], { model: 'gen-3.1-pro-preview' }),
  promptOf('Where is it?'),
]

interface Case {
  readonly endpoint: string
  readonly branch: Turn[]
  readonly parameters: ChatParameters
  readonly path: string
  /** By default, the body that `toChatRequest` makes. */
  readonly body?: unknown
}

const cases: Case[] = [
  {
    endpoint: 'E2',
    branch: [promptOf('Explain.')],
    parameters: { ...once, model: 'gen-2.5-flash', systemInstruction: 'Be brief.' },
    path: '/v1beta/models/gen-2.5-flash:generateContent',
  },
  {
    endpoint: 'E4',
    branch: river,
    parameters: { ...once, model: 'gen-3.1-pro-preview', thinkingLevel: 'LOW' },
    path: '/v1beta/models/gen-3.1-pro-preview:generateContent',
  },
  {
    endpoint: 'E5',
    branch: [promptOf('How long does it travel?')],
    parameters: { model: 'gen-2.5-pro', includeThoughts: true, thinkingBudget: 1024 },
    path: '/v1/v1beta/models/gen-2.5-pro:streamGenerateContent?alt=sse',
  },
  {
    endpoint: 'E6',
    branch: [promptOf('Tell a story.')],
    parameters: { model: 'gen-3.1-pro-preview', topP: 0.9, stopSequences: ['The end'] },
    path: '/v1beta/models/gen-3.1-pro-preview:streamGenerateContent?alt=sse',
  },
  {
    endpoint: 'E8',
    branch: [promptOf(textOf(examples.functionCalling))],
    parameters: {
      ...once,
      model: 'gen-2.5-pro',
      functions: {
        on: true,
        declarations: tool.functionDeclarations.map((declaration) => ({ ...declaration })),
        mode: 'AUTO',
        mocks: [{ name: 'get_weather', response: { output: 'Sunny' } }],
        answerWithMocks: true,
      },
    },
    path: '/v1/v1beta/models/gen-2.5-pro:generateContent',
    body: { ...examples.functionCalling, toolConfig: { functionCallingConfig: { mode: 'AUTO' } } },
  },
  {
    endpoint: 'E9',
    branch: [promptOf(textOf(examples.structuredOutput))],
    parameters: {
      ...once,
      model: 'gen-2.5-pro',
      structured: {
        on: true,
        schema: examples.structuredOutput.generationConfig.responseSchema,
        sentAs: 'responseSchema',
      },
    },
    path: '/v1/v1beta/models/gen-2.5-pro:generateContent',
    body: examples.structuredOutput,
  },
  {
    endpoint: 'E11',
    branch: [promptOf(...video)],
    parameters: { ...once, model: 'gen-2.5-pro' },
    path: '/v1beta/models/gen-2.5-pro:generateContent',
  },
  {
    endpoint: 'E13',
    branch: [promptOf(page)],
    parameters: { ...once, model: 'gen-2.5-pro', urlContext: true },
    path: '/v1beta/models/gen-2.5-pro:generateContent',
  },
  {
    endpoint: 'E15',
    branch: [promptOf('Describe this image.', { inline_data: { mime_type: 'image/png', media: hash } })],
    parameters: { ...once, model: 'gen-2.5-pro' },
    path: '/v1/v1beta/models/gen-2.5-pro:generateContent',
    body: {
      contents: [
        {
          role: 'user',
          parts: [{ text: 'Describe this image.' }, { inline_data: { mime_type: 'image/png', data: png } }],
        },
      ],
    },
  },
  {
    endpoint: 'E17',
    branch: [promptOf('What is known about the aurora?')],
    parameters: { ...once, model: 'gen-2.5-flash', googleSearch: true },
    path: '/v1/v1beta/models/gen-2.5-flash:generateContent',
  },
  // A model that isn't documented for the endpoint uses the default prefix.
  {
    endpoint: 'E17',
    branch: [promptOf('Look it up.')],
    parameters: { ...once, model: 'gemini-3.1-pro-preview', googleSearch: true },
    path: '/v1beta/models/gemini-3.1-pro-preview:generateContent',
  },
]

test.each(cases)('$endpoint with $parameters.model', async ({ endpoint, branch, parameters, path, body }) => {
  await chat.media.store(picture, 'image/png')
  const { answer, ...response } = await chat.ask({ branch, parameters })
  const expected = body ?? toChatRequest({ branch, parameters })
  expect(response).toEqual({ status: 200, endpoint, path, body: expected })
  expect(answer).toContain('"candidates"')
})

test('sends and describes files of every kind, also of a function, with the fields beside them but no names', async () => {
  const bytes = randomBytes(500)
  const { hash } = await chat.media.store(bytes, 'application/pdf')
  const fileName = 'Plan.pdf'
  const kinds = ['audio/wav', 'video/mp4', 'application/pdf']
  const prompt = (file: object, snake: object) => [
    { text: 'What are these?' },
    ...kinds.map((mimeType, fps) => ({ inlineData: { mimeType, ...file }, videoMetadata: { fps } })),
    { inline_data: { mime_type: 'image/png', ...snake } },
  ]
  const result = (mimeType: string, file: object) => ({
    functionResponse: {
      name: 'look',
      response: {},
      parts: [{ inlineData: { mimeType, ...file }, novel: 1 }],
    },
  })
  const call = { functionCall: { name: 'look', args: {} } }
  const named = { media: hash, fileName }
  const question = {
    branch: [
      promptOf(...prompt(named, named)),
      answerOf([call]),
      promptOf(result('image/jpg', { media: hash })),
    ],
    parameters: { model: 'gen-2.5-pro' },
  }
  const sentWith = (data: string) => ({
    contents: [
      { role: 'user', parts: prompt({ data }, { data }) },
      { role: 'model', parts: [call] },
      { role: 'user', parts: [result('image/jpeg', { data })] },
    ],
  })
  expect((await chat.ask(question)).body).toEqual(sentWith(bytes.toString('base64')))
  const described = await describeRequest(question, chat.media)
  expect(JSON.parse(described.body)).toEqual(sentWith(hash))
  expect(described.media).toEqual([{ media: hash, path: expect.any(String), bytes: 500 }])
})

test('rejects a prompt with a missing file before sending it', async () => {
  const part = { inlineData: { mimeType: 'image/png', media: 'f'.repeat(64) } }
  const before = chat.received.length
  await expect(
    chat.ask({ branch: [promptOf('?', part)], parameters: { model: 'gen-2.5-pro' } }),
  ).rejects.toMatchObject({ code: 'FAILED_PRECONDITION', message: expect.stringContaining('is missing') })
  expect(chat.received).toHaveLength(before)
})

const parts = [
  { text: `Describe ${hash}.` },
  { inline_data: { mime_type: 'image/png', media: hash } },
  { inlineData: { media: hash, mimeType: 'image/jpg' } },
]

async function setUpRequests() {
  const workspace = await openTestWorkspace()
  const media = await openMedia(join(workspace.folder, 'media'))
  const file = await media.store(picture, 'image/png')
  const connection = connect(join(workspace.folder, 'workspace.db'))
  onTestFinished(() => connection.close())
  return {
    ...workspace,
    file,
    describe: (input: Parameters<typeof describePrompt>[1]) =>
      describePrompt({ connection, media, models: () => catalog }, input),
  }
}

test('describes the request as it was sent, with media as hashes', async () => {
  const { app, service, file, describe } = await setUpRequests()
  const parameters = { model: 'gen-2.5-pro', streaming: false, seed: 7 }
  const sent = app.chat.send({ conversationId: null, parts, parameters })
  const call = await service.next()
  const request = await describe(sent)

  expect(PromptRequest.parse(request)).toEqual({
    endpoint: 'E15',
    method: 'POST',
    path: '/v1/v1beta/models/gen-2.5-pro:generateContent',
    body: expect.any(String),
    media: [{ media: hash, path: file.path, bytes: picture.length }],
  })
  expect(request.path).toBe(call.request.path)
  const body = Buffer.from(call.request.body as Uint8Array).toString()
  expect(request.body).toBe(body.replaceAll(picture.toString('base64'), hash))
})

test('later parameters change the request described for a prompt, but not for an answer', async () => {
  const { app, service, describe } = await setUpRequests()
  const first = { model: 'gen-2.5-flash', temperature: 0.1 }
  const sent = app.chat.send({ conversationId: null, parts: [{ text: 'Hi.' }], parameters: first })
  await respondNext(service, { text: 'Hello.' })
  const { turns } = await waitUntilIdle(app, sent.conversationId)
  const later = { model: 'gen-3.1-pro-preview', temperature: 0.9 }
  app.chat.send({ ...sent, parts: [{ text: 'And now?' }], parameters: later })

  const answer = await describe(sent)
  const prompt = await describe({ ...sent, turnId: turns[0]!.id })
  const contents = [{ role: 'user', parts: [{ text: 'Hi.' }] }]
  expect([answer, prompt].map(({ path, body }) => [path, JSON.parse(body)])).toEqual([
    [
      '/v1beta/models/gen-2.5-flash:streamGenerateContent?alt=sse',
      { contents, generationConfig: { temperature: 0.1 } },
    ],
    [
      '/v1beta/models/gen-3.1-pro-preview:streamGenerateContent?alt=sse',
      { contents, generationConfig: { temperature: 0.9 } },
    ],
  ])
})

test('describes the request of a continued answer', async () => {
  const { app, service, describe } = await setUpRequests()
  const { request: first, ...sent } = await startAnswer({ app, service }, { text: 'Count.' })
  await first.sendText('One, ')
  app.chat.stop(sent)
  const { turnId } = app.chat.continue(sent)
  const { body } = await service.next()
  const request = await describe({ ...sent, turnId })
  expect(JSON.parse(request.body)).toEqual(body)
  expect(body).toMatchObject({
    contents: [{ role: 'user' }, { role: 'model', parts: [{ text: 'One, ' }] }, { role: 'user' }],
  })
})

const chunk = (text: string) => ({ candidates: [{ content: { parts: [{ text }] } }], novel: text })
const responseOf = (contentType: string, body: string, status = 200): HttpResponse => ({
  status,
  headers: contentType ? { 'content-type': contentType } : {},
  body: Buffer.from(body),
})

async function read(answer: HttpResponse): Promise<unknown[]> {
  const chunks = []
  for await (const one of readAnswer(answer)) chunks.push(one)
  return chunks
}

const toEvents = (chunks: unknown[], lineEnd: string) =>
  chunks.map((each) => `data: ${JSON.stringify(each)}${lineEnd}${lineEnd}`).join('')

const forms: Record<string, (chunks: unknown[]) => [type: string, text: string]> = {
  whole: ([first]) => ['Application/JSON; charset=UTF-8', JSON.stringify(first, null, 2)],
  array: (chunks) => [
    'application/json',
    `[${chunks.map((each) => JSON.stringify(each)).join('\n,\r\n')}\n]\n`,
  ],
  events: (chunks) => ['text/event-stream', toEvents(chunks, '\n')],
  'events with CRLF': (chunks) => ['text/event-stream', toEvents(chunks, '\r\n')],
  'events with CR, without a type': (chunks) => ['', toEvents(chunks, '\r')],
}

test.each(Object.keys(forms))('reads the same chunks however the bytes of %s are split', async (form) => {
  const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constant('line\u2028separator'))
  const texts = fc.array(text, { minLength: 1, maxLength: 3 })
  await fc.assert(
    fc.asyncProperty(texts, fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 40 })), async (all, size) => {
      const chunks = (form === 'whole' ? all.slice(0, 1) : all).map(chunk)
      const [type, text] = forms[form]!(chunks)
      const bytes = Buffer.from(text)
      async function* flow() {
        for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
      }
      expect(await read({ ...responseOf(type, ''), body: flow() })).toEqual(chunks)
    }),
    { numRuns: 30 },
  )
})

const errorBody = { error: { code: 503, message: 'Too busy.', status: 'UNAVAILABLE' } }

test.each([
  ['an error instead of an answer', responseOf('application/json', JSON.stringify(errorBody)), 'Too busy.'],
  ['an error in an array', responseOf('application/json', JSON.stringify([errorBody])), 'Too busy.'],
  ['an error response', responseOf('application/json', JSON.stringify(errorBody), 503), 'Too busy.'],
  ['a page', responseOf('text/html', '<p>Hello</p>'), 'not an event stream'],
  ['half an answer', responseOf('application/json', '{"candidates":['), 'not JSON'],
  ['nothing at all', responseOf('application/json', ''), 'not JSON'],
  ['another JSON object', responseOf('application/json', '{"candidates":1}'), 'candidates'],
])('%s throws an error', async (_name, answer, message) => {
  await expect(read(answer)).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: expect.stringContaining(message),
  })
})
