// Says that there is no such model, or that it cannot do what it was asked, in the vendor's words (decisions §4).
import { findModel, type ModelEntry, methodsOfKind } from '#shared/models/catalogue'
import { ApiError } from '#shared/schemas/api-error'
import { redactPath } from '../exchange-log/redact'

/** Throws where the model is unknown or does not have the method (`generateContent`). */
export function checkModel(name: string, method: string, models: readonly ModelEntry[]): void {
  const entry = findModel(name, models)
  if (!entry || !methodsOfKind[entry.kind].includes(method)) throw noSuchModel(name, method)
}

export function noSuchModel(name: string, method?: string): ApiError {
  const id = redactPath(name.replace(/^models\//, '')).slice(0, 200)
  const lacking = method === undefined ? '' : `, or is not supported for ${method}`
  return new ApiError(
    'NOT_FOUND',
    `models/${id} is not found for API version v1beta${lacking}. Call ListModels to see the list of available models and their supported methods.`,
  )
}

/** E1's own words. */
export function noSuchTranscriber(name: string): ApiError {
  return new ApiError(
    'NOT_FOUND',
    `The model \`${redactPath(name).slice(0, 200)}\` does not exist or cannot transcribe audio.`,
    {
      param: 'model',
    },
  )
}
