// Unmodified openai against a listening gateway. Retries are off where they would only take time.
import OpenAI, {
  APIError,
  APIUserAbortError,
  AuthenticationError,
  BadRequestError,
  NotFoundError,
  RateLimitError,
  toFile,
} from 'openai'
import { expect, onTestFinished, test } from 'vitest'
import { toneWav } from '../testing/tone.fixture'
import { type ClientEnvironment, openClientEnvironment } from './client-environment.fixture'
import { describeClient } from './client-suite.fixture'
import { whenAborted } from './test-data.fixture'

const model = 'gen-4o-transcribe'

describeClient('openai', {
  transcribe: async (environment) => {
    const { text, usage } = await open(environment).audio.transcriptions.create({
      model,
      file: await speak(),
    })
    expect(text).not.toBe('')
    expect(usage).toBeDefined()
  },

  transcribeStream: async (environment) => {
    const stream = await open(environment).audio.transcriptions.create({
      // The vendor's name means the same model.
      model: 'gpt-4o-transcribe',
      file: await speak(),
      stream: true,
    })
    let response = ''
    let done = ''
    for await (const event of stream) {
      if (event.type === 'transcript.text.delta') response += event.delta
      if (event.type === 'transcript.text.done') done = event.text
    }
    expect(response).not.toBe('')
    expect(done).toBe(response)
  },

  abortWhole: async (environment) => {
    const abortController = new AbortController()
    const sent = environment.nextUpstreamRequest()
    environment.injectFault('silence')
    const request = { model, file: await speak() }
    const whole = open(environment).audio.transcriptions.create(request, { signal: abortController.signal })
    const rejected = expect(whole).rejects.toBeInstanceOf(APIUserAbortError)
    const { signal } = await sent
    abortController.abort()
    await rejected
    await whenAborted(signal)
  },

  abortStream,

  unknownModel: async (environment) => {
    const call = send(environment, 'gen-9-transcribe')
    expect(await errorOf(call)).toBeInstanceOf(NotFoundError)
  },

  badRequest: async (environment) => {
    environment.injectFault('bad request')
    expect(await errorOf(send(environment))).toBeInstanceOf(BadRequestError)
  },

  wrongKey: async (environment) => {
    const error = await errorOf(send({ ...environment, key: 'wrong' }))
    expect(error).toBeInstanceOf(AuthenticationError)
    expect(error).toMatchObject({ code: 'invalid_api_key' })
  },

  quota: async (environment) => {
    environment.injectFault('quota')
    const error = await errorOf(send(environment))
    expect(error).toBeInstanceOf(RateLimitError)
    expect(error.headers?.get('retry-after')).toMatch(/^\d+$/)
  },

  brokenStream: async (environment) => {
    environment.injectFault('failure in mid-stream')
    const stream = await openStream(environment)
    const kinds: string[] = []
    const reading = (async () => {
      for await (const { type } of stream) kinds.push(type)
    })()
    await expect(reading).rejects.toBeInstanceOf(APIError)
    expect(kinds).toContain('transcript.text.delta')
    expect(kinds).not.toContain('transcript.text.done')
  },
})

test('the list of models is a 404: of this API the gateway serves only transcription', async () => {
  const environment = await openClientEnvironment('demo')
  onTestFinished(environment.close)
  const { models } = open(environment)
  await expect(models.list()).rejects.toBeInstanceOf(NotFoundError)
  await expect(models.retrieve(model)).rejects.toBeInstanceOf(NotFoundError)
})

function open({ url, key }: ClientEnvironment): OpenAI {
  return new OpenAI({ apiKey: key, baseURL: `${url}/v1`, maxRetries: 0 })
}

function speak() {
  return toFile(toneWav(2), 'tone.wav', { type: 'audio/wav' })
}

async function send(environment: ClientEnvironment, expected = model) {
  return open(environment).audio.transcriptions.create({ model: expected, file: await speak() })
}

async function openStream(environment: ClientEnvironment) {
  return open(environment).audio.transcriptions.create({ model, file: await speak(), stream: true })
}

async function errorOf(call: Promise<unknown>): Promise<APIError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof APIError) return error
  throw new Error('The client did not throw its own error.', { cause: error })
}

/** In this client, leaving the loop closes the connection. */
async function abortStream(environment: ClientEnvironment): Promise<void> {
  const sent = environment.nextUpstreamRequest()
  environment.injectFault('silence in mid-stream')
  for await (const _ of await openStream(environment)) break
  await whenAborted((await sent).signal)
}
