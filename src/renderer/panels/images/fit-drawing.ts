// What each image model takes, and parameters made to fit it (wire §7).
import type { ModelSummary } from '#shared/desktop/contract'
import { findModel, toNeutralId } from '#shared/models/catalogue'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import { changeParameters } from '../../state/drafts'

type Model = Pick<ModelSummary, 'id' | 'thinks' | 'aspectRatios' | 'imageSizes'>

/** The experimental 2.0 model refuses the whole request (wire §7.1). */
export function refusesInstruction(modelId: string): boolean {
  return /^gen-2\.0-flash-.*image/.test(toNeutralId(modelId))
}

/** What this model has no use for is left out: others may refuse the whole request. */
export function fitDrawing(parameters: ChatParameters, models: readonly Model[]): ChatParameters {
  const model = models.find(({ id }) => id === parameters.model)
  if (!model) return parameters
  return changeParameters(parameters, {
    ...(model.aspectRatios.length === 0 ? { aspectRatio: undefined } : {}),
    ...(model.imageSizes.length === 0 ? { imageSize: undefined } : {}),
    ...(model.thinks ? {} : { includeThoughts: undefined }),
    ...(refusesInstruction(model.id) ? { systemInstruction: undefined } : {}),
  })
}

/** How many references it takes; undefined where nothing is known of an end. */
export function readMostReferences(modelId: string): number | undefined {
  return findModel(modelId)?.mostReferences
}

/** What it supports, in a few words. */
export function listSupported({ id, thinks, aspectRatios, imageSizes }: Model): string[] {
  const references = readMostReferences(id)
  const marks = [
    aspectRatios.length > 0 ? `${aspectRatios.length} ratios` : 'no ratios',
    imageSizes.length > 0 && imageSizes.join(', '),
    references !== undefined && `${references} references`,
    thinks && 'thinks',
  ]
  return marks.filter((mark) => typeof mark === 'string')
}
