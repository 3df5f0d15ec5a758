// Tests every call that the table claims for a client, with each kind of upstream.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { UpstreamKind } from '#shared/schemas/upstream'
import { type ClientEnvironment, openClientEnvironment, readJson } from './client-environment.fixture'
import { type CallId, type Client, clients, coverage, hasCall, type WorkingCall } from './coverage.fixture'
import { expectVectors, redPicture, someTexts, whenAborted } from './test-data.fixture'

export interface Question {
  readonly model: string
  readonly prompt: string
  readonly system?: string
  readonly thoughts?: boolean
  readonly tool?: 'googleSearch' | 'urlContext'
  /** A PNG in Base64. */
  readonly picture?: string
  readonly signal?: AbortSignal
}

export interface Answer {
  readonly text: string
  readonly thoughts?: string
  readonly tokens?: number | undefined
  readonly finishReason?: string | null | undefined
  /** What the tool has found. */
  readonly sources?: unknown
}

interface Failure {
  readonly status: number | undefined
  readonly message: string
  /** If the client's errors have the headers of the response. */
  readonly retryAfter?: string | null | undefined
}

/** The calls that every client has, in its own way. */
export interface ClientAdapter {
  readonly ask: (environment: ClientEnvironment, question: Question) => Promise<Answer>
  /** Calls `onText` for each piece of the text. Rejects if it is aborted. */
  readonly stream: (
    environment: ClientEnvironment,
    question: Question,
    onText: (text: string) => void,
  ) => Promise<Answer>
  readonly embed?: (
    environment: ClientEnvironment,
    texts: readonly string[],
  ) => Promise<readonly (readonly number[] | undefined)[]>
  /** Returns undefined if it is not an error of the client. */
  readonly readFailure: (error: unknown) => Failure | undefined
  /** Members of the error of a stream that fails. */
  readonly streamError: object
}

type ClientTest = (environment: ClientEnvironment) => Promise<void>
type SharedTest = (environment: ClientEnvironment, client: ClientAdapter) => Promise<void>

const hello: Question = { model: 'gen-2.5-flash', prompt: 'Hello' }
const rivers: Question = { model: 'gen-2.5-flash', prompt: 'Name three rivers.' }

async function failureOf(
  call: Promise<unknown>,
  { readFailure }: ClientAdapter,
): Promise<Failure | undefined> {
  return readFailure(
    await call.then(
      () => undefined,
      (error: unknown) => error,
    ),
  )
}

/** For every client; for those with several APIs, with each. */
const errorTests = {
  abortWhole: async (environment, client) => {
    const abortController = new AbortController()
    const sent = environment.nextUpstreamRequest()
    environment.injectFault('silence')
    const whole = client.ask(environment, { ...hello, signal: abortController.signal })
    const rejected = expect(whole).rejects.toThrow(/abort/i)
    const { signal } = await sent
    abortController.abort()
    await rejected
    await whenAborted(signal)
  },

  abortStream: async (environment, client) => {
    const abortController = new AbortController()
    const sent = environment.nextUpstreamRequest()
    environment.injectFault('silence in mid-stream')
    const question = { ...rivers, signal: abortController.signal }
    const streamed = client.stream(environment, question, () => abortController.abort())
    await expect(streamed).rejects.toBeInstanceOf(Error)
    await whenAborted((await sent).signal)
  },

  unknownModel: async (environment, client) => {
    expect(await failureOf(client.ask(environment, { ...hello, model: 'gen-9' }), client)).toMatchObject({
      status: 404,
      message: expect.stringContaining('gen-9'),
    })
  },

  badRequest: async (environment, client) => {
    environment.injectFault('bad request')
    expect(await failureOf(client.ask(environment, hello), client)).toMatchObject({ status: 400 })
  },

  wrongKey: async (environment, client) => {
    const call = client.ask({ ...environment, key: 'wrong' }, hello)
    expect(await failureOf(call, client)).toMatchObject({ status: 401 })
  },

  quota: async (environment, client) => {
    environment.injectFault('quota')
    const failure = await failureOf(client.ask(environment, hello), client)
    expect(failure?.status).toBe(429)
    if (failure && 'retryAfter' in failure) expect(failure.retryAfter).toMatch(/^\d+$/)
  },

  brokenStream: async (environment, client) => {
    environment.injectFault('failure in mid-stream')
    const texts: string[] = []
    const error = await client
      .stream(environment, rivers, (text) => texts.push(text))
      .catch((reason) => reason)
    expect(error).toBeInstanceOf(Error)
    expect(error).toMatchObject(client.streamError)
    expect(texts.join('')).toMatch(/\S/)
  },
} satisfies Partial<Record<CallId, SharedTest>>

const sharedTests = {
  ...errorTests,
  generate: async (environment, client) => {
    const answer = await client.ask(environment, { ...hello, prompt: 'What is 6 times 7?' })
    expect(answer.text).toMatch(/\S/)
    expect(answer.finishReason ?? 'stop').toMatch(/^stop$/i)
    expect(answer.tokens).toBeGreaterThan(0)
  },

  stream: async (environment, client) => {
    const texts: string[] = []
    const answer = await client.stream(environment, rivers, (text) => texts.push(text))
    expect(texts.length).toBeGreaterThan(1)
    expect(answer.text).toBe(texts.join(''))
    expect(answer.text).toMatch(/\S/)
    expect(answer.finishReason ?? 'stop').toMatch(/^stop$/i)
  },

  system: async (environment, client) => {
    const sent = environment.nextUpstreamRequest()
    const system = 'Answer in one word.'
    expect((await client.ask(environment, { ...hello, system })).text).toMatch(/\S/)
    const body = (await readJson(sent)) as { readonly messages?: unknown }
    expect(body).toMatchObject(
      body.messages
        ? { messages: [{ role: 'system', content: system }, {}] }
        : { systemInstruction: { parts: [{ text: system }] } },
    )
  },

  thinking: async (environment, client) => {
    const question = { ...rivers, model: 'gen-2.5-pro', thoughts: true }
    for (const answer of [
      await client.ask(environment, question),
      await client.stream(environment, question, () => undefined),
    ]) {
      expect([answer.text, answer.thoughts]).toEqual([
        expect.stringMatching(/\S/),
        expect.stringMatching(/\S/),
      ])
      expect(answer.text).not.toContain(answer.thoughts)
    }
  },

  // Some clients send images and tools of the vendor only to models with one of the vendor's names.
  search: async (environment, client) => {
    const question = { model: 'gemini-2.5-flash', prompt: 'News about rivers', tool: 'googleSearch' } as const
    const { sources } = await client.ask(environment, question)
    expect(sources).toMatchObject({ webSearchQueries: expect.arrayContaining([expect.any(String)]) })
  },

  urlContext: async (environment, client) => {
    const prompt = 'What does https://example.com/rivers say?'
    const question = { model: 'gemini-2.5-pro', prompt, tool: 'urlContext' } as const
    const { sources } = await client.ask(environment, question)
    expect(sources).toMatchObject({ urlMetadata: [{ retrievedUrl: expect.stringContaining('example.com') }] })
  },

  picture: async (environment, client) => {
    const question = { model: 'gemini-2.5-pro', prompt: 'What is this?', picture: redPicture }
    expect((await client.ask(environment, question)).text).toMatch(/\S/)
  },

  embedOne: async (environment, { embed }) => {
    expectVectors((await embed?.(environment, someTexts.slice(0, 1))) ?? [], 1)
  },

  embedMany: async (environment, { embed }) => {
    const vectors = (await embed?.(environment, someTexts)) ?? []
    expectVectors(vectors, someTexts.length)
    // In the order of the texts.
    expect((await embed?.(environment, someTexts.slice(2)))?.[0]).toEqual(vectors[2])
  },

  nestedPrefix: async (environment, client) => {
    const nested = { ...environment, url: `${environment.url}/v1` }
    expect((await client.ask(nested, { ...hello, model: 'models/gen-2.5-flash' })).text).toMatch(/\S/)
  },
} satisfies Partial<Record<CallId, SharedTest>>

type OwnCall<Name extends Client> = Exclude<WorkingCall<Name>, keyof typeof sharedTests>

/** `ownTests` must have one test for each call that the table claims and that is not shared. */
export function describeClient<Name extends Client>(
  client: Name,
  [adapter, ...otherApis]: readonly [ClientAdapter, ...ClientAdapter[]],
  ownTests: Record<OwnCall<Name>, ClientTest>,
): void {
  const own: Partial<Record<CallId, ClientTest>> = ownTests
  const shared: Partial<Record<CallId, SharedTest>> = sharedTests
  // `Object.keys` has no narrower type.
  const calls = (Object.keys(coverage) as CallId[]).filter((call) => coverage[call][client] === 'works')

  describe.each(UpstreamKind.options)('%s upstream', (kind) => {
    let environment: ClientEnvironment
    beforeAll(async () => {
      environment = await openClientEnvironment(kind)
    })
    afterAll(() => environment.close())

    const tested = calls.filter((call) => hasCall(kind, call))
    test.each(tested.map((call) => [coverage[call].label, call] as const))(
      `${clients[client]}: %s`,
      async (_, call) => {
        await (own[call]?.(environment) ?? shared[call]?.(environment, adapter))
        if (call in errorTests) for (const other of otherApis) await shared[call]?.(environment, other)
      },
    )
  })
}
