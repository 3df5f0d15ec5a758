// Tests that videos, downloads and the Files API of the fake work as documented in the wire facts.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FakeVendor, openFakeVendor } from './fake-vendor.fixture'
import { createVendorClient, flash, type VendorTestResponse } from './fake-vendor-client.fixture'
import type { Fault } from './fault.fixture'
import { granularity } from './files.fixture'

let vendor: FakeVendor
beforeAll(async () => {
  vendor = await openFakeVendor()
})
afterAll(() => vendor.close())

const sendTo = createVendorClient(() => vendor)

const refusal = (code: number, status: string, message: unknown = expect.any(String)) => ({
  error: expect.objectContaining({ code, status, message }),
})

describe('videos', () => {
  const start = '/v1beta/models/veo-3.1-fast-generate-preview:predictLongRunning'

  test('an operation has a name, runs without a status, and its video is behind a redirect without a key', async () => {
    const { json } = await sendTo(start, { body: { instances: [{ prompt: 'a boat' }] } })
    expect(json).toEqual({
      name: expect.stringMatching(/^models\/veo-3\.1-fast-generate-preview\/operations\/[a-z0-9]+$/),
    })
    const poll = async () => (await sendTo(`/v1beta/${json.name}`)).json
    expect([await poll(), await poll()]).toEqual([{ name: json.name }, { name: json.name }])
    const done = await poll()
    const { uri } = done.response.generateVideoResponse.generatedSamples[0].video
    expect(done.done).toBe(true)
    expect(uri).toMatch(/\/v1beta\/files\/[a-z0-9]+:download\?alt=media$/)
    expect((await sendTo(uri, { key: vendor.otherGeminiKey })).status).toBe(403)
    const redirect = await sendTo(uri)
    const location = redirect.headers.get('location') ?? ''
    expect([redirect.status, new URL(location).origin]).toEqual([302, vendor.storageUrl])
    expect((await sendTo(location)).status).toBe(400)
    const video = await sendTo(location, { key: null })
    expect([video.status, video.text.slice(4, 8)]).toEqual([200, 'ftyp'])
    const part = await sendTo(location, { key: null, headers: { range: 'bytes=4-7' } })
    expect([part.status, part.text, part.headers.get('content-range')]).toEqual([
      206,
      'ftyp',
      `bytes 4-7/${video.headers.get('content-length')}`,
    ])
    expect((await sendTo(location, { key: null, headers: { range: 'bytes=999999-' } })).status).toBe(416)
  })

  test('a video may also be on the API’s own host, which requires the key', async () => {
    const { json } = await sendTo(start, { body: { instances: [{ prompt: 'a boat' }] } })
    let done = (await sendTo(`/v1beta/${json.name}`)).json
    while (!done.done) done = (await sendTo(`/v1beta/${json.name}`)).json
    const { uri } = done.response.generateVideoResponse.generatedSamples[0].video
    vendor.injectFault('download-on-own-host')
    const location = (await sendTo(uri)).headers.get('location') ?? ''
    expect(location).toMatch(/^\/download\/v1beta\/files\/[a-z0-9]+:download\?alt=media$/)
    expect((await sendTo(location, { key: null })).status).toBe(403)
    expect((await sendTo(location, { headers: { range: 'bytes=4-7' } })).text).toBe('ftyp')
  })

  test.each<[Fault, object]>([
    ['done-false', { done: false }],
    ['operation-failed', { done: true, error: expect.objectContaining({ code: 3 }) }],
    [
      'rai-filtered',
      {
        done: true,
        response: expect.objectContaining({
          generateVideoResponse: { raiMediaFilteredCount: 1, raiMediaFilteredReasons: [expect.any(String)] },
        }),
      },
    ],
  ])('a poll with %s', async (fault, expected) => {
    const { json } = await sendTo(start, { body: { instances: [{ prompt: 'a boat' }] } })
    vendor.injectFault(fault)
    expect((await sendTo(`/v1beta/${json.name}`)).json).toEqual({ name: json.name, ...expected })
    expect((await sendTo(`/v1beta/${json.name}`)).json).toEqual({ name: json.name })
  })

  test.each<[string, object]>([
    ['nothing', {}],
    ['a ratio', { instances: [{ prompt: 'a' }], parameters: { aspectRatio: '1:1' } }],
    ['a length', { instances: [{ prompt: 'a' }], parameters: { durationSeconds: 5 } }],
    [
      'a short one in high resolution',
      { instances: [{ prompt: 'a' }], parameters: { resolution: '1080p', durationSeconds: '4' } },
    ],
    ['an image without bytes', { instances: [{ prompt: 'a', image: { mimeType: 'image/png' } }] }],
  ])('rejects %s', async (_, body) => {
    expect((await sendTo(start, { body })).json).toEqual(refusal(400, 'INVALID_ARGUMENT'))
  })
})

describe('files', () => {
  async function begin(size: number, mimeType: string): Promise<VendorTestResponse> {
    return await sendTo('/upload/v1beta/files', {
      body: { file: { display_name: 'a film' } },
      headers: {
        'x-goog-upload-protocol': 'resumable',
        'x-goog-upload-command': 'start',
        'x-goog-upload-header-content-length': String(size),
        'x-goog-upload-header-content-type': mimeType,
      },
    })
  }

  function send(
    started: VendorTestResponse,
    body: Buffer,
    step: readonly [command: string, offset?: number],
  ): Promise<VendorTestResponse> {
    const [command, offset = 0] = step
    return sendTo(started.headers.get('x-goog-upload-url') ?? '', {
      body,
      headers: { 'x-goog-upload-command': command, 'x-goog-upload-offset': String(offset) },
    })
  }

  test('are uploaded in chunks, processed, used, listed and deleted; invisible to other keys', async () => {
    const bytes = Buffer.alloc(granularity + 5, 'x')
    const started = await begin(bytes.length, 'video/mp4')
    expect(started.headers.get('x-goog-upload-chunk-granularity')).toBe('8388608')
    const chunk = await send(started, bytes.subarray(0, granularity), ['upload'])
    expect([chunk.headers.get('x-goog-upload-status'), chunk.text]).toEqual(['active', ''])
    const query = await send(started, Buffer.alloc(0), ['query'])
    expect(query.headers.get('x-goog-upload-size-received')).toBe(String(granularity))
    const last = await send(started, bytes.subarray(granularity), ['upload, finalize', granularity])
    expect(last.headers.get('x-goog-upload-status')).toBe('final')
    const { file } = last.json
    expect(file).toMatchObject({
      name: expect.stringMatching(/^files\/[a-z0-9]+$/),
      displayName: 'a film',
      mimeType: 'video/mp4',
      sizeBytes: String(bytes.length),
      state: 'PROCESSING',
      uri: `${vendor.geminiUrl}/v1beta/${file.name}`,
    })
    const body = { contents: [{ parts: [{ fileData: { fileUri: file.uri, mimeType: 'video/mp4' } }] }] }
    expect((await sendTo(flash, { body })).json).toEqual(refusal(400, 'FAILED_PRECONDITION'))
    expect((await sendTo(`/v1beta/${file.name}`)).json.state).toBe('PROCESSING')
    expect((await sendTo(`/v1beta/${file.name}`)).json.state).toBe('ACTIVE')
    expect((await sendTo(flash, { body })).status).toBe(200)
    const key = vendor.otherGeminiKey
    expect((await sendTo(`/v1beta/${file.name}`, { key })).status).toBe(403)
    expect((await sendTo(flash, { body, key })).status).toBe(403)
    expect((await sendTo('/v1beta/files', { key })).json).toEqual({})
    expect((await sendTo('/v1beta/files')).json.files[0].name).toBe(file.name)
    expect((await sendTo(`/v1beta/${file.name}`, { method: 'DELETE' })).json).toEqual({})
    expect((await sendTo(`/v1beta/${file.name}`)).status).toBe(404)
  })

  test('rejects a wrong offset, a small chunk and a wrong size; an image is ready immediately', async () => {
    const started = await begin(10, 'image/png')
    expect((await send(started, Buffer.alloc(5), ['upload'])).status).toBe(400)
    expect((await send(started, Buffer.alloc(5), ['upload, finalize', 5])).status).toBe(400)
    expect((await send(started, Buffer.alloc(10), ['upload, finalize'])).json.file.state).toBe('ACTIVE')
    expect((await send(started, Buffer.alloc(10), ['upload, finalize'])).status).toBe(404)
    expect((await send(await begin(4, 'image/png'), Buffer.alloc(5), ['upload, finalize'])).status).toBe(400)
  })
})
