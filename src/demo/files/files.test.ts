// Files of the demo service from their upload to their use, as clients send them.
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
import { bytesOf, makeRequest, makeWav } from '../service.fixture'
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
const refusal = (id: string) => ({
  error: {
    code: 403,
    message: `You do not have permission to access the File ${id} or it may not exist.`,
    status: 'PERMISSION_DENIED',
  },
})

interface Sending {
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: HttpBody
}

function openService() {
  const send = createDemoService({ pace: 'instant' })
  const ask = async (path: string, { method = 'GET', headers = {}, body = null }: Sending = {}) => {
    const answer = await send(makeRequest(path, undefined, { method, headers: withHost(headers), body }))
    const answered = await readText(answer.body)
    return { ...answer, json: answered === '' ? undefined : JSON.parse(answered) }
  }
  return { send, ask }
}

const withHost = (headers: Record<string, string>) => ({ host: '127.0.0.1:4715', ...headers })
type Ask = ReturnType<typeof openService>['ask']

/** The session's path, as the header `x-goog-upload-url` names it. */
async function start(
  ask: Ask,
  { mimeType = 'text/plain', size, displayName }: { mimeType?: string; size?: number; displayName?: string },
  prefix: string = '/upload/v1beta',
): Promise<string> {
  const { headers } = await ask(`${prefix}/files`, {
    method: 'POST',
    headers: {
      'x-goog-upload-protocol': 'resumable',
      'x-goog-upload-command': 'start',
      'x-goog-upload-header-content-type': mimeType,
      ...(size === undefined ? {} : { 'x-goog-upload-header-content-length': String(size) }),
    },
    body: displayName ? Buffer.from(JSON.stringify({ file: { display_name: displayName } })) : null,
  })
  return (headers['x-goog-upload-url'] ?? '').replace(host, '')
}

function push(
  ask: Ask,
  session: string,
  { command, offset, body }: { command: string; offset?: number; body?: HttpBody },
) {
  return ask(session, {
    method: 'POST',
    headers: {
      'x-goog-upload-command': command,
      ...(offset === undefined ? {} : { 'x-goog-upload-offset': String(offset) }),
    },
    body: body ?? null,
  })
}

async function upload(ask: Ask, bytes: Uint8Array, mimeType: string): Promise<{ name: string; uri: string }> {
  const { json } = await ask('/upload/v1beta/files', {
    method: 'POST',
    headers: { 'x-goog-upload-protocol': 'raw', 'content-type': mimeType },
    body: bytes,
  })
  return json.file
}

async function generate(send: Send, parts: readonly object[], verb = 'generateContent') {
  const path = `/v1beta/models/gen-2.5-pro:${verb}`
  const answer = await send(makeRequest(path, { contents: [{ role: 'user', parts }] }))
  return { status: answer.status, json: JSON.parse(await readText(answer.body)) }
}

const progressOf = ({ status, headers }: HttpResponse) => [
  status,
  headers['x-goog-upload-status'],
  headers['x-goog-upload-size-received'],
]

test.each(prefixes)(
  '%s takes a file in chunks; it is told, listed and deleted under %s',
  async (up, prefix) => {
    const { ask } = openService()
    const session = await start(ask, { size: text.length, displayName: 'Keeper' }, up)
    expect(session).toMatch(new RegExp(`^${up}/files\\?upload_id=[0-9a-f]+&upload_protocol=resumable$`))
    const first = await push(ask, session, { command: 'upload', offset: 0, body: text.subarray(0, 20) })
    expect([...progressOf(first), first.json]).toEqual([200, 'active', '20', undefined])
    const last = await push(ask, session, {
      command: 'upload, finalize',
      offset: 20,
      body: text.subarray(20),
    })
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
      sha256Hash: Buffer.from(createHash('sha256').update(text).digest('hex')).toString('base64'),
      uri: `${host}${prefix}/${file.name}`,
      state: 'ACTIVE',
      source: 'UPLOADED',
    })
    const path = `${prefix}/${file.name}`
    expect((await ask(path)).json).toEqual(file)
    expect((await ask(`${prefix}/files`)).json).toEqual({ files: [file] })
    const deleted = await ask(path, { method: 'DELETE' })
    expect([deleted.status, deleted.json]).toEqual([200, {}])
    expect((await ask(path)).json).toEqual(refusal(file.name.slice(6)))
    expect((await ask(path, { method: 'DELETE' })).status).toBe(403)
    expect((await ask(`${prefix}/files`)).json).toEqual({})
  },
)

test('the same file has the same name in every service, and twice in one service it has two', async () => {
  const names: string[][] = []
  for (const { ask } of [openService(), openService()]) {
    const files = [await upload(ask, text, 'text/plain'), await upload(ask, text, 'text/plain')]
    names.push(files.map(({ name }) => name))
  }
  expect(names[0]).toEqual(names[1])
  expect(new Set(names[0]).size).toBe(2)
})

test('a chunk at a wrong offset is refused, states how far the upload is, and changes nothing', async () => {
  const { ask } = openService()
  const session = await start(ask, { size: text.length })
  await push(ask, session, { command: 'upload', offset: 0, body: text.subarray(0, 10) })
  for (const offset of [0, 9, 11]) {
    const refused = await push(ask, session, { command: 'upload', offset, body: text.subarray(10) })
    expect([...progressOf(refused), refused.json.error.message]).toEqual([
      400,
      'active',
      '10',
      `X-Goog-Upload-Offset: is ${offset}, but 10 bytes have been received.`,
    ])
  }
  await push(ask, session, { command: 'upload', offset: 10, body: text.subarray(10) })
  expect((await push(ask, session, { command: 'finalize' })).json.file.sizeBytes).toBe(String(text.length))
})

test('after a connection that broke in a chunk, the upload continues from the byte that query states', async () => {
  const { ask, send } = openService()
  const session = await start(ask, {})
  async function* breaking(): AsyncGenerator<Uint8Array> {
    yield text.subarray(0, 7)
    throw new Error('The connection broke.')
  }
  const headers = withHost({ 'x-goog-upload-command': 'upload', 'x-goog-upload-offset': '0' })
  const broken = makeRequest(session, undefined, { method: 'POST', headers, body: breaking() })
  await expect(send(broken)).rejects.toThrow('The connection broke.')
  expect(progressOf(await push(ask, session, { command: 'query' }))).toEqual([200, 'active', '7'])
  const last = await push(ask, session, { command: 'upload, finalize', offset: 7, body: text.subarray(7) })
  expect(Buffer.from(last.json.file.sha256Hash, 'base64').toString()).toBe(
    createHash('sha256').update(text).digest('hex'),
  )
})

test('two requests cannot feed one upload at once', async () => {
  const { ask } = openService()
  const session = await start(ask, {})
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  async function* slow(): AsyncGenerator<Uint8Array> {
    yield text.subarray(0, 5)
    await held
    yield text.subarray(5)
  }
  const first = push(ask, session, { command: 'upload', offset: 0, body: slow() })
  // The first one's bytes are taken once a query sees them.
  while (progressOf(await push(ask, session, { command: 'query' }))[2] !== '5') await Promise.resolve()
  expect((await push(ask, session, { command: 'upload', offset: 5, body: text })).status).toBe(409)
  release()
  expect(progressOf(await first)).toEqual([200, 'active', String(text.length)])
})

test('a cancelled or finished upload takes nothing more, and says which it is', async () => {
  const { ask } = openService()
  const cancelled = await start(ask, {})
  const finished = await start(ask, {})
  expect(progressOf(await push(ask, cancelled, { command: 'cancel' }))).toEqual([200, 'cancelled', undefined])
  await push(ask, finished, { command: 'upload, finalize', offset: 0, body: text })
  for (const [session, status] of [
    [cancelled, 'cancelled'],
    [finished, 'final'],
  ] as const) {
    const refused = await push(ask, session, { command: 'upload, finalize', offset: 0, body: text })
    expect([...progressOf(refused), refused.json.error.message]).toEqual([
      400,
      status,
      undefined,
      'Upload has already been terminated.',
    ])
    expect(progressOf(await push(ask, session, { command: 'query' }))).toEqual([200, status, undefined])
  }
})

test('bytes that are missing or too many at the end are refused, and the upload stays open', async () => {
  const { ask } = openService()
  const session = await start(ask, { size: 10 })
  const short = await push(ask, session, {
    command: 'upload, finalize',
    offset: 0,
    body: text.subarray(0, 4),
  })
  expect([...progressOf(short), short.json.error.message]).toEqual([
    400,
    'active',
    '4',
    'The upload cannot be finalized: 4 of the 10 bytes announced have been received.',
  ])
  const long = await push(ask, session, { command: 'upload', offset: 4, body: text.subarray(4) })
  expect([...progressOf(long), long.json.error.message]).toEqual([
    400,
    'active',
    '4',
    'More bytes came than the 10 that were announced.',
  ])
  const last = await push(ask, session, {
    command: 'upload, finalize',
    offset: 4,
    body: text.subarray(4, 10),
  })
  expect(last.json.file.sizeBytes).toBe('10')
})

test('multipart and raw uploads come in one request, and the same bytes become the same file', async () => {
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
    const { ask } = openService()
    const query = 'x-goog-upload-protocol' in headers ? '' : '?uploadType=multipart'
    const sent = await ask(`/upload/v1beta/files${query}`, { method: 'POST', headers, body: whole })
    const digest = Buffer.from(createHash('sha256').update(text).digest('hex')).toString('base64')
    expect([sent.status, sent.json.file]).toEqual([
      200,
      expect.objectContaining({
        name: 'files/mine',
        displayName: 'N',
        mimeType: 'text/plain',
        sha256Hash: digest,
      }),
    ])
    expect(await upload(ask, text, 'text/plain')).toMatchObject({
      mimeType: 'text/plain',
      sha256Hash: digest,
    })
    const again = await ask('/upload/v1beta/files?uploadType=multipart', {
      method: 'POST',
      headers,
      body: whole,
    })
    expect([again.status, again.json.error.message]).toEqual([409, 'The File mine already exists.'])
  }
})

test.each([
  [{}, 'X-Goog-Upload-Protocol: must be resumable, multipart or raw.'],
  [{ 'x-goog-upload-protocol': 'resumable' }, 'a resumable upload begins with start.'],
  [{ 'x-goog-upload-protocol': 'multipart', 'content-type': 'text/plain' }, 'must be multipart/related'],
  [
    { 'x-goog-upload-protocol': 'multipart', 'content-type': 'multipart/related; boundary=b' },
    'must hold two parts',
  ],
  [
    { 'x-goog-upload-protocol': 'resumable', 'x-goog-upload-command': 'start' },
    "The file's metadata is no valid JSON.",
  ],
  [
    {
      'x-goog-upload-protocol': 'resumable',
      'x-goog-upload-command': 'start',
      'x-goog-upload-header-content-length': 'many',
    },
    'X-Goog-Upload-Header-Content-Length: must be a number of bytes, not "many".',
  ],
])('an upload with the headers %j is refused', async (headers, message) => {
  const { ask } = openService()
  const length = 'x-goog-upload-header-content-length' in headers
  const body = Buffer.from(length ? '{}' : 'no JSON')
  const { status, json } = await ask('/upload/v1beta/files', { method: 'POST', headers, body })
  expect([status, json.error.message]).toEqual([400, expect.stringContaining(message)])
})

test('a file that cannot be held is refused before its bytes are sent, with both sizes', async () => {
  const { ask } = openService()
  const { status, json } = await ask('/upload/v1beta/files', {
    method: 'POST',
    headers: { 'x-goog-upload-protocol': 'resumable', 'x-goog-upload-command': 'start' },
    body: Buffer.from(JSON.stringify({ file: { sizeBytes: '2000000000' } })),
  })
  expect([status, json.error]).toEqual([
    413,
    {
      code: 413,
      message:
        'The demo service keeps uploaded files in memory, 268435456 bytes (256 MB) at most; this one has 2000000000 bytes.',
      status: 'INVALID_ARGUMENT',
    },
  ])
})

test('an unknown upload session and an unknown name are reported', async () => {
  const { ask } = openService()
  const lost = await push(ask, '/upload/v1beta/files?upload_id=none', { command: 'query' })
  expect([lost.status, lost.json.error.status]).toEqual([404, 'NOT_FOUND'])
  const { status, json } = await ask('/upload/v1beta/files', {
    method: 'POST',
    headers: { 'x-goog-upload-protocol': 'resumable', 'x-goog-upload-command': 'start' },
    body: Buffer.from(JSON.stringify({ file: { name: 'files/../Secret' } })),
  })
  expect([status, json.error.message]).toEqual([400, expect.stringContaining('file.name: must be files/')])
})

test('lists come in pages, newest first, also when a file is deleted in between', async () => {
  const { ask } = openService()
  const names: string[] = []
  for (let index = 0; index < 5; index += 1)
    names.unshift((await upload(ask, Buffer.from(`file ${index}`), 'text/plain')).name)
  const namesOf = (page: { files: { name: string }[] }) => page.files.map(({ name }) => name)
  const first = (await ask('/v1beta/files?pageSize=2')).json
  expect(namesOf(first)).toEqual(names.slice(0, 2))
  await ask(`/v1beta/${names[1]}`, { method: 'DELETE' })
  const second = (await ask(`/v1/v1beta/files?pageSize=2&pageToken=${first.nextPageToken}`)).json
  expect(namesOf(second)).toEqual(names.slice(2, 4))
  const third = (await ask(`/v1beta/files?page_size=2&page_token=${second.nextPageToken}`)).json
  expect([namesOf(third), third.nextPageToken]).toEqual([names.slice(4), undefined])
  for (const query of ['pageSize=-1', 'pageSize=x', 'pageToken=x'])
    expect((await ask(`/v1beta/files?${query}`)).status).toBe(400)
})

test('an uploaded file cannot be downloaded, as upstream', async () => {
  const { ask } = openService()
  const { name } = await upload(ask, text, 'text/plain')
  const { status, json } = await ask(`/v1beta/${name}:download?alt=media`)
  expect([status, json.error.message]).toEqual([
    400,
    `The File ${name.slice(6)} was uploaded. Only generated files can be downloaded.`,
  ])
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
  '%s named by its address is understood as the same bytes inline, whole and streamed',
  async (mimeType, make, says) => {
    const { ask, send } = openService()
    const bytes = await make()
    const { uri, name } = await upload(ask, bytes, mimeType)
    while ((await ask(`/v1beta/${name}`)).json.state !== 'ACTIVE');
    const question = { text: 'What is it?' }
    const inline = { inlineData: { mimeType, data: bytes.toString('base64') }, videoMetadata: { fps: 1 } }
    const expected = await generate(send, [question, inline])
    expect(JSON.stringify(expected)).toContain(says)
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
      const answer = await send(makeRequest(path, { contents: [{ parts: [question, part] }] }))
      return readText(answer.body)
    })
    const [one, other] = await Promise.all(streams)
    expect(one).toBe(other)
  },
)

test('an image model edits an uploaded picture as it edits the same picture inline', async () => {
  const { ask, send } = openService()
  const bytes = makePicture()
  const { uri } = await upload(ask, bytes, 'image/png')
  const parts = [
    { fileData: { fileUri: uri } },
    { inlineData: { mimeType: 'image/png', data: bytes.toString('base64') } },
  ]
  const edit = async (part: object | undefined) => {
    const contents = [{ parts: [{ text: 'Make it black and white' }, part] }]
    const answer = await send(makeRequest('/v1beta/models/gen-2.5-flash-image:generateContent', { contents }))
    return JSON.parse(await readText(answer.body))
  }
  const uploaded = await edit(parts[0])
  const inline = await edit(parts[1])
  expect(uploaded.candidates[0].finishReason).toBe('STOP')
  expect(uploaded).toEqual(inline)
})

test('a video that was made here is described as generated, and understood by its address', async () => {
  const { ask, send } = openService()
  const { seed, setting, daytime, weather } = readScene('the sea at dusk')
  const scene = { seed, setting, daytime, weather, subjects: [], colors: [] }
  const id = toFileId({ scene, seconds: 1, aspectRatio: '9:16', resolution: '720p' })
  const { json } = await ask(`/v1beta/files/${id}`)
  const { body } = await send(makeRequest(`/v1beta/files/${id}:download?alt=media`))
  const bytes = Buffer.from(await readBody(body))
  expect(json).toEqual({
    name: `files/${id}`,
    mimeType: 'video/mp4',
    sizeBytes: String(bytes.length),
    sha256Hash: Buffer.from(createHash('sha256').update(bytes).digest('hex')).toString('base64'),
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

test('a video is processed first and must not be used meanwhile; its length is stated once it is ready', async () => {
  const { ask, send } = openService()
  const sent = await ask('/upload/v1beta/files', {
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
  expect((await ask(`/v1beta/${file.name}`)).json.state).toBe('PROCESSING')
  expect((await ask(`/v1beta/${file.name}`)).json).toEqual({
    ...file,
    state: 'ACTIVE',
    videoMetadata: { videoDuration: '0.500s' },
  })
  expect((await generate(send, [reference])).status).toBe(200)
})

test('a file that was deleted or never was is refused in the words of the vendor', async () => {
  const { ask, send } = openService()
  const { uri, name } = await upload(ask, text, 'text/plain')
  await ask(`/v1beta/${name}`, { method: 'DELETE' })
  for (const [fileUri, id] of [
    [uri, name.slice(6)],
    ['files/abc', 'abc'],
    ['http://localhost:9/v1beta/files/abc', 'abc'],
  ]) {
    const refused = await generate(send, [{ text: 'What is it?' }, { fileData: { fileUri } }])
    expect([refused.status, refused.json]).toEqual([403, refusal(id ?? '')])
  }
})

test.each([
  'https://example.com/v1beta/files/abc',
  'https://www.youtube.com/watch?v=abc',
  'gs://bucket/files/abc',
])('%s is not a file of this service: it is named and not opened', async (fileUri) => {
  const { json } = await generate(openService().send, [{ text: 'What?' }, { fileData: { fileUri } }])
  expect(JSON.stringify(json)).toContain('didn’t open it')
})

test('the settings of failure and delay work on these routes, and a split answer is the same answer', async () => {
  const { ask, send } = openService()
  const { name } = await upload(ask, text, 'text/plain')
  const whole = (await ask(`/v1beta/${name}`)).json
  for (const [method, path] of [
    ['POST', '/upload/v1beta/files'],
    ['GET', '/v1beta/files'],
    ['GET', `/v1beta/${name}`],
    ['DELETE', `/v1beta/${name}`],
    ['GET', `/v1beta/${name}:download`],
  ])
    expect((await ask(`${path}?demo=fail%3D503`, { method: method ?? '' })).status).toBe(503)
  const split = await send(makeRequest(`/v1beta/${name}?demo=split%3D7`))
  const pieces: Uint8Array[] = []
  for await (const piece of bytesOf(split)) pieces.push(piece)
  expect([pieces.length > 10, JSON.parse(Buffer.concat(pieces).toString())]).toEqual([true, whole])
})
