// The catalogue over HTTP, in the vendor's shape (decisions §9).
import { findModel, type ModelEntry, methodsOfKind } from '#shared/models/catalogue'
import { ApiError } from '#shared/schemas/api-error'
import type { Model } from '#shared/schemas/model'
import { answerJson, type Handlers } from './handler'
import { noSuchModel } from './no-such-model'

const mostOnPage = 1000

export const models: Pick<Handlers, 'listModels' | 'getModel'> = {
  listModels: async (call) => answerJson(toPage(call.models, new URLSearchParams(call.query))),
  getModel: async (call) => {
    const name = call.parameters.model ?? ''
    const entry = findModel(name, call.models)
    if (!entry) throw noSuchModel(name)
    return answerJson(toModel(entry))
  },
}

/** `pageToken` is the number of models already seen. */
function toPage(entries: readonly ModelEntry[], query: URLSearchParams): object {
  const size = readNumber(query, 'pageSize', mostOnPage) || mostOnPage
  const start = readNumber(query, 'pageToken', 0)
  const page = entries.slice(start, start + size).map(toModel)
  const end = start + page.length
  return end < entries.length ? { models: page, nextPageToken: String(end) } : { models: page }
}

function readNumber(query: URLSearchParams, name: string, fallback: number): number {
  const text = query.get(name)
  if (text === null || text === '') return fallback
  if (/^\d{1,6}$/.test(text)) return Number(text)
  throw new ApiError('INVALID_ARGUMENT', `${name}: must be a whole number of the last answer`, {
    param: name,
  })
}

function toModel(entry: ModelEntry): Model {
  const { id, displayName, description, inputTokenLimit, outputTokenLimit, thinks } = entry
  return {
    name: `models/${id}`,
    version: '001',
    displayName,
    description,
    ...(inputTokenLimit === undefined ? {} : { inputTokenLimit }),
    ...(outputTokenLimit === undefined ? {} : { outputTokenLimit }),
    ...(thinks ? { thinking: true } : {}),
    supportedGenerationMethods: [...methodsOfKind[entry.kind]],
  }
}
