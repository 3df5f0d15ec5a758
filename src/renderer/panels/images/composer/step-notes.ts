// Describes references and parameters of the next step that the model does not support.
import type { ModelSummary } from '#shared/desktop/models-contract'
import type { ChatParameters } from '#shared/schemas/chat-parameters'

type Model = Pick<ModelSummary, 'displayName' | 'aspectRatios' | 'imageSizes'>

/** Returns undefined if the model accepts as many references, or its limit is not known. */
export function findReferenceProblem(modelName: string, max: number | undefined, count: number) {
  if (max === undefined || count <= max) return undefined
  return `${modelName} accepts up to ${max} reference images. You added ${count}.`
}

/** Sentences about parameters that the model does not have or list. */
export function listUnsupported(model: Model, { aspectRatio, imageSize }: ChatParameters): string[] {
  const { displayName, aspectRatios, imageSizes } = model
  const settings = [
    { label: 'aspect ratio', value: aspectRatio, values: aspectRatios },
    { label: 'size', value: imageSize, values: imageSizes },
  ]
  return settings.flatMap(({ label, value, values }) => {
    if (value === undefined || values.includes(value)) return []
    return values.length === 0
      ? `${displayName} has no ${label} setting. ${value} isn’t sent.`
      : `${displayName} doesn’t list the ${label} ${value}. It may reject the request.`
  })
}
