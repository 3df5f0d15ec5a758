// The model catalog over HTTP in the vendor's shape, and the errors about unknown models (decisions §4, §9).
import { invalidPage, modelNotFound } from '#shared/endpoints/errors'
import { findModel, type ModelEntry, methodsOfKind } from '#shared/models/catalog'
import type { ApiError } from '#shared/schemas/api-error'
import type { Model } from '#shared/schemas/model'
import { redactName } from '../redaction/text'
import { type HandlerRequest, type Handlers, jsonResponse } from './handler'

const maxPageSize = 1000

export const models: Pick<Handlers, 'listModels' | 'getModel'> = {
  listModels: async (request) =>
    jsonResponse(toPage(await listModels(request), new URLSearchParams(request.query))),
  getModel: async (request) => {
    const name = request.parameters.model ?? ''
    const entry = findModel(name, await listModels(request))
    if (!entry) throw unknownModel(name)
    return jsonResponse(toModel(entry))
  },
}

export async function listModels({
  models,
  upstream,
  signal,
}: HandlerRequest): Promise<readonly ModelEntry[]> {
  return upstream.listModels ? await upstream.listModels(signal) : models
}

/** `pageToken` is the number of models on the pages before. */
function toPage(entries: readonly ModelEntry[], query: URLSearchParams): object {
  const size = readNumber(query, 'pageSize', maxPageSize) || maxPageSize
  const start = readNumber(query, 'pageToken', 0)
  const page = entries.slice(start, start + size).map(toModel)
  const end = start + page.length
  return end < entries.length ? { models: page, nextPageToken: String(end) } : { models: page }
}

function readNumber(query: URLSearchParams, name: string, fallback: number): number {
  const text = query.get(name)
  if (text === null || text === '') return fallback
  if (/^\d{1,6}$/.test(text)) return Number(text)
  throw invalidPage(name)
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

type ModelOwner = Pick<HandlerRequest, 'models' | 'upstream'>

/**
 * Throws if the model is unknown or does not have the method (`generateContent`). An upstream with its own models decides
 * about all that are not in the catalog.
 */
export function checkModel(name: string, method: string, { models, upstream }: ModelOwner): void {
  const entry = findModel(name, models)
  if (!entry && upstream.listModels) return
  if (!entry || !methodsOfKind[entry.kind].includes(method)) throw unknownModel(name, method)
}

export function unknownModel(name: string, method?: string): ApiError {
  return modelNotFound(redactName(name.replace(/^models\//, '')), method)
}
