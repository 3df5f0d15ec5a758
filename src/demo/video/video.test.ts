// Videos from the request to the bytes, which are parsed like a player does.
import { Buffer } from 'node:buffer'
import { expect, test, vi } from 'vitest'
import type { Operation } from '#shared/schemas/gemini-requests'
import { readText } from '#shared/wire/read-body'
import { createDemoService } from '../demo'
import { createCanvas } from '../images/canvas'
import { drawScene } from '../images/draw-scene'
import { type Pixels, writePng } from '../images/pixels'
import { readScene } from '../images/read-scene'
import { createYield } from '../pace'
import { instant, makeRequest, postJson } from '../service.fixture'
import { createEncoder, type EncodedFrame } from './h264/encode'

import { convertPixels, createFrame } from './h264/planes'
import { createVideoEncoder } from './h264/video-encoder'
import { drawPicture } from './render-video'
import { readVideoPlan, sizeOf } from './video-plan'

const signal = new AbortController().signal
const path = '/v1beta/models/gen-video-3.1-fast-generate-preview:predictLongRunning'

interface Box {
  readonly name: string
  readonly start: number
  readonly content: Buffer
}

/** The boxes of a file by their path (`moov/trak/…`). */
function readBoxes(bytes: Buffer, prefix = '', offset = 0): Box[] {
  const boxes: Box[] = []
  for (let at = 0; at < bytes.length; ) {
    const size = bytes.readUInt32BE(at)
    const name = prefix + bytes.toString('latin1', at + 4, at + 8)
    const content = bytes.subarray(at + 8, at + size)
    boxes.push({ name, start: offset + at, content })
    if (/(?:moov|trak|mdia|minf|stbl)$/.test(name))
      boxes.push(...readBoxes(content, `${name}/`, offset + at + 8))
    at += size
  }
  return boxes
}

const table = 'moov/trak/mdia/minf/stbl'

/** Parses the file: size, duration, key frames, and the bytes of each picture. */
function readMovie(bytes: Buffer) {
  const boxes = readBoxes(bytes)
  const find = (name: string) => boxes.find((box) => box.name === name)?.content ?? Buffer.alloc(0)
  const list = (name: string, skip: number) =>
    Array.from({ length: (find(name).length - skip) / 4 }, (_, index) =>
      find(name).readUInt32BE(skip + index * 4),
    )
  const sizes = list(`${table}/stsz`, 12)
  const first = find(`${table}/stco`).readUInt32BE(8)
  const samples = sizes.map((size, index) => {
    const start = sizes.slice(0, index).reduce((sum, previous) => sum + previous, first)
    return bytes.subarray(start, start + size)
  })
  const header = find('moov/mvhd')
  const description = find(`${table}/stsd`).subarray(8)
  return {
    order: boxes.filter(({ name }) => !name.includes('/')).map(({ name }) => name),
    seconds: header.readUInt32BE(16) / header.readUInt32BE(12),
    width: description.readUInt16BE(32),
    height: description.readUInt16BE(34),
    keys: list(`${table}/stss`, 8),
    samples,
  }
}

async function pollUntilDone(name: string, prefix = '/v1beta'): Promise<Operation> {
  for (;;) {
    const response = await instant(makeRequest(`${prefix}/${name}`))
    const operation: Operation = JSON.parse(await readText(response.body))
    if (operation.done) return operation
    await new Promise((resolve) => setImmediate(resolve))
  }
}

async function start(prompt: string, parameters?: object): Promise<string> {
  const { body } = await postJson(path, { instances: [{ prompt }], ...(parameters ? { parameters } : {}) })
  return (body as unknown as Operation).name
}

test('a video job ends with a playable file: header first, key frames, one NAL unit per picture', async () => {
  const name = await start('abstract', { durationSeconds: '4', aspectRatio: '9:16' })
  expect(name).toMatch(/^operations\/[a-z0-9]+$/)
  const { response } = await pollUntilDone(name, '/v1/v1beta')
  const uri = response?.generateVideoResponse?.generatedSamples?.[0]?.video?.uri ?? ''
  expect(uri).toMatch(/^http:\/\/127\.0\.0\.1:4715\/v1\/v1beta\/files\/[a-z0-9]+:download\?alt=media$/)
  const target = uri.slice(uri.indexOf('/v1'))
  const download = await instant(makeRequest(target))
  const bytes = Buffer.from(download.body as Uint8Array)
  const movie = readMovie(bytes)
  expect([download.status, download.headers['content-type'], download.headers['accept-ranges']]).toEqual([
    200,
    'video/mp4',
    'bytes',
  ])
  expect(movie).toMatchObject({
    order: ['ftyp', 'moov', 'mdat'],
    seconds: 4,
    width: 360,
    height: 640,
    keys: [1, 49],
  })
  expect(movie.samples).toHaveLength(96)
  expect(movie.samples.every((sample) => sample.readUInt32BE(0) === sample.length - 4)).toBe(true)
  expect(
    movie.samples
      .map((sample, index) => ((sample[4] ?? 0) & 31) === (index % 48 === 0 ? 5 : 1))
      .every(Boolean),
  ).toBe(true)
  await checkRanges(target, bytes)
}, 60_000)

test('a job ends although the clock was set back a day after it started', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 })
  const name = await start('[filtered] A kite')
  vi.useRealTimers()
  expect((await pollUntilDone(name)).done).toBe(true)
}, 60_000)

async function checkRanges(target: string, bytes: Buffer) {
  const fetch = async (range: string) => {
    const response = await instant(makeRequest(target, undefined, { headers: { range } }))
    return {
      status: response.status,
      range: response.headers['content-range'],
      body: Buffer.from(response.body as Uint8Array),
    }
  }
  const size = bytes.length
  for (const [range, from, to] of [
    ['bytes=0-99', 0, 99],
    [`bytes=${size - 5}-`, size - 5, size - 1],
    ['bytes=-7', size - 7, size - 1],
  ] as const)
    expect(await fetch(range)).toEqual({
      status: 206,
      range: `bytes ${from}-${to}/${size}`,
      body: bytes.subarray(from, to + 1),
    })
  expect((await fetch('bytes=0-1,5-6')).status).toBe(200)
  expect(await fetch(`bytes=${size}-`)).toMatchObject({ status: 416, range: `bytes */${size}` })
}

test('an operation that is unfinished, filtered, failed or unknown responds like the vendor’s', async () => {
  const submission = await postJson(`${path}?demo=video=60s`, { instances: [{ prompt: '[filtered] A fox' }] })
  const { name } = submission.body as unknown as Operation
  const response = await instant(makeRequest(`/v1beta/models/gen-video-3.1-fast-generate-preview/${name}`))
  const operation = JSON.parse(await readText(response.body))
  expect([operation.name, 'done' in operation, 'response' in operation]).toEqual([name, false, false])
  expect((await pollUntilDone(await start('[filtered] a tree'))).response?.generateVideoResponse).toEqual({
    raiMediaFilteredCount: 1,
    raiMediaFilteredReasons: [expect.any(String)],
  })
  expect((await pollUntilDone(await start('[failed] a tree'))).error).toEqual({
    code: 13,
    message: expect.any(String),
  })
  for (const unknown of ['operations/abc123', 'operations/ff', 'files/abc:download?alt=media'])
    expect((await instant(makeRequest(`/v1beta/${unknown}`))).status).toBe(404)
})

test.each([
  [{ instances: [{ prompt: ' ' }] }, 'instances[0].prompt: must not be empty'],
  [
    { instances: [{ prompt: 'x' }], parameters: { durationSeconds: 60 } },
    'parameters.durationSeconds: must be 4 to 8',
  ],
  [
    { instances: [{ prompt: 'x' }], parameters: { aspectRatio: '4:3' } },
    'parameters.aspectRatio: must be one of 16:9, 9:16, not "4:3"',
  ],
  [
    { instances: [{ prompt: 'x', image: { bytesBase64Encoded: 'AAAA', mimeType: 'image/png' } }] },
    'instances[0].image: Unable to process input image',
  ],
])('%j is rejected', async (body, message) => {
  const { status, body: response } = await postJson(path, body)
  expect([status, response.error?.message]).toEqual([400, expect.stringContaining(message)])
})

async function encode(prompt: string, frames: number) {
  const [width, height] = [176, 104]
  const encoder = createEncoder({ width, height, qp: 21, keyEvery: 5 })
  const canvas = createCanvas(width, height)
  const source = createFrame(11, 7)
  const encoded: EncodedFrame[] = []
  let error = 0
  for (let index = 0; index < frames; index += 1) {
    await drawScene(readScene(prompt), { width, height, time: index / 8, signal }, canvas)
    encoded.push(await encoder.encode(canvas, createYield()))
    convertPixels(canvas, source)
    const reconstructed = encoder.reconstruction()[0].samples
    error = Math.max(
      error,
      source[0].samples.reduce((sum, value, at) => sum + (value - (reconstructed[at] ?? 0)) ** 2, 0) /
        reconstructed.length,
    )
  }
  return { encoder, encoded, error, source, width, height }
}

test('encoded pictures are close to their source, and unchanged pictures are tiny', async () => {
  const { encoder, encoded, error, width, height } = await encode('a city at night in the rain', 7)
  expect(error).toBeLessThan(12)
  expect(encoded.map(({ key }) => key)).toEqual([true, false, false, false, false, true, false])
  const canvas = createCanvas(width, height)
  canvas.words.fill(0xff80a0c0)
  const unchanged = []
  for (let index = 0; index < 4; index += 1) unchanged.push(await encoder.encode(canvas, createYield()))
  expect(unchanged[2]?.unit.length).toBeLessThan(16)
})

const red: Pixels = { width: 64, height: 48, bytes: new Uint8ClampedArray(64 * 48 * 4) }
new Uint32Array(red.bytes.buffer).fill(0xff2010e0)

async function toInput(pixels: Pixels) {
  return { bytesBase64Encoded: (await writePng(pixels, signal)).toString('base64'), mimeType: 'image/png' }
}

test('the first and the last picture are the requested frames, and those between show the scene', async () => {
  const blue: Pixels = { ...red, bytes: red.bytes.map((_, at) => [20, 40, 220, 255][at % 4] ?? 0) }
  const instance = { prompt: 'A boat', image: await toInput(red), lastFrame: await toInput(blue) }
  const { plan, frames } = await readVideoPlan({ instances: [instance], parameters: { durationSeconds: 4 } })
  const canvas = createCanvas(640, 360)
  const draw = async (index: number) => {
    await drawPicture(plan, { index, frames, signal }, canvas)
    return new Set([0, 300 * 4, 640 * 359 * 4].map((at) => canvas.bytes.slice(at, at + 3).join()))
  }
  expect([await draw(0), await draw(95)]).toEqual([new Set(['224,16,32']), new Set(['20,40,220'])])
  expect((await draw(48)).size).toBeGreaterThan(1)
})

test('a requested resolution and duration are delivered, with a level that allows the size', async () => {
  const videos = [
    ['720p', '9:16', 4, 720, 1280, 31],
    ['1080p', '16:9', 8, 1920, 1080, 40],
    ['4k', '16:9', 8, 3840, 2160, 51],
  ] as const
  for (const [resolution, aspectRatio, durationSeconds, width, height, level] of videos) {
    const parameters = { resolution, aspectRatio, durationSeconds }
    const { plan } = await readVideoPlan({ instances: [{ prompt: 'A boat' }], parameters })
    expect([sizeOf(plan), plan.seconds]).toEqual([{ width, height }, durationSeconds])
    expect(createEncoder({ width, height, qp: 21, keyEvery: 48 }).sequenceSet[3]).toBe(level)
  }
})

test('a repeated picture takes a frame of the video, but no room in the file', async () => {
  const [width, height] = [176, 104]
  const video = createVideoEncoder({ width, height, rate: 24 })
  const canvas = createCanvas(width, height)
  await drawScene(readScene('a boat'), { width, height, time: 0, signal }, canvas)
  await video.add(canvas, createYield())
  for (let index = 1; index < 96; index += 1) await video.repeat(canvas, createYield())
  const movie = readMovie(video.finish())
  expect([movie.seconds, movie.keys]).toEqual([4, [1, 49]])
  expect(movie.samples.filter(({ length }) => length < 24)).toHaveLength(94)
})

test('a video whose first frame is lost fails, and is not generated without it', async () => {
  const body = { instances: [{ prompt: 'A boat', image: await toInput(red) }] }
  const { body: operation } = await postJson(path, body)
  const { name } = operation as unknown as Operation
  const restarted = createDemoService({ pace: 'instant' })
  const response = await restarted(makeRequest(`/v1beta/${name}`))
  expect(JSON.parse(await readText(response.body)).error.message).toContain('Generate the video again.')
})
