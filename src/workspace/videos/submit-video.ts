// Sends a video's form, once and never automatically again: a request that may have been billed is distinguished from one that was refused.
import { z } from 'zod'
import { endpoints } from '#shared/endpoints/endpoints'
import { routes, toPath } from '#shared/endpoints/routes'
import { ApiError } from '#shared/schemas/api-error'
import type { JobError, JobFile } from '#shared/schemas/job'
import { Operation } from '#shared/schemas/operation'
import type { VideoForm } from '#shared/schemas/video-job'
import type { HttpRequest, HttpResponse, Send } from '#shared/wire/http'
import { readText } from '#shared/wire/read-body'
import type { Media } from '../media/media'
import { isOutcomeUnknown, mayHaveBeenSent, readErrorResponse, toJobError } from '../response'
import { interruptedMessage } from './video-kind'

type Submitted = { readonly exchangeId: string | null } & (
  | { readonly state: 'running'; readonly operation: string }
  | { readonly state: 'failed' | 'interrupted'; readonly error: JobError }
)

/** Never rejects. */
export async function submitVideo(
  form: VideoForm,
  { send, media }: { send: Send; media: Media },
  signal: AbortSignal,
): Promise<Submitted> {
  const call = await toVideoRequest(form, media, signal).catch(toJobError)
  if ('code' in call) return { state: 'failed', error: call, exchangeId: null }
  try {
    return await readSubmission(await send(call))
  } catch (error) {
    const { code, message } = toJobError(error)
    if (!mayHaveBeenSent(error)) return { state: 'failed', error: { code, message }, exchangeId: null }
    return { state: 'interrupted', error: { code, message: interruptedMessage(message) }, exchangeId: null }
  }
}

/** Names are made into an address: nothing else may are in them. */
const Started = Operation.extend({ name: z.string().regex(/^(?:models\/[\w.-]+\/)?operations\/[\w-]+$/) })

async function readSubmission(answer: HttpResponse): Promise<Submitted> {
  const exchangeId = answer.headers['x-exchange-id'] ?? null
  if (answer.status !== 200) {
    const error = toJobError(await readErrorResponse(answer))
    if (!isOutcomeUnknown(answer)) return { state: 'failed', error, exchangeId }
    return {
      state: 'interrupted',
      error: { ...error, message: interruptedMessage(error.message) },
      exchangeId,
    }
  }
  try {
    const { name } = Started.parse(JSON.parse(await readText(answer.body)))
    return { state: 'running', operation: name, exchangeId }
  } catch (error) {
    const reason =
      error instanceof SyntaxError || error instanceof z.ZodError ? nameless : toJobError(error).message
    return {
      state: 'interrupted',
      error: { code: 'UNAVAILABLE', message: interruptedMessage(reason) },
      exchangeId,
    }
  }
}

const nameless = 'The answer names no operation.'

/** Throws NOT_FOUND, with the place in the form, if an image is not in the media folder any longer. */
export async function toVideoRequest(
  form: VideoForm,
  media: Media,
  signal: AbortSignal,
): Promise<HttpRequest> {
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
