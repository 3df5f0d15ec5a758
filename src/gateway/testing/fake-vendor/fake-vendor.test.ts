// Tests what the fake rejects: other tests would pass without it if the gateway sent something wrong.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Part } from './contents.fixture'
import { type FakeVendor, openFakeVendor } from './fake-vendor.fixture'

let vendor: FakeVendor
beforeAll(async () => {
  vendor = await openFakeVendor({ geminiKey: 'right/key+1' })
})
afterAll(() => vendor.close())

interface SendOptions {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Null sends none. */
  readonly key?: string | null
}

/** `path` may be a URL. */
async function send(path: string, { body, headers, key = vendor.geminiKey }: SendOptions = {}) {
  const response = await fetch(new URL(path, vendor.geminiUrl), {
    method: body === undefined ? 'GET' : 'POST',
    redirect: 'manual',
    headers: { ...(key === null ? {} : { 'x-goog-api-key': key }), ...headers },
    ...(body === undefined ? {} : { body: toBody(body) }),
  })
  const text = await response.text()
  const json = /^[[{]/.test(text) ? JSON.parse(text) : undefined
  return { status: response.status, headers: response.headers, text, json }
}

function toBody(body: unknown): string | FormData | Uint8Array<ArrayBuffer> {
  if (typeof body === 'string' || body instanceof FormData) return body
  return body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body)
}

const toPrompt = (text: string) => ({ contents: [{ role: 'user', parts: [{ text }] }] })
const flash = '/v1beta/models/gemini-2.5-flash:generateContent'
const pro = '/v1beta/models/gemini-3.1-pro-preview:generateContent'
const hello = { body: toPrompt('hi') }

describe('a key', () => {
  const bearer = () => ({ authorization: `Bearer ${vendor.geminiKey}` })
  test.each<[string, number, string, () => Promise<{ json: unknown }>]>([
    ['that is absent', 403, 'PERMISSION_DENIED', () => send(flash, { ...hello, key: null })],
    [
      'in the query',
      403,
      'PERMISSION_DENIED',
      () => send(`${flash}?key=right/key%2B1`, { ...hello, key: null }),
    ],
    ['as a token', 401, 'UNAUTHENTICATED', () => send(flash, { ...hello, key: null, headers: bearer() })],
    ['in two headers', 400, 'INVALID_ARGUMENT', () => send(flash, { ...hello, headers: bearer() })],
    ['that is wrong', 400, 'INVALID_ARGUMENT', () => send(flash, { ...hello, key: 'wrong/key' })],
  ])('%s is rejected with %i', async (...[, code, status, response]) => {
    expect((await response()).json).toMatchObject({ error: { code, status } })
  })
})

describe('a request', () => {
  const call = { functionCall: { name: 'f', args: {} } }

  const toParts = (...parts: object[]) => ({ contents: [{ parts }] })
  const afterCall = (...results: object[]) => ({
    contents: [{ parts: [{ text: 'a' }] }, { role: 'model', parts: [call, call] }, { parts: results }],
  })
  const toResult = (response: unknown) => ({ functionResponse: { name: 'f', response } })

  test.each<[string, unknown, string]>([
    ['that is not JSON', '{"contents": [', 'Invalid JSON payload received. Unexpected token.'],
    [
      'with an unknown field',
      { ...toPrompt('a'), generation_config: { top_p: 1, topQ: 1 } },
      `Unknown name "topQ" at 'generation_config': Cannot find field.`,
    ],
    ['without contents', {}, 'contents'],
    ['with image/jpg', toParts({ inlineData: { mimeType: 'image/jpg', data: 'AAAA' } }), 'Unsupported MIME'],
    ['with fewer results than calls', afterCall(toResult({})), 'number of function response parts is equal'],
    ['with an unknown file', toParts({ fileData: { fileUri: 'files/abc' } }), 'abc'],
  ])('%s is rejected', async (_, body, message) => {
    const { status, json } = await send(flash, { body })
    expect(status).toBeGreaterThanOrEqual(400)
    expect(json.error.message).toContain(message)
  })
})

test('a function call must come back with its own signature', async () => {
  const functionDeclarations = [{ name: 'get_time' }]
  const question = toPrompt('What time is it?').contents
  const ask = (contents: unknown, path = pro) =>
    send(path, { body: { contents, tools: [{ functionDeclarations }] } })
  const { parts } = (await ask(question)).json.candidates[0].content
  expect(parts).toEqual([{ functionCall: { name: 'get_time' }, thoughtSignature: expect.any(String) }])
  const result = { role: 'user', parts: [{ functionResponse: { name: 'get_time', response: {} } }] }
  const answer = (change: (signature: string) => Partial<Part>, path?: string) => {
    const [{ thoughtSignature, ...part }] = parts
    return ask(
      [...question, { role: 'model', parts: [{ ...part, ...change(thoughtSignature) }] }, result],
      path,
    )
  }
  const keep = (thoughtSignature: string) => ({ thoughtSignature })
  expect((await answer(keep)).status).toBe(200)
  expect((await answer(() => ({ thoughtSignature: 'skip_thought_signature_validator' }))).status).toBe(200)
  expect((await answer((signature) => keep(signature.replace(/^./, '-')))).status).toBe(400)
  expect((await answer(keep, flash)).status).toBe(400)
  expect((await answer(() => ({}))).text).toContain('Function call is missing a thought_signature')
})
