// Runs the code that the reference shows, and compares what the gateway receives with the request of Try it.
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDemoService } from '#demo/demo'
import { isServedByGateway } from '#shared/endpoints/error-cases'
import { referenceEntries } from '#shared/endpoints/reference'
import { type CodeKindId, codeKinds, listCodeKinds } from '#shared/endpoints/samples/code-kinds'
import { keyVariable } from '#shared/endpoints/samples/sample-request'
import type { HttpRequest } from '#shared/wire/http'
import { readBody } from '#shared/wire/read-body'
import { localKey, openTestGateway, type TestGateway } from '../../../../gateway/testing/test-gateway.fixture'
import { toneWav } from '../../../../gateway/testing/tone.fixture'
import { type Program, runSample } from '../../../../shared/endpoints/samples/run-sample.fixture'
import { type RequestDraft, toRequest, toSample } from './reference-state'

const received: (Omit<HttpRequest, 'body'> & { readonly body: Buffer })[] = []
let gateway: TestGateway
let speech = ''

beforeAll(async () => {
  const demo = createDemoService({ pace: 'instant' })
  const upstream = {
    id: 'demo',
    kind: 'demo',
    hasBatches: true,
    send: async (request: HttpRequest) => {
      const body = Buffer.from(await readBody(request.body))
      received.push({ ...request, body })
      return await demo({ ...request, body })
    },
  } as const
  gateway = await openTestGateway({ upstream })
  speech = join(await mkdtemp(join(tmpdir(), 'a “folder” ')), 'my speech.wav')
  await writeFile(speech, toneWav(1))
})
afterAll(() => gateway.close())

const programs: Readonly<Record<CodeKindId, Program>> = {
  curl: 'sh',
  fetch: 'node',
  genai: 'node',
  openai: 'node',
  python: 'python',
}

interface Case {
  readonly id: string
  readonly kind: CodeKindId
  readonly draft?: RequestDraft
}

const entryOf = (id: string) => referenceEntries.find((entry) => entry.id === id)!

async function run({ id, kind, draft = {} }: Case, key: string | null) {
  const entry = entryOf(id)
  const sample = toSample(entry, draft, true)
  const [name = ''] = sample.form?.flatMap(([field, value]) =>
    field === 'file' ? [value.slice(1)] : [],
  ) ?? [sample.file ?? '']
  // The note of the sample says to replace it.
  const code = codeKinds[kind].write(sample, { baseUrl: gateway.url, key })
  const path = kind === 'curl' ? speech : JSON.stringify(speech).slice(1, -1)
  const runnable = name === '' ? code : code.replaceAll(name, path)
  const environment = key === null ? { [keyVariable]: localKey } : {}
  return await runSample(programs[kind]!, runnable, environment)
}

/** Those with a provider, whose names need no earlier request. */
const sendable = referenceEntries.filter(
  ({ routeId, route }) =>
    !/\{(?:operation|file|upload)\}/.test(route.path) &&
    !isServedByGateway(routeId) &&
    // The provider gets these in the other dialect.
    !routeId.startsWith('create'),
)

/** Other kinds of code are run with prompts of the chat, too: only what these don't have. */
const further: readonly Case[] = [
  ...(['fetch', 'python'] as const).flatMap((kind) => [
    { id: 'E1', kind, draft: { form: { prompt: 'Grüße, "x"\nand \\ more', language: 'de' } } },
    { id: 'uploadFile', kind },
  ]),
  { id: 'E1', kind: 'openai' },
  { id: 'E1', kind: 'openai', draft: { form: { stream: 'true', prompt: 'It’s "so"' } } },
  { id: 'E8', kind: 'genai' },
  { id: 'E10', kind: 'genai' },
  { id: 'E14', kind: 'genai' },
  { id: 'countTokens', kind: 'genai' },
]

/** All texts and prompts of a body, in order. */
function listTexts(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) =>
    name === 'text' || name === 'prompt' ? [member] : listTexts(member),
  )
}

describe('the code sends the request that is shown', { timeout: 60_000 }, () => {
  const cases = [...sendable.map(({ id }): Case => ({ id, kind: 'curl' })), ...further]
  test.each(cases)('$kind: $id', async (each) => {
    const { id, kind, draft = {} } = each
    const before = received.length
    const result = await run(each, null)
    expect(result).toMatchObject({ code: 0, output: expect.stringMatching(/\S/) })
    expect(result.output).not.toContain('"error"')
    expect(received).toHaveLength(before + 1)
    const { path, method, body } = received.at(-1)!
    const { path: shown, method: shownMethod } = toRequest(entryOf(id), draft, true)
    expect(method).toBe(shownMethod)
    // The gateway removes the key.
    const expected = shown.split('?')[0]
    expect(path.split('?')[0]).toBe(
      id === 'E14' && kind === 'genai' ? expected?.replace(':embedContent', ':batchEmbedContents') : expected,
    )
    if (kind === 'genai')
      expect(listTexts(JSON.parse(body.toString()))).toEqual(listTexts(entryOf(id).example))
    const { route, example } = entryOf(id)
    if (kind !== 'genai' && route.body === 'json') expect(JSON.parse(body.toString())).toEqual(example)
    if (route.body === 'bytes') expect(body.equals(toneWav(1))).toBe(true)
    // Browsers' forms have other line ends, by their standard.
    const text = body.toString().replaceAll('\r\n', '\n')
    for (const value of Object.values(draft.form ?? {})) expect(text).toContain(value)
    if (route.body === 'multipart') expect(body.includes(toneWav(1))).toBe(true)
  })
})

// The texts of the examples are those of the requests that the provider gets in its own dialect.
describe('the code of OpenAI clients sends the request that is shown', { timeout: 60_000 }, () => {
  const ids = [
    'createChatCompletion',
    'createEmbeddings',
    'createImages',
    'listOpenAiModels',
    'getOpenAiModel',
  ]
  const cases = ids.flatMap((id) => (['curl', 'openai'] as const).map((kind): Case => ({ id, kind })))
  test.each(cases)('$kind: $id', async (each) => {
    const before = received.length
    const result = await run(each, null)
    expect(result).toMatchObject({ code: 0, output: expect.stringMatching(/\S/) })
    expect(result.output).not.toContain('"error"')
    const { example, route } = entryOf(each.id)
    const sent = received.slice(before).map(({ body }) => JSON.parse(body.toString()))
    expect(sent).toHaveLength(route.method === 'GET' ? 0 : 1)
    const { messages, input, prompt } = { ...example } as Record<string, unknown>
    const texts = [
      input,
      prompt,
      ...((messages as { content: string }[] | undefined) ?? []).map(({ content }) => content),
    ]
    for (const text of texts.flat().filter(Boolean)) expect(listTexts(sent)).toContain(text)
  })

  test('openai: a stream of a chat completion', async () => {
    const body = JSON.stringify({ ...entryOf('createChatCompletion').example, stream: true })
    const { output } = await run({ id: 'createChatCompletion', kind: 'openai', draft: { body } }, null)
    expect(output).toMatch(/\w{3}/)
    expect(output).not.toContain('chat.completion.chunk')
  })
})

test('the code has the key where the specification requires it', () => {
  const locations = {
    E1: 'Authorization: Bearer',
    E2: '?key=',
    E10: 'Authorization: Bearer',
    E14: 'Authorization: Bearer',
  }
  for (const [id, location] of Object.entries(locations)) {
    const sample = toSample(entryOf(id), {}, true)
    expect(codeKinds.curl.write(sample, { baseUrl: gateway.url, key: localKey })).toContain(
      `${location}${location.endsWith('=') ? '' : ' '}${localKey}`,
    )
    for (const kind of listCodeKinds(sample)) {
      const write = (key: string | null) => codeKinds[kind].write(sample, { baseUrl: gateway.url, key })
      expect([write(localKey).includes(localKey), write(localKey).includes(keyVariable)], kind).toEqual([
        true,
        false,
      ])
      expect([write(null).includes(localKey), write(null).includes(keyVariable)], kind).toEqual([false, true])
    }
  }
})

test('SDKs are offered only for the requests that they have methods for', () => {
  const kindsOf = (id: string) => listCodeKinds(toSample(entryOf(id), {}, true))
  expect(kindsOf('E1')).toEqual(['curl', 'fetch', 'openai', 'python'])
  expect(kindsOf('E2')).toEqual(['curl', 'fetch', 'genai', 'python'])
  expect(kindsOf('listModels')).toEqual(['curl', 'fetch', 'python'])
  expect(kindsOf('createImages')).toEqual(['curl', 'fetch', 'openai', 'python'])
})
