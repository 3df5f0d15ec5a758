// Chat completions of OpenAI clients, whole or streamed.
import type { HttpResponse } from '#shared/wire/http'
import { toChatChunks } from '../../openai-dialect/chat-chunks'
import { toChatCompletion } from '../../openai-dialect/chat-completion'
import type { ChatCall } from '../../openai-dialect/translate-call'
import { toIgnoredHeaders } from '../../translation/ignored-fields'
import { requestModelEvents } from '../generation'
import { type EventStreamResponse, type HandlerRequest, type Handlers, jsonResponse } from '../handler'
import { isErrorResponse, requestUpstreamJson } from '../upstream-request'
import { checkNamedModel, readModelResponse, relayRequest, toModelRequest } from './model-call'

export const chatCompletions: Pick<Handlers, 'createChatCompletion'> = {
  createChatCompletion: async (request) => {
    const { call } = request
    checkNamedModel(request, 'generateContent')
    if (call?.type !== 'chat') return await relayRequest(request)
    return call.options.isStream ? await stream(request, call) : await complete(request, call)
  },
}

async function complete(
  request: HandlerRequest,
  { body, options, ignored }: ChatCall,
): Promise<HttpResponse> {
  const response = await requestUpstreamJson(request, toModelRequest(request, 'generateContent', body))
  if (isErrorResponse(response)) return response
  const answer = await readModelResponse(response)
  request.record.setUsage(answer.usageMetadata)
  const completion = jsonResponse(toChatCompletion(answer, { ...options, model: request.namedModel }))
  return { ...completion, headers: { ...completion.headers, ...toIgnoredHeaders(ignored) } }
}

async function stream(
  request: HandlerRequest,
  { body, options, ignored }: ChatCall,
): Promise<HttpResponse | EventStreamResponse> {
  const upstreamRequest = toModelRequest(request, 'streamGenerateContent?alt=sse', body)
  const response = await requestModelEvents(request, upstreamRequest, 'openai')
  if (!('events' in response)) return response
  const source = {
    events: response.events,
    onUsage: (usageMetadata: unknown) => request.record.setUsage(usageMetadata),
  }
  const events = toChatChunks(source, { ...options, model: request.namedModel })
  return { ...response, headers: toIgnoredHeaders(ignored), events }
}
