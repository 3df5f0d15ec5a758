// openai as it is, against a listening gateway; retries are off where they would only cost time.
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
  transcribe: async (around) => {
    const { text, usage } = await open(around).audio.transcriptions.create({ model, file: await speak() })
    expect(text).not.toBe('')
    expect(usage).toBeDefined()
  },

  transcribeStream: async (around) => {
    const stream = await open(around).audio.transcriptions.create({
      // The other family's name means the same model.
      model: 'gpt-4o-transcribe',
      file: await speak(),
      stream: true,
    })
    let told = ''
    let done = ''
    for await (const event of stream) {
      if (event.type === 'transcript.text.delta') told += event.delta
      if (event.type === 'transcript.text.done') done = event.text
    }
    expect(told).not.toBe('')
    expect(done).toBe(told)
  },

  abortWhole: async (around) => {
    const leaving = new AbortController()
    const sent = around.nextUpstreamRequest()
    around.injectFault('silence')
    const request = { model, file: await speak() }
    const whole = open(around).audio.transcriptions.create(request, { signal: leaving.signal })
    const refused = expect(whole).rejects.toBeInstanceOf(APIUserAbortError)
    const { signal } = await sent
    leaving.abort()
    await refused
    await whenAborted(signal)
  },

  abortStream: leaveStream,

  unknownModel: async (around) => {
    const call = ask(around, 'gen-9-transcribe')
    expect(await errorOf(call)).toBeInstanceOf(NotFoundError)
  },

  badRequest: async (around) => {
    around.injectFault('bad request')
    expect(await errorOf(ask(around))).toBeInstanceOf(BadRequestError)
  },

  wrongKey: async (around) => {
    const error = await errorOf(ask({ ...around, key: 'wrong' }))
    expect(error).toBeInstanceOf(AuthenticationError)
    expect(error).toMatchObject({ code: 'invalid_api_key' })
  },

  quota: async (around) => {
    around.injectFault('quota')
    const error = await errorOf(ask(around))
    expect(error).toBeInstanceOf(RateLimitError)
    expect(error.headers?.get('retry-after')).toMatch(/^\d+$/)
  },

  brokenStream: async (around) => {
    around.injectFault('failure in mid-stream')
    const stream = await openStream(around)
    const kinds: string[] = []
    const reading = (async () => {
      for await (const { type } of stream) kinds.push(type)
    })()
    await expect(reading).rejects.toBeInstanceOf(APIError)
    expect(kinds).toContain('transcript.text.delta')
    expect(kinds).not.toContain('transcript.text.done')
  },
})

test('the list of models is not there to be had: of this API the gateway serves transcription alone', async () => {
  const around = await openClientEnvironment('demo')
  onTestFinished(around.close)
  const { models } = open(around)
  await expect(models.list()).rejects.toBeInstanceOf(NotFoundError)
  await expect(models.retrieve(model)).rejects.toBeInstanceOf(NotFoundError)
})

function open({ url, key }: ClientEnvironment): OpenAI {
  return new OpenAI({ apiKey: key, baseURL: `${url}/v1`, maxRetries: 0 })
}

function speak() {
  return toFile(toneWav(2), 'tone.wav', { type: 'audio/wav' })
}

async function ask(around: ClientEnvironment, wanted = model) {
  return open(around).audio.transcriptions.create({ model: wanted, file: await speak() })
}

async function openStream(around: ClientEnvironment) {
  return open(around).audio.transcriptions.create({ model, file: await speak(), stream: true })
}

async function errorOf(call: Promise<unknown>): Promise<APIError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof APIError) return error
  throw new Error('The client did not throw its own error.', { cause: error })
}

/** Leaving the loop of this client closes the connection. */
async function leaveStream(around: ClientEnvironment): Promise<void> {
  const sent = around.nextUpstreamRequest()
  around.injectFault('silence in mid-stream')
  for await (const _ of await openStream(around)) break
  await whenAborted((await sent).signal)
}
