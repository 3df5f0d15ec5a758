// Runs every kind of code sample against a real gateway and checks that it receives the request of the chat.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeRequest } from '#workspace/chat/chat-http'
import { type ChatTestGateway, openChatTestGateway } from '#workspace/chat/chat-http.fixture'
import { localKey } from '../../../gateway/testing/test-gateway.fixture'
import type { ChatRequestInput } from '../../../workspace/chat/chat-request'
import { answerOf, promptOf } from '../../../workspace/chat/chat-request.fixture'
import { toCurl } from './curl'
import { toFetch } from './fetch'
import { toGenAi } from './gen-ai'
import { toPython } from './python'
import { type Program, runSamples } from './run-sample.fixture'
import { keyVariable } from './sample-request'

let chat: ChatTestGateway

/** A program takes a second or more to start. */
const programTimeout = { timeout: 60_000 }

beforeAll(async () => {
  chat = await openChatTestGateway()
})

afterAll(() => chat.close())

const samples = [
  ['curl', toCurl, 'sh'],
  ['fetch', toFetch, 'node'],
  ['the Google SDK', toGenAi, 'node'],
  ['Python', toPython, 'python'],
] as const satisfies readonly (readonly [string, typeof toFetch, Program])[]

const awkward =
  'It\'s "quoted" \\n `id` $HOME $\u007bx} %s \u2028 \u0000 \u007f Grüße 👋 \ud800 </script>\r\nJSON\nBODY\n\ttab'

const prompts = {
  'a streamed text with characters that need escaping': () => ({
    branch: [promptOf(awkward)],
    parameters: {
      model: 'gen-2.5-pro',
      systemInstruction: awkward,
      temperature: 0,
      topP: 1e-7,
      seed: -2_147_483_648,
      includeThoughts: true,
      stopSequences: ['"""', "'''"],
      safety: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_NONE' }],
      googleSearch: true,
    },
  }),
  'media in both spellings, and a file URL': async () => {
    const [picture, video] = await Promise.all(
      [examplePng, randomBytes(100_000)].map((bytes) => chat.media.store(bytes)),
    )
    const parts = [
      { inline_data: { mime_type: 'image/png', media: picture!.hash }, ...JSON.parse('{"constructor":1}') },
      { inlineData: { mimeType: 'video/mp4', media: video!.hash }, videoMetadata: { fps: 0.5 } },
      { inlineData: { mimeType: 'image/png', media: picture!.hash } },
      { file_data: { mime_type: 'video/mp4', file_uri: 'https://example.com/clip.mp4?a=1&b=2' } },
    ]
    const parameters = { model: 'gen-2.5-flash', streaming: false }
    return { branch: [promptOf('What is in these?', ...parts)], parameters }
  },
  'functions, signatures, and unknown members': () => ({
    branch: [
      promptOf('Ask the oracle.'),
      answerOf(
        [
          {
            functionCall: {
              name: 'ask',
              id: '1',
              args: JSON.parse('{"__proto__":{"a":null},"of":[1.5,{}]}'),
            },
          },
        ].map((part) => ({ ...part, thoughtSignature: 'c2ln', novel: { deep: [true, null] } })),
        { model: 'gen-3.1-pro-preview' },
      ),
      promptOf({ functionResponse: { name: 'ask', id: '1', response: { output: 'Perhaps.' }, novel: 1 } }),
    ],
    parameters: {
      model: 'gen-3.1-pro-preview',
      streaming: false,
      functions: {
        on: true,
        mode: 'VALIDATED',
        declarations: [
          {
            name: 'ask',
            novel: true,
            parameters: {
              type: 'object',
              properties: { of: { type: ['array', 'null'], items: {} } },
              additionalProperties: false,
            },
          },
        ],
        mocks: [],
        answerWithMocks: false,
      },
    },
  }),
  'a schema that the Google SDK would change': () => ({
    branch: [promptOf('Two recipes.')],
    parameters: {
      model: 'gen-2.5-pro',
      streaming: false,
      maxOutputTokens: 2048,
      structured: {
        on: true,
        sentAs: 'responseSchema',
        schema: {
          type: 'object',
          properties: { name: { type: 'string' }, minutes: { type: 'integer', minimum: 1 } },
          required: ['name'],
          additionalProperties: false,
        },
      },
    },
  }),
} satisfies Record<string, () => ChatRequestInput | Promise<ChatRequestInput>>

const examplePng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEklEQVR4nGP4z8CAFWEXHbQSACj/P8Fu7N9hAAAAAElFTkSuQmCC',
  'base64',
)

test.each(samples)(
  'the samples for %s send what the chat sends, with the key in them or from the environment',
  programTimeout,
  async (kind, write, program) => {
    const codes: string[] = []
    const sent: { readonly path: string; readonly body: unknown }[] = []
    for (const prompt of Object.values<() => ChatRequestInput | Promise<ChatRequestInput>>(prompts)) {
      const input = await prompt()
      const { status, path, body } = await chat.ask(input)
      expect(status).toBe(200)
      sent.push({ path, body })
      const request = await describeRequest(input, chat.media)
      const [withKey = '', withoutKey = ''] = [localKey, null].map((key) =>
        write(request, { baseUrl: chat.gateway.url, key }),
      )
      expect([withKey.includes(localKey), withKey.includes(keyVariable)]).toEqual([true, false])
      expect([withoutKey.includes(localKey), withoutKey.includes(keyVariable)]).toEqual([false, true])
      codes.push(codes.length === 0 ? withKey : withoutKey)
    }
    const before = chat.received.length
    const results = await runSamples(program, codes, { [keyVariable]: localKey })
    const isSent = { code: 0, output: expect.stringMatching(/\S/) }
    expect(results).toMatchObject(codes.map(() => isSent))
    const spell = kind === 'the Google SDK' ? asSdkWrites : (value: unknown) => value
    const spellAll = (all: readonly { readonly path: string; readonly body: unknown }[]) =>
      all.map(({ path, body }) => ({ path, body: spell(body) }))
    expect(spellAll(chat.received.slice(before))).toEqual(spellAll(sent))
  },
)

/** Applies the SDK's equivalent spelling: an empty configuration (wire §2.1), camelCase, types in capitals. */
function asSdkWrites(body: unknown): unknown {
  return normalizeSpelling({ generationConfig: {}, ...Object(body) })
}

function normalizeSpelling(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(normalizeSpelling)
  if (typeof value !== 'object' || value === null) return value
  const spelled = Object.entries(value).map(([name, member]) => [
    name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    name === 'type' && typeof member === 'string' ? member.toUpperCase() : normalizeSpelling(member),
  ])
  return Object.fromEntries(spelled)
}
