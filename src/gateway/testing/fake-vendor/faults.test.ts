// The faults of the double: met in order, where they fit, as they are described.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FakeVendor, openFakeVendor } from './fake-vendor.fixture'
import {
  createVendorClient,
  flash,
  pro3,
  stream,
  toDocuments,
  userContents,
} from './fake-vendor-client.fixture'
import type { Fault } from './fault.fixture'

let double: FakeVendor
beforeAll(async () => {
  double = await openFakeVendor()
})
afterAll(() => double.close())

const ask = createVendorClient(() => double)

describe('faults', () => {
  test('are met in order, only where they fit, as often as was said', async () => {
    double.injectFault('503', 2)
    double.injectFault('raw-error-in-mid-stream')
    const statuses: number[] = []
    for (let at = 0; at < 3; at += 1) statuses.push((await ask(flash, { body: userContents('hi') })).status)
    expect(statuses).toEqual([503, 503, 200])
    const told = await ask(`${stream}?alt=sse`, { body: userContents('hi') })
    expect(told.text).toMatch(/^data: \{.*\}\r\n\r\n\{\n {2}"error"/)
    expect((await ask(`${stream}?alt=sse`, { body: userContents('hi') })).text).not.toContain('"error"')
  })

  test('a signature of two megabytes stands on one line, and is as good as a small one', async () => {
    double.injectFault('huge-signature')
    const told = await ask('/v1beta/models/gemini-3.1-pro-preview:streamGenerateContent?alt=sse', {
      body: userContents('hi'),
    })
    const chunks = toDocuments(told.text)
    const part = chunks.at(-1)?.candidates[0].content.parts[0]
    expect(part?.thoughtSignature?.length).toBeGreaterThan(2_000_000)
    const contents = [
      ...userContents('hi').contents,
      { role: 'model', parts: [{ ...part, text: 'hello' }] },
      ...userContents('go on').contents,
    ]
    expect((await ask(pro3, { body: { contents } })).status).toBe(200)
  })

  test.each<Fault>(['slow-headers', 'silent-body', 'connection-reset', 'cut-in-mid-stream'])(
    '%s never ends well, and the double hears when the caller leaves',
    async (fault) => {
      double.injectFault(fault)
      const before = double.requests.length
      const leaving = new AbortController()
      const call = fetch(double.geminiUrl + flash, {
        method: 'POST',
        body: JSON.stringify(userContents('hi')),
        headers: { 'x-goog-api-key': double.geminiKey },
        signal: leaving.signal,
      }).then((answer) => answer.text())
      call.catch(() => undefined)
      const seen = await double.waitForRequest((one) => double.requests.indexOf(one) >= before)
      if (fault === 'slow-headers' || fault === 'silent-body') leaving.abort()
      await expect(call).rejects.toThrow()
      await seen.aborted
    },
  )

  test('a quota of a minute tells its delay in the details alone', async () => {
    double.injectFault('429-with-retry-info')
    const told = await ask(flash, { body: userContents('hi') })
    expect([told.status, told.headers.get('retry-after')]).toEqual([429, null])
    expect(told.json.error.details).toContainEqual({
      '@type': 'type.googleapis.com/google.rpc.RetryInfo',
      retryDelay: '34.074824224s',
    })
  })
})
