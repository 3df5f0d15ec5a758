// Files of the demo service from upload to use, with requests like those of clients.
import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { PNG } from 'pngjs'
import { expect, test } from 'vitest'
import type { HttpBody, HttpResponse, Send } from '#shared/wire/http'
import { readBody, readText } from '#shared/wire/read-body'
import { createDemoService } from '../demo'
import { createCanvas } from '../images/canvas'
import { readScene } from '../images/read-scene'
import { createYield } from '../pace'
import { makeRequest, makeWav } from '../service.fixture'
import { createEncoder } from '../video/h264/encode'
import { writeMp4 } from '../video/h264/mp4'
import { toFileId } from '../video/video-plan'

const prefixes = [
  ['/upload/v1beta', '/v1beta'],
  ['/v1/upload/v1beta', '/v1/v1beta'],
  ['/upload/v1/v1beta', '/v1/v1beta'],
] as const
const host = 'http://127.0.0.1:4715'
const text = Buffer.from('The lighthouse keeper counts the ships that pass.')
const notFound = (id: string) => ({
  error: {
    code: 403,
    message: `You do not have permission to access the File ${id} or it may not exist.`,
    status: 'PERMISSION_DENIED',
  },
})

/** The API writes the digest in hex, and that in Base64. */
const toDigest = (bytes: Uint8Array) =>
  Buffer.from(createHash('sha256').update(bytes).digest('hex')).toString('base64')

interface RequestOptions {
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: HttpBody
}

function openService() {
  const send = createDemoService({ pace: 'instant' })
  const request = async (
    path: string,
    { method = 'GET', headers = {}, body = null }: RequestOptions = {},
  ) => {
    const response = await send(makeRequest(path, undefined, { method, headers: withHost(headers), body }))
    const text = await readText(response.body)
    return { ...response, json: text === '' ? undefined : JSON.parse(text) }
  }
  return { send, request }
}

const withHost = (headers: Record<string, string>) => ({ host: '127.0.0.1:4715', ...headers })
type SendRequest = ReturnType<typeof openService>['request']

interface StartOptions {
  readonly mimeType?: string
  readonly size?: number
  readonly displayName?: string
  readonly prefix?: string
}

/** Starts a resumable upload. `session` is the path from the header `x-goog-upload-url`. */
async function start(
  request: SendRequest,
  { mimeType = 'text/plain', size, displayName, prefix = '/upload/v1beta' }: StartOptions = {},
) {
  const { headers } = await request(`${prefix}/files`, {
    method: 'POST',
    headers: {
      'x-goog-upload-protocol': 'resumable',
      'x-goog-upload-command': 'start',
      'x-goog-upload-header-content-type': mimeType,
      ...(size === undefined ? {} : { 'x-goog-upload-header-content-length': String(size) }),
    },
    body: displayName ? Buffer.from(JSON.stringify({ file: { display_name: displayName } })) : null,
  })
  const session = (headers['x-goog-upload-url'] ?? '').replace(host, '')
  const push = (command: string, offset?: number, body: HttpBody = null) =>
    request(session, {
      method: 'POST',
      headers: {
        'x-goog-upload-command': command,
        ...(offset === undefined ? {} : { 'x-goog-upload-offset': String(offset) }),
      },
      body,
    })
  return { session, push }
}

async function upload(
  request: SendRequest,
  bytes: Uint8Array,
  mimeType: string,
): Promise<{ name: string; uri: string }> {
  const { json } = await request('/upload/v1beta/files', {
    method: 'POST',
    headers: { 'x-goog-upload-protocol': 'raw', 'content-type': mimeType },
    body: bytes,
  })
  return json.file
}

async function generate(send: Send, parts: readonly object[], method = 'generateContent') {
  const path = `/v1beta/models/gen-2.5-pro:${method}`
  const response = await send(makeRequest(path, { contents: [{ role: 'user', parts }] }))
  return { status: response.status, json: JSON.parse(await readText(response.body)) }
}

const progressOf = ({ status, headers }: HttpResponse) => [
  status,
  headers['x-goog-upload-status'],
  headers['x-goog-upload-size-received'],
]

test.each(prefixes)(
  '%s accepts a file in chunks, and describes, lists and deletes it under %s',
  async (up, prefix) => {
    const { request } = openService()
    const { session, push } = await start(request, { size: text.length, displayName: 'Keeper', prefix: up })
    expect(session).toMatch(new RegExp(`^${up}/files\\?upload_id=[0-9a-f]+&upload_protocol=resumable$`))
    const first = await push('upload', 0, text.subarray(0, 20))
    expect([...progressOf(first), first.json]).toEqual([200, 'active', '20', undefined])
    const last = await push('upload, finalize', 20, text.subarray(20))
    expect(progressOf(last)).toEqual([200, 'final', undefined])

    const { file } = last.json
    const created = Date.parse(file.createTime)
    expect(file).toEqual({
      name: expect.stringMatching(/^files\/[a-z0-9]{12}$/),
      displayName: 'Keeper',
      mimeType: 'text/plain',
      sizeBytes: String(text.length),
      createTime: new Date(created).toISOString(),
      updateTime: new Date(created).toISOString(),
      expirationTime: new Date(created + 48 * 3600 * 1000).toISOString(),
      sha256Hash: toDigest(text),
      uri: `${host}${prefix}/${file.name}`,
      state: 'ACTIVE',
      source: 'UPLOADED',
    })
    const path = `${prefix}/${file.name}`
    expect((await request(path)).json).toEqual(file)
    expect((await request(`${prefix}/files`)).json).toEqual({ files: [file] })
    const deleted = await request(path, { method: 'DELETE' })
    expect([deleted.status, deleted.json]).toEqual([200, {}])
    expect((await request(path)).json).toEqual(notFound(file.name.slice(6)))
    expect((await request(path, { method: 'DELETE' })).status).toBe(403)
    expect((await request(`${prefix}/files`)).json).toEqual({})
  },
)

test('a chunk at a wrong offset, and missing or excess bytes, change nothing and state the received bytes', async () => {
  const { request } = openService()
  const { push } = await start(request, { size: 20 })
  await push('upload', 0, text.subarray(0, 10))
  for (const [command, offset, body, message] of [
    ['upload', 9, text.subarray(9, 20), 'X-Goog-Upload-Offset: is 9, but 10 bytes have been received.'],
    ['upload', 11, text.subarray(11, 20), 'X-Goog-Upload-Offset: is 11, but 10 bytes have been received.'],
    ['upload', 10, text, 'Received more bytes than the 20 announced.'],
    ['finalize', undefined, null, 'cannot be finalized: 10 of the 20 bytes announced have been received.'],
  ] as const) {
    const response = await push(command, offset, body)
    expect([...progressOf(response), response.json.error.message]).toEqual([
      ...[400, 'active', '10'],
      expect.stringContaining(message),
    ])
  }
  await push('upload', 10, text.subarray(10, 20))
  expect((await push('finalize')).json.file.sizeBytes).toBe('20')
})

test('after a connection broke during a chunk, the upload continues from the byte that query states', async () => {
  const { request } = openService()
  const { push } = await start(request)
  async function* breaking(): AsyncGenerator<Uint8Array> {
    yield text.subarray(0, 7)
    throw new Error('The connection broke.')
  }
  await expect(push('upload', 0, breaking())).rejects.toThrow('The connection broke.')
  expect(progressOf(await push('query'))).toEqual([200, 'active', '7'])
  const last = await push('upload, finalize', 7, text.subarray(7))
  expect(last.json.file.sha256Hash).toBe(toDigest(text))
})

test('a canceled, finished or unknown upload accepts nothing more, and states its status', async () => {
  const { request } = openService()
  const canceled = await start(request)
  const finished = await start(request)
  expect(progressOf(await canceled.push('cancel'))).toEqual([200, 'cancelled', undefined])
  await finished.push('upload, finalize', 0, text)
  for (const [{ push }, status] of [
    [canceled, 'cancelled'],
    [finished, 'final'],
  ] as const) {
    const response = await push('upload, finalize', 0, text)
    expect(progressOf(response)).toEqual([400, status, undefined])
    expect(response.json.error.message).toBe('Upload has already been terminated.')
    expect(progressOf(await push('query'))).toEqual([200, status, undefined])
  }
  const headers = { 'x-goog-upload-command': 'query' }
  const unknown = await request('/upload/v1beta/files?upload_id=none', { method: 'POST', headers })
  expect([unknown.status, unknown.json.error.status]).toEqual([404, 'NOT_FOUND'])
})

test('multipart and raw uploads need one request, and the same bytes become the same file', async () => {
  const parts = [
    '--b1\r\nContent-Type: application/json; charset=utf-8\r\n\r\n{"file":{"displayName":"N","name":"files/mine"}}',
    `--b1\r\nContent-Type: text/plain\r\n\r\n${text}\r\n`,
    '--b1--',
  ]
  const whole = Buffer.from(parts.join('\r\n').replace('\r\n\r\n--b1--', '\r\n--b1--'))
  for (const headers of [
    { 'x-goog-upload-protocol': 'multipart', 'content-type': 'multipart/related; boundary=b1' },
    { 'content-type': 'multipart/related; boundary="b1"' },
  ]) {
    const { request } = openService()
    const query = 'x-goog-upload-protocol' in headers ? '' : '?uploadType=multipart'
    const sent = await request(`/upload/v1beta/files${query}`, { method: 'POST', headers, body: whole })
    expect([sent.status, sent.json.file]).toEqual([
      200,
      expect.objectContaining({
        name: 'files/mine',
        displayName: 'N',
        mimeType: 'text/plain',
        sha256Hash: toDigest(text),
      }),
    ])
    expect(await upload(request, text, 'text/plain')).toMatchObject({
      mimeType: 'text/plain',
      sha256Hash: toDigest(text),
    })
    const again = await request('/upload/v1beta/files?uploadType=multipart', {
      method: 'POST',
      headers,
      body: whole,
    })
    expect([again.status, again.json.error.message]).toEqual([409, 'The File mine already exists.'])
  }
})

const resumable = { 'x-goog-upload-protocol': 'resumable', 'x-goog-upload-command': 'start' }

test.each<[Record<string, string>, string, string, number?]>([
  [{}, 'no JSON', 'X-Goog-Upload-Protocol: must be resumable, multipart or raw.'],
  [{ 'x-goog-upload-protocol': 'resumable' }, 'no JSON', 'must be start for a new resumable upload.'],
  [
    { 'x-goog-upload-protocol': 'multipart', 'content-type': 'text/plain' },
    ...(['no JSON', 'must be multipart/related'] as const),
  ],
  [
    { 'x-goog-upload-protocol': 'multipart', 'content-type': 'multipart/related; boundary=b' },
    ...(['no JSON', 'must contain two parts'] as const),
  ],
  [resumable, 'no JSON', "The file's metadata isn't valid JSON."],
  [
    { ...resumable, 'x-goog-upload-header-content-length': 'many' },
    ...(['{}', 'X-Goog-Upload-Header-Content-Length: must be a number of bytes, not "many".'] as const),
  ],
  [resumable, '{"file":{"name":"files/../Secret"}}', 'file.name: must be files/'],
  [
    resumable,
    '{"file":{"sizeBytes":"2000000000"}}',
    'up to 268,435,456 bytes (256 MB). This one has 2,000,000,000 bytes.',
    413,
  ],
])(
  'an upload with the headers %j and the body %s is rejected',
  async (...[headers, text, message, code = 400]) => {
    const { request } = openService()
    const body = Buffer.from(text)
    const { status, json } = await request('/upload/v1beta/files', { method: 'POST', headers, body })
    expect([status, json.error]).toEqual([
      code,
      { code, message: expect.stringContaining(message), status: 'INVALID_ARGUMENT' },
    ])
  },
)

test('lists are paged, newest first, even if a file is deleted in between', async () => {
  const { request } = openService()
  const names: string[] = []
  for (let index = 0; index < 5; index += 1)
    names.unshift((await upload(request, Buffer.from(`file ${index}`), 'text/plain')).name)
  const namesOf = (page: { files: { name: string }[] }) => page.files.map(({ name }) => name)
  const first = (await request('/v1beta/files?pageSize=2')).json
  expect(namesOf(first)).toEqual(names.slice(0, 2))
  await request(`/v1beta/${names[1]}`, { method: 'DELETE' })
  const second = (await request(`/v1/v1beta/files?pageSize=2&pageToken=${first.nextPageToken}`)).json
  expect(namesOf(second)).toEqual(names.slice(2, 4))
  const third = (await request(`/v1beta/files?page_size=2&page_token=${second.nextPageToken}`)).json
  expect([namesOf(third), third.nextPageToken]).toEqual([names.slice(4), undefined])
  for (const query of ['pageSize=-1', 'pageSize=x', 'pageToken=x'])
    expect((await request(`/v1beta/files?${query}`)).status).toBe(400)
})

function makePicture(): Buffer {
  const picture = new PNG({ width: 30, height: 20 })
  for (let index = 0; index < 600; index += 1)
    picture.data.set(index < 300 ? [200, 30, 30, 255] : [20, 40, 160, 255], index * 4)
  return PNG.sync.write(picture)
}

async function makeClip(): Promise<Buffer> {
  const size = { width: 32, height: 32 }
  const encoder = createEncoder({ ...size, qp: 30, keyEvery: 12 })
  const frames = [await encoder.encode(createCanvas(32, 32), createYield())]
  const { sequenceSet, pictureSet } = encoder
  return writeMp4({ ...size, rate: 2, sequenceSet, pictureSet, frames })
}

test.each([
  ['image/png', makePicture, 'a **PNG** of **30 × 20** pixels'],
  ['audio/wav', () => makeWav({ seconds: 1.5 }), 'duration **1.50 seconds**'],
  ['video/mp4', makeClip, 'duration **0.50 seconds**'],
  ['text/plain', () => text, 'It starts with: “The lighthouse keeper'],
  ['application/pdf', () => Buffer.from('%PDF-1.7 …'), 'The file was sent as **application/pdf**'],
])(
  'a file with type %s works by its URI like the same bytes inline, whole and streamed',
  async (mimeType, createBytes, expectedText) => {
    const { request, send } = openService()
    const bytes = await createBytes()
    const { uri, name } = await upload(request, bytes, mimeType)
    while ((await request(`/v1beta/${name}`)).json.state !== 'ACTIVE');
    const question = { text: 'What is it?' }
    const inline = { inlineData: { mimeType, data: bytes.toString('base64') }, videoMetadata: { fps: 1 } }
    const expected = await generate(send, [question, inline])
    expect(JSON.stringify(expected)).toContain(expectedText)
    const references = [
      { fileData: { mimeType, fileUri: uri }, videoMetadata: { fps: 1 } },
      { file_data: { file_uri: uri.replace('/v1beta', '/v1/v1beta') }, videoMetadata: { fps: 1 } },
      { fileData: { fileUri: name }, videoMetadata: { fps: 1 } },
    ]
    for (const reference of references) {
      expect(await generate(send, [question, reference])).toEqual(expected)
      expect(await generate(send, [question, reference], 'countTokens')).toEqual(
        await generate(send, [question, inline], 'countTokens'),
      )
    }
    const path = '/v1beta/models/gen-2.5-pro:streamGenerateContent?alt=sse'
    const streams = [inline, references[0] ?? {}].map(async (part) => {
      const response = await send(makeRequest(path, { contents: [{ parts: [question, part] }] }))
      return readText(response.body)
    })
    const [one, other] = await Promise.all(streams)
    expect(one).toBe(other)
  },
)

test('a generated video is described as generated, and works by its URI', async () => {
  const { request, send } = openService()
  const { seed, setting, daytime, weather } = readScene('the sea at dusk')
  const scene = { seed, setting, daytime, weather, subjects: [], colors: [] }
  const id = toFileId({ scene, seconds: 1, aspectRatio: '9:16', resolution: 'auto' })
  const { json } = await request(`/v1beta/files/${id}`)
  const { body } = await send(makeRequest(`/v1beta/files/${id}:download?alt=media`))
  const bytes = Buffer.from(await readBody(body))
  expect(json).toEqual({
    name: `files/${id}`,
    mimeType: 'video/mp4',
    sizeBytes: String(bytes.length),
    sha256Hash: toDigest(bytes),
    uri: `${host}/v1beta/files/${id}`,
    downloadUri: `${host}/v1beta/files/${id}:download?alt=media`,
    state: 'ACTIVE',
    source: 'GENERATED',
  })
  for (const fileUri of [json.uri, json.downloadUri])
    expect(await generate(send, [{ text: 'How long is it?' }, { fileData: { fileUri } }])).toEqual(
      await generate(send, [
        { text: 'How long is it?' },
        { inlineData: { mimeType: 'video/mp4', data: bytes.toString('base64') } },
      ]),
    )
})

test('a video is processed first and rejected meanwhile; its duration is stated once it is ready', async () => {
  const { request, send } = openService()
  const sent = await request('/upload/v1beta/files', {
    method: 'POST',
    headers: { 'x-goog-upload-protocol': 'raw', 'content-type': 'video/mp4' },
    body: await makeClip(),
  })
  const { file } = sent.json
  expect([file.state, file.videoMetadata]).toEqual(['PROCESSING', undefined])
  const reference = { fileData: { fileUri: file.uri } }
  const early = await generate(send, [reference])
  expect([early.status, early.json.error]).toEqual([
    400,
    {
      code: 400,
      message: `The File ${file.name.slice(6)} is not in an ACTIVE state and usage is not allowed.`,
      status: 'FAILED_PRECONDITION',
    },
  ])
  expect((await request(`/v1beta/${file.name}`)).json.state).toBe('PROCESSING')
  expect((await request(`/v1beta/${file.name}`)).json).toEqual({
    ...file,
    state: 'ACTIVE',
    videoMetadata: { videoDuration: '0.500s' },
  })
  expect((await generate(send, [reference])).status).toBe(200)
})

test('an uploaded file cannot be downloaded, and a deleted or unknown one not be used, like in the vendor API', async () => {
  const { request, send } = openService()
  const { uri, name } = await upload(request, text, 'text/plain')
  const download = await request(`/v1beta/${name}:download?alt=media`)
  expect([download.status, download.json.error.message]).toEqual([
    400,
    `The File ${name.slice(6)} was uploaded. Only generated files can be downloaded.`,
  ])
  await request(`/v1beta/${name}`, { method: 'DELETE' })
  for (const [fileUri, id] of [
    [uri, name.slice(6)],
    ['http://localhost:9/v1beta/files/abc', 'abc'],
  ]) {
    const response = await generate(send, [{ text: 'What is it?' }, { fileData: { fileUri } }])
    expect([response.status, response.json]).toEqual([403, notFound(id ?? '')])
  }
  for (const fileUri of ['https://example.com/v1beta/files/abc', 'gs://bucket/files/abc']) {
    const { json } = await generate(send, [{ text: 'What?' }, { fileData: { fileUri } }])
    expect(JSON.stringify(json)).toContain('didn’t open it')
  }
})
