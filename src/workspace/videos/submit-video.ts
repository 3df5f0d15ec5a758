// Sends a video's form once, never automatically again: distinguishes requests that may have been billed from rejected ones.
import { z } from 'zod'
import { endpoints } from '#shared/endpoints/endpoints'
import { routes, toPath } from '#shared/endpoints/routes'
import { ApiError } from '#shared/schemas/api-error'
import { Operation } from '#shared/schemas/gemini-requests'
import type { JobError, JobFile } from '#shared/schemas/job'
import { type VideoForm, videoParameters } from '#shared/schemas/video-job'
import type { HttpRequest, HttpResponse, Send } from '#shared/wire/http'
import { readText } from '#shared/wire/read-body'
import type { Media } from '../media/media'
import { isOutcomeUnknown, mayHaveBeenSent, readErrorResponse, toJobError } from '../response'
import { interruptedMessage } from './video-kind'

type SubmitResult = { readonly exchangeId: string | null } & (
  | { readonly state: 'running'; readonly operation: string }
  | { readonly state: 'failed' | 'interrupted'; readonly error: JobError }
)

/** Never rejects. */
export async function submitVideo(
  form: VideoForm,
  { send, media }: { send: Send; media: Media },
  signal: AbortSignal,
): Promise<SubmitResult> {
  const request = await toVideoRequest(form, media, signal).catch(toJobError)
  if ('code' in request) return { state: 'failed', error: request, exchangeId: null }
  try {
    return await readSubmission(await send(request))
  } catch (error) {
    const { code, message } = toJobError(error)
    return toFailure({ code, message }, mayHaveBeenSent(error), null)
  }
}

function toFailure(error: JobError, mayBeBilled: boolean, exchangeId: string | null): SubmitResult {
  if (!mayBeBilled) return { state: 'failed', error, exchangeId }
  const message = interruptedMessage(error.message)
  return { state: 'interrupted', error: { ...error, message }, exchangeId }
}

/** Names become part of a URL, so they may contain nothing else. */
const StartedOperation = Operation.extend({
  name: z.string().regex(/^(?:models\/[\w.-]+\/)?operations\/[\w-]+$/),
})

async function readSubmission(response: HttpResponse): Promise<SubmitResult> {
  const exchangeId = response.headers['x-exchange-id'] ?? null
  if (response.status !== 200)
    return toFailure(toJobError(await readErrorResponse(response)), isOutcomeUnknown(response), exchangeId)
  try {
    const { name } = StartedOperation.parse(JSON.parse(await readText(response.body)))
    return { state: 'running', operation: name, exchangeId }
  } catch (error) {
    const hasNoName = error instanceof SyntaxError || error instanceof z.ZodError
    const message = hasNoName ? 'The provider’s response has no operation name.' : toJobError(error).message
    return toFailure({ code: 'UNAVAILABLE', message }, true, exchangeId)
  }
}

/** Throws NOT_FOUND, with the path in the form, if an image is missing from the media folder. */
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
  const { prompt, image, lastFrame, references = [] } = form
  const assets = references.map(async (file, index) => ({
    image: await readImage(media, file, `references[${index}]`),
    referenceType: 'asset',
  }))
  const instance = {
    prompt,
    ...(image ? { image: await readImage(media, image, 'image') } : {}),
    ...(lastFrame ? { lastFrame: await readImage(media, lastFrame, 'lastFrame') } : {}),
    ...(assets.length > 0 ? { referenceImages: await Promise.all(assets) } : {}),
  }
  const set = videoParameters.flatMap((name) => {
    const value = form[name]
    return value === undefined || value === '' ? [] : [[name, value] as const]
  })
  return { instances: [instance], ...(set.length > 0 ? { parameters: Object.fromEntries(set) } : {}) }
}

async function readImage(media: Media, { media: hash }: JobFile, path: string) {
  try {
    const { mimeType } = await media.open(hash)
    const bytes = await media.read(hash)
    return { bytesBase64Encoded: Buffer.from(bytes).toString('base64'), mimeType }
  } catch (cause) {
    if (!(cause instanceof ApiError) || cause.code !== 'NOT_FOUND') throw cause
    const message = `${path}: the image is no longer in the media folder`
    throw new ApiError('NOT_FOUND', message, { param: path, cause })
  }
}
