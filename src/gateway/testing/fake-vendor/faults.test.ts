// Tests that the fake's faults apply in order, to matching requests, as documented.
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

let vendor: FakeVendor
beforeAll(async () => {
  vendor = await openFakeVendor()
})
afterAll(() => vendor.close())

const send = createVendorClient(() => vendor)

describe('faults', () => {
  test('apply in order, only to matching requests, the given number of times', async () => {
    vendor.injectFault('503', 2)
    vendor.injectFault('raw-error-in-mid-stream')
    const statuses: number[] = []
    for (let at = 0; at < 3; at += 1) statuses.push((await send(flash, { body: userContents('hi') })).status)
    expect(statuses).toEqual([503, 503, 200])
    const response = await send(`${stream}?alt=sse`, { body: userContents('hi') })
    expect(response.text).toMatch(/^data: \{.*\}\r\n\r\n\{\n {2}"error"/)
    expect((await send(`${stream}?alt=sse`, { body: userContents('hi') })).text).not.toContain('"error"')
  })

  test('a signature of 2 MB is on a single line, and valid', async () => {
    vendor.injectFault('huge-signature')
    const response = await send('/v1beta/models/gemini-3.1-pro-preview:streamGenerateContent?alt=sse', {
      body: userContents('hi'),
    })
    const chunks = toDocuments(response.text)
    const part = chunks.at(-1)?.candidates[0].content.parts[0]
    expect(part?.thoughtSignature?.length).toBeGreaterThan(2_000_000)
    const contents = [
      ...userContents('hi').contents,
      { role: 'model', parts: [{ ...part, text: 'hello' }] },
      ...userContents('go on').contents,
    ]
    expect((await send(pro3, { body: { contents } })).status).toBe(200)
  })

  test.each<Fault>(['slow-headers', 'silent-body', 'connection-reset', 'cut-in-mid-stream'])(
    '%s never completes, and the fake notices when the client disconnects',
    async (fault) => {
      vendor.injectFault(fault)
      const before = vendor.requests.length
      const abortController = new AbortController()
      const call = fetch(vendor.geminiUrl + flash, {
        method: 'POST',
        body: JSON.stringify(userContents('hi')),
        headers: { 'x-goog-api-key': vendor.geminiKey },
        signal: abortController.signal,
      }).then((answer) => answer.text())
      call.catch(() => undefined)
      const request = await vendor.waitForRequest((one) => vendor.requests.indexOf(one) >= before)
      if (fault === 'slow-headers' || fault === 'silent-body') abortController.abort()
      await expect(call).rejects.toThrow()
      await request.aborted
    },
  )

  test('a quota per minute has its delay only in the details', async () => {
    vendor.injectFault('429-with-retry-info')
    const response = await send(flash, { body: userContents('hi') })
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, null])
    expect(response.json.error.details).toContainEqual({
      '@type': 'type.googleapis.com/google.rpc.RetryInfo',
      retryDelay: '34.074824224s',
    })
  })
})
