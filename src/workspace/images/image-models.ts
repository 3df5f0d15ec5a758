// What an image model takes: references, ratios and sizes (wire §7).
import { findModel, type ModelEntry } from '#shared/models/catalogue'
import { ApiError } from '#shared/schemas/api-error'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import type { Part } from '#shared/schemas/content'

export function findImageModel(name: string, models: readonly ModelEntry[]): ModelEntry {
  const model = findModel(name, models)
  if (model?.kind === 'image') return model
  const reason = model ? `${model.displayName} draws no pictures` : `there is no model ${name}`
  throw new ApiError('INVALID_ARGUMENT', `parameters.model: ${reason}; choose an image model`, {
    param: 'parameters.model',
  })
}

/** Refused with the place of the first one too many. */
export function checkReferences(parts: readonly Part[], { displayName, mostReferences }: ModelEntry): void {
  if (mostReferences === undefined) return
  const places = parts.flatMap((part, index) => (isReference(part) ? [index] : []))
  const surplus = places[mostReferences]
  if (surplus === undefined) return
  const place = `parts[${surplus}]`
  const message = `${place}: ${displayName} takes ${mostReferences} references at the most, and these are ${places.length}`
  throw new ApiError('INVALID_ARGUMENT', message, { param: place })
}

function isReference(part: Part): boolean {
  return [part.inlineData, part.inline_data, part.fileData, part.file_data].some((file) => file !== undefined)
}

/** Without what the model has none of: what is kept as asked for is what was asked for. */
export function toTaken(
  { aspectRatio, imageSize, ...parameters }: ChatParameters,
  { aspectRatios, imageSizes }: ModelEntry,
): ChatParameters {
  return {
    ...parameters,
    ...(aspectRatios && aspectRatio !== undefined ? { aspectRatio } : {}),
    ...(imageSizes && imageSize !== undefined ? { imageSize } : {}),
  }
}
