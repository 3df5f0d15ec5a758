// Images for OpenAI clients: a call of the model for each image, because Google's models draw one at a time.
import { ApiError } from '#shared/schemas/api-error'
import type { HttpResponse } from '#shared/wire/http'
import { type GeneratedImage, readImage, toImageList } from '../../openai-dialect/images'
import type { ImagesCall } from '../../openai-dialect/translate-call'
import { toIgnoredHeaders } from '../../translation/ignored-fields'
import { sumUsage } from '../../translation/usage'
import { type HandlerRequest, type Handlers, jsonResponse } from '../handler'
import { sendSeveral } from '../several-requests'
import { requestUpstreamJson } from '../upstream-request'
import { checkNamedKind, invalidResponse, readModelResponse, relayWhole, toModelRequest } from './model-call'

export const openAiImages: Pick<Handlers, 'createImages'> = {
  createImages: async (request) => {
    const { call } = request
    checkNamedKind(request, 'image')
    return call?.type === 'images' ? await draw(request, call) : await relayWhole(request)
  },
}

async function draw(
  request: HandlerRequest,
  { body, count, isUrl, ignored }: ImagesCall,
): Promise<HttpResponse> {
  // Every response is billed, even if another call fails, or the client disconnects.
  const usages: unknown[] = []
  const images: GeneratedImage[] = []
  let filtered: ApiError | undefined
  const sent = sendSeveral({
    count,
    signal: request.signal,
    send: (_, signal) =>
      requestUpstreamJson(request, { ...toModelRequest(request, 'generateContent', body), signal }),
    read: async (response, index) => {
      const answer = await readModelResponse(response)
      usages.push(answer.usageMetadata)
      request.record.setUsage(sumUsage(usages))
      const image = readImage(answer)
      if (image instanceof ApiError) filtered ??= image
      else images[index] = image
    },
  })
  const { errorResponse } = await sent.catch((error: unknown) => {
    if (images.length === 0) throw error
    return { errorResponse: undefined }
  })
  if (images.length === 0) {
    if (errorResponse) return errorResponse
    throw filtered ?? invalidResponse()
  }
  const list = jsonResponse(toImageList(Object.values(images), { isUrl, usages }))
  return { ...list, headers: { ...list.headers, ...toIgnoredHeaders(ignored) } }
}
