// Images for OpenAI clients: a call of the model for each image, because Google's models draw one at a time.
import type { HttpResponse } from '#shared/wire/http'
import { readImage, toImageList } from '../../openai-dialect/images'
import type { ImagesCall } from '../../openai-dialect/translate-call'
import { sumUsage } from '../../openai-dialect/usage'
import { toIgnoredHeaders } from '../../upstreams/openai/field-report'
import { type HandlerRequest, type Handlers, jsonResponse } from '../handler'
import { sendSeveral } from '../several-requests'
import { requestUpstreamJson } from '../upstream-request'
import { checkNamedKind, readModelResponse, relayWhole, toModelRequest } from './model-call'

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
  const { results, errorResponse } = await sendSeveral({
    count,
    signal: request.signal,
    send: (_, signal) =>
      requestUpstreamJson(request, { ...toModelRequest(request, 'generateContent', body), signal }),
    read: async (response) => {
      const answer = await readModelResponse(response)
      return { image: readImage(answer), usageMetadata: answer.usageMetadata }
    },
  })
  if (!results) return errorResponse
  const usages = results.map(({ usageMetadata }) => usageMetadata)
  request.record.setUsage(sumUsage(usages))
  const images = results.map(({ image }) => image)
  const list = jsonResponse(toImageList(images, { isUrl, usages }))
  return { ...list, headers: { ...list.headers, ...toIgnoredHeaders(ignored) } }
}
