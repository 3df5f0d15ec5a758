// Makes the call that asks for a video (specification E10): beyond the prompt it holds only what was set (wire §5.1).
import { endpoints } from '#shared/endpoints/endpoints'
import { routes, toPath } from '#shared/endpoints/routes'
import { ApiError } from '#shared/schemas/api-error'
import type { JobFile } from '#shared/schemas/job'
import type { VideoForm } from '#shared/schemas/video-job'
import type { Call } from '#shared/wire/call'
import type { Media } from '../media/media'

/** Throws NOT_FOUND, with the place in the form, where an image is not in the media folder any more. */
export async function toVideoCall(form: VideoForm, media: Media, signal: AbortSignal): Promise<Call> {
  const { prefix } = endpoints.E10
  return {
    method: 'POST',
    path: toPath(routes.predictLongRunning, prefix, { model: form.model.replace(/^models\//, '') }),
    headers: { 'content-type': 'application/json' },
    body: new TextEncoder().encode(JSON.stringify(await toRequest(form, media))),
    signal,
  }
}

async function toRequest(form: VideoForm, media: Media) {
  const toImage = async (file: JobFile, place: string) => {
    const { mimeType, bytes } = await readImage(media, file, place)
    return { bytesBase64Encoded: Buffer.from(bytes).toString('base64'), mimeType }
  }
  const { prompt, image, lastFrame, references = [] } = form
  const assets = references.map(async (file, index) => ({
    image: await toImage(file, `references[${index}]`),
    referenceType: 'asset',
  }))
  const instance = {
    prompt,
    ...(image ? { image: await toImage(image, 'image') } : {}),
    ...(lastFrame ? { lastFrame: await toImage(lastFrame, 'lastFrame') } : {}),
    ...(assets.length > 0 ? { referenceImages: await Promise.all(assets) } : {}),
  }
  const parameters = toParameters(form)
  return { instances: [instance], ...(Object.keys(parameters).length > 0 ? { parameters } : {}) }
}

const parameterNames = [
  'aspectRatio',
  'durationSeconds',
  'resolution',
  'negativePrompt',
  'personGeneration',
  'seed',
] as const

function toParameters(form: VideoForm): Record<string, string | number> {
  const set = parameterNames.flatMap((name): [string, string | number][] => {
    const value = form[name]
    return value === undefined || value === '' ? [] : [[name, value]]
  })
  return Object.fromEntries(set)
}

async function readImage(media: Media, { media: hash }: JobFile, place: string) {
  try {
    const { mimeType } = await media.open(hash)
    return { mimeType, bytes: await media.read(hash) }
  } catch (cause) {
    if (!(cause instanceof ApiError) || cause.code !== 'NOT_FOUND') throw cause
    const message = `${place}: the image is not in the media folder any more`
    throw new ApiError('NOT_FOUND', message, { param: place, cause })
  }
}
