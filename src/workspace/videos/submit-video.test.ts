// The request for a video: the specification's example, and further parameters only if they are set.
import { expect, test } from 'vitest'
import { endpoints } from '#shared/endpoints/endpoints'
import type { VideoForm } from '#shared/schemas/video-job'
import { makePng } from '../library/library.fixture'
import { openMedia } from '../media/media'
import { makeFolder } from '../workspace.fixture'
import { toVideoRequest } from './submit-video'

const pictures = [10, 20, 30, 40].map((shade) => Buffer.from(makePng(4, 4, shade)))

async function openPictures() {
  const media = await openMedia(makeFolder())
  const stored = await Promise.all(pictures.map((bytes) => media.store(bytes)))
  return { media, files: stored.map(({ hash, mimeType }) => ({ media: hash, mimeType })) }
}

const { signal } = new AbortController()
const encoded = pictures.map((bytes) => ({
  bytesBase64Encoded: bytes.toString('base64'),
  mimeType: 'image/png',
}))

async function bodyOf(form: VideoForm, media: Awaited<ReturnType<typeof openMedia>>) {
  const { body } = await toVideoRequest(form, media, signal)
  return JSON.parse(Buffer.from(body as Uint8Array).toString())
}

test('a form with only a prompt sends the example of the specification', async () => {
  const { media } = await openPictures()
  const { model, example } = endpoints.E10
  const prompt = example.instances[0]?.prompt ?? ''
  const call = await toVideoRequest({ model, prompt }, media, signal)
  expect({ ...call, body: Buffer.from(call.body as Uint8Array).toString() }).toEqual({
    method: 'POST',
    path: '/v1beta/models/gen-video-3.1-fast-generate-preview:predictLongRunning',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(example),
    signal,
  })
})

test('sends all parameters where the vendor documents them, and no empty ones', async () => {
  const { media, files } = await openPictures()
  const [image, lastFrame, ...references] = files
  const common: VideoForm = {
    model: 'models/my-model',
    prompt: 'A boat.',
    aspectRatio: '9:16',
    durationSeconds: 8,
    resolution: '1080p',
    negativePrompt: 'rain',
    personGeneration: 'allow_adult',
    seed: 0,
  }
  const { model: _, prompt, ...parameters } = common
  expect((await toVideoRequest(common, media, signal)).path).toBe(
    '/v1beta/models/my-model:predictLongRunning',
  )
  expect(await bodyOf({ ...common, image, lastFrame }, media)).toEqual({
    instances: [{ prompt: 'A boat.', image: encoded[0], lastFrame: encoded[1] }],
    parameters,
  })
  const referenceImages = encoded.slice(2).map((image) => ({ image, referenceType: 'asset' }))
  expect(await bodyOf({ ...common, references }, media)).toEqual({
    instances: [{ prompt, referenceImages }],
    parameters,
  })
  const form: VideoForm = { model: 'm', prompt, negativePrompt: '', references: [] }
  expect(await bodyOf(form, media)).toEqual({ instances: [{ prompt }] })
})

test('a missing image is reported with its path', async () => {
  const { media, files } = await openPictures()
  await media.remove(files[3]?.media ?? '')
  await expect(
    toVideoRequest({ model: 'm', prompt: 'A boat.', references: files.slice(2) }, media, signal),
  ).rejects.toMatchObject({
    code: 'NOT_FOUND',
    message: 'references[1]: the image is no longer in the media folder',
  })
})
