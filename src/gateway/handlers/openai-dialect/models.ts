// The model catalog for OpenAI clients.
import { findModel, type ModelEntry } from '#shared/models/catalog'
import { type HandlerRequest, type Handlers, jsonResponse } from '../handler'
import { listModels } from '../models'
import { unknownModel } from './model-call'

export const openAiModels: Pick<Handlers, 'listOpenAiModels' | 'getOpenAiModel'> = {
  listOpenAiModels: async (request) => {
    const data = (await listServedModels(request)).map((entry) => toOpenAiModel(entry, request))
    return jsonResponse({ object: 'list', data })
  },
  getOpenAiModel: async (request) => {
    const name = request.parameters.model ?? ''
    const entry = findModel(name, await listServedModels(request))
    if (!entry) throw unknownModel(name)
    return jsonResponse(toOpenAiModel(entry, request))
  },
}

/** The dialect has no route for videos. */
async function listServedModels(request: HandlerRequest): Promise<readonly ModelEntry[]> {
  return (await listModels(request)).filter(({ kind }) => kind !== 'video')
}

function toOpenAiModel(entry: ModelEntry, { upstream }: HandlerRequest): object {
  const { id, displayName, inputTokenLimit } = entry
  return {
    id,
    object: 'model',
    // Unknown, but required.
    created: 0,
    owned_by: upstream.kind,
    name: displayName,
    ...(inputTokenLimit === undefined ? {} : { context_length: inputTokenLimit }),
  }
}
