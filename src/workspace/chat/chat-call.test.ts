// Every endpoint that the chat reaches: the whole request as it arrives behind the real gateway, which must know it for that endpoint.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { examples } from '#shared/endpoints/examples'
import type { Turn } from '#shared/schemas/chat'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import { type ChatScene, openChatScene } from './chat-call.fixture'
import { answerOf, promptOf } from './chat-request.fixture'
import { describeRequest } from './prompt-request'

let chat: ChatScene

beforeAll(async () => {
  chat = await openChatScene()
})

afterAll(() => chat.close())

const png = examples.imageUnderstanding.contents[0].parts[1].inline_data.data
const once = { streaming: false } as const
const user = (text: string) => ({ role: 'user', parts: [{ text }] })

interface Case {
  readonly endpoint: string
  readonly branch: () => Promise<Turn[]> | Turn[]
  readonly parameters: ChatParameters
  readonly path: string
  readonly body: unknown
}

const textOf = (example: typeof examples.structuredOutput | typeof examples.functionCalling) =>
  example.contents[0]!.parts[0]!.text
const [tool] = examples.functionCalling.tools
const schema = examples.structuredOutput.generationConfig.responseSchema
const film = examples.videoUnderstanding.contents[0].parts
const page = examples.urlContext.contents[0].parts[0]

const cases: Case[] = [
  {
    endpoint: 'E2',
    branch: () => [promptOf('Explain.')],
    parameters: {
      ...once,
      model: 'gen-2.5-flash',
      systemInstruction: 'Be brief.',
      temperature: 0.7,
      maxOutputTokens: 256,
      safety: [{ category: 'HARM_CATEGORY_HATE_SPEECH', threshold: 'BLOCK_NONE' }],
    },
    path: '/v1beta/models/gen-2.5-flash:generateContent',
    body: {
      contents: [user('Explain.')],
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      safetySettings: [{ category: 'HARM_CATEGORY_HATE_SPEECH', threshold: 'BLOCK_NONE' }],
      generationConfig: { temperature: 0.7, maxOutputTokens: 256 },
    },
  },
  {
    endpoint: 'E4',
    branch: () => [
      promptOf('Name a river.'),
      answerOf([{ text: 'The Danube.' }], { model: 'gen-3.1-pro-preview' }),
      promptOf('Where is it?'),
    ],
    parameters: { ...once, model: 'gen-3.1-pro-preview', thinkingLevel: 'LOW' },
    path: '/v1beta/models/gen-3.1-pro-preview:generateContent',
    body: {
      contents: [
        user('Name a river.'),
        { role: 'model', parts: [{ text: 'The Danube.' }] },
        user('Where is it?'),
      ],
      generationConfig: { thinkingConfig: { thinkingLevel: 'LOW' } },
    },
  },
  {
    endpoint: 'E5',
    branch: () => [promptOf('How long does it travel?')],
    parameters: { model: 'gen-2.5-pro', includeThoughts: true, thinkingBudget: 1024 },
    path: '/v1/v1beta/models/gen-2.5-pro:streamGenerateContent?alt=sse',
    body: {
      contents: [user('How long does it travel?')],
      generationConfig: { thinkingConfig: { includeThoughts: true, thinkingBudget: 1024 } },
    },
  },
  {
    endpoint: 'E6',
    branch: () => [promptOf('Tell a story.')],
    parameters: { model: 'gen-3.1-pro-preview', topP: 0.9, topK: 40, seed: 7, stopSequences: ['The end'] },
    path: '/v1beta/models/gen-3.1-pro-preview:streamGenerateContent?alt=sse',
    body: {
      contents: [user('Tell a story.')],
      generationConfig: { topP: 0.9, topK: 40, stopSequences: ['The end'], seed: 7 },
    },
  },
  {
    endpoint: 'E8',
    branch: () => [promptOf(textOf(examples.functionCalling))],
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
    branch: () => [promptOf(textOf(examples.structuredOutput))],
    parameters: {
      ...once,
      model: 'gen-2.5-pro',
      structured: { on: true, schema, sentAs: 'responseSchema' },
    },
    path: '/v1/v1beta/models/gen-2.5-pro:generateContent',
    body: examples.structuredOutput,
  },
  {
    endpoint: 'E11',
    branch: () => [promptOf(...film)],
    parameters: { ...once, model: 'gen-2.5-pro' },
    path: '/v1beta/models/gen-2.5-pro:generateContent',
    body: { contents: [{ role: 'user', parts: film }] },
  },
  {
    endpoint: 'E13',
    branch: () => [promptOf(page)],
    parameters: { ...once, model: 'gen-2.5-pro', urlContext: true },
    path: '/v1beta/models/gen-2.5-pro:generateContent',
    body: { contents: [user(page.text)], tools: [{ urlContext: {} }] },
  },
  {
    endpoint: 'E15',
    branch: async () => {
      const { hash } = await chat.media.keep(Buffer.from(png, 'base64'), 'image/png')
      return [promptOf('Describe this image.', { inline_data: { mime_type: 'image/png', media: hash } })]
    },
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
    branch: () => [promptOf('What is known about the aurora?')],
    parameters: { ...once, model: 'gen-2.5-flash', googleSearch: true },
    path: '/v1/v1beta/models/gen-2.5-flash:generateContent',
    body: { contents: [user('What is known about the aurora?')], tools: [{ googleSearch: {} }] },
  },
]

test.each(cases)('$endpoint', async ({ endpoint, branch, parameters, path, body }) => {
  const { answer, ...asked } = await chat.ask({ branch: await branch(), parameters })
  expect(asked).toEqual({ status: 200, endpoint, path, body })
  expect(answer).toContain('"candidates"')
})

test('a model that the endpoint is not documented with is asked under the plain prefix', async () => {
  const parameters: ChatParameters = { model: 'gemini-3.1-pro-preview', ...once, googleSearch: true }
  const asked = await chat.ask({ branch: [promptOf('Look it up.')], parameters })
  expect([asked.endpoint, asked.path]).toEqual([
    'E17',
    '/v1beta/models/gemini-3.1-pro-preview:generateContent',
  ])
})

test('sound, film and PDF arrive as inlineData, byte for byte, with what stands beside them', async () => {
  const types = ['audio/wav', 'video/mp4', 'application/pdf']
  const files = types.map((mimeType) => ({ mimeType, bytes: randomBytes(5000) }))
  const kept = await Promise.all(files.map(({ bytes, mimeType }) => chat.media.keep(bytes, mimeType)))
  const parts = files.map(({ mimeType }, index) => ({
    inlineData: { mimeType, media: kept[index]!.hash },
    videoMetadata: { fps: index },
  }))
  const { body } = await chat.ask({
    branch: [promptOf('What are these?', ...parts)],
    parameters: { model: 'gen-2.5-flash' },
  })
  expect(body).toEqual({
    contents: [
      {
        role: 'user',
        parts: [
          { text: 'What are these?' },
          ...files.map(({ mimeType, bytes }, index) => ({
            inlineData: { mimeType, data: bytes.toString('base64') },
            videoMetadata: { fps: index },
          })),
        ],
      },
    ],
  })
})

test('the name of a file is kept with the prompt, and never sent', async () => {
  const bytes = randomBytes(500)
  const { hash } = await chat.media.keep(bytes, 'application/pdf')
  const file = { mimeType: 'application/pdf', media: hash, fileName: 'Plan.pdf' }
  const picture = { mime_type: 'image/png', media: hash, fileName: 'Plan.png' }
  const question = {
    branch: [promptOf('Which is it?', { inlineData: file }, { inline_data: picture })],
    parameters: { model: 'gen-2.5-pro' },
  }
  const sentWith = (data: string) => ({
    contents: [
      {
        role: 'user',
        parts: [
          { text: 'Which is it?' },
          { inlineData: { mimeType: 'application/pdf', data } },
          { inline_data: { mime_type: 'image/png', data } },
        ],
      },
    ],
  })
  expect((await chat.ask(question)).body).toEqual(sentWith(bytes.toString('base64')))
  expect(JSON.parse((await describeRequest(question, chat.media)).body)).toEqual(sentWith(hash))
})

test('a picture that a function has given back arrives as one', async () => {
  const bytes = randomBytes(500)
  const { hash } = await chat.media.keep(bytes, 'image/png')
  const functionCall = { name: 'look', args: {} }
  const giveBack = (inlineData: object) => ({
    functionResponse: { name: 'look', response: { seen: true }, parts: [{ inlineData, novel: 1 }], novel: 2 },
  })
  const question = {
    branch: [
      promptOf('Look.'),
      answerOf([{ functionCall }]),
      promptOf(giveBack({ mimeType: 'image/jpg', media: hash })),
    ],
    parameters: { model: 'gen-2.5-pro' },
  }
  const { body } = await chat.ask(question)
  expect(body).toMatchObject({
    contents: [{}, {}, { parts: [giveBack({ mimeType: 'image/jpeg', data: bytes.toString('base64') })] }],
  })
  const described = await describeRequest(question, chat.media)
  expect(described.media).toEqual([{ media: hash, path: expect.any(String), bytes: 500 }])
  expect(JSON.parse(described.body)).toMatchObject({
    contents: [{}, {}, { parts: [giveBack({ mimeType: 'image/jpeg', data: hash })] }],
  })
})

test('a file that is gone is told before anything is sent', async () => {
  const part = { inlineData: { mimeType: 'image/png', media: 'f'.repeat(64) } }
  const before = chat.arrived.length
  await expect(
    chat.ask({ branch: [promptOf('?', part)], parameters: { model: 'gen-2.5-pro' } }),
  ).rejects.toMatchObject({ code: 'FAILED_PRECONDITION', message: expect.stringContaining('is missing') })
  expect(chat.arrived).toHaveLength(before)
})

test('parallel calls, their results and the final answer: the demo finds signatures and counts in order', async () => {
  const declarations = ['get_weather', 'get_time'].map((name) => ({
    name,
    description: `Gets the ${name.slice(4)} of a city.`,
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  }))
  const parametersWith = (mode: 'ANY' | 'AUTO'): ChatParameters => ({
    ...once,
    model: 'gen-3.1-pro-preview',
    functions: { on: true, declarations, mode, mocks: [], answerWithMocks: false },
  })
  const question = promptOf('What are the weather and the time in Lisbon?')
  const first = await chat.ask({ branch: [question], parameters: parametersWith('ANY') })
  const { parts } = JSON.parse(first.answer).candidates[0].content
  const calls = parts.filter((part: Turn['parts'][number]) => part.functionCall)
  expect(calls.length).toBeGreaterThan(1)
  expect(calls[0].thoughtSignature).toEqual(expect.any(String))

  const results = calls.map(
    ({ functionCall: { id, name } }: { functionCall: { id?: string; name: string } }) => ({
      functionResponse: { ...(id ? { id } : {}), name, response: { output: `${name} is fine` } },
    }),
  )
  const answer = answerOf(parts, { model: 'gen-3.1-pro-preview' })
  const second = await chat.ask({
    branch: [question, answer, promptOf(...results)],
    parameters: parametersWith('AUTO'),
  })
  expect(second.status).toBe(200)
  expect(second.body).toMatchObject({
    contents: [
      user('What are the weather and the time in Lisbon?'),
      { role: 'model', parts },
      { role: 'user', parts: results },
    ],
  })
  expect(second.answer).toContain('get_weather')
})
