// The image models: what each supports, parameters that fit it, and the options it offers.
import type { ModelSummary } from '#shared/desktop/models-contract'
import { findModel, toNeutralId } from '#shared/models/catalog'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import type { SelectGroup } from '../../../components/Select'
import { useModelsOf } from '../../../models/use-models'
import { changeParameters } from '../../../state/drafts'

export const imageKinds = ['image'] as const

export function useImageModels() {
  return useModelsOf('image', describe)
}

/** `… No ratios · thinks` */
function describe(model: ModelSummary): string {
  const supported = listSupported(model).join(' · ')
  return `${model.description} ${supported.charAt(0).toUpperCase()}${supported.slice(1)}`
}

type Model = Pick<ModelSummary, 'id' | 'thinks' | 'aspectRatios' | 'imageSizes'>

/** The experimental 2.0 model rejects requests with a system instruction (wire §7.1). */
export function rejectsInstruction(modelId: string): boolean {
  return /^gen-2\.0-flash-.*image/.test(toNeutralId(modelId))
}

/** Removes parameters that the model does not support: it may reject the whole request. */
export function fitDrawing(parameters: ChatParameters, models: readonly Model[]): ChatParameters {
  const model = models.find(({ id }) => id === parameters.model)
  if (!model) return parameters
  return changeParameters(parameters, {
    ...(model.aspectRatios.length === 0 ? { aspectRatio: undefined } : {}),
    ...(model.imageSizes.length === 0 ? { imageSize: undefined } : {}),
    ...(model.thinks ? {} : { includeThoughts: undefined }),
    ...(rejectsInstruction(model.id) ? { systemInstruction: undefined } : {}),
  })
}

/** Returns undefined if no limit is known. */
export function getMaxReferences(modelId: string): number | undefined {
  return findModel(modelId)?.maxReferences
}

/** Short labels of the model's capabilities. */
export function listSupported({ id, thinks, aspectRatios, imageSizes }: Model): string[] {
  const references = getMaxReferences(id)
  const labels = [
    aspectRatios.length > 0 ? `${aspectRatios.length} aspect ratios` : 'no aspect ratios',
    imageSizes.length > 0 && imageSizes.join(', '),
    references !== undefined && `${references} reference images`,
    thinks && 'thinking',
  ]
  return labels.filter((label) => typeof label === 'string')
}

type Options = SelectGroup['options']

/** Includes a custom value from the inspector; empty if the model does not offer the choice. */
export function toRatioOptions(ratios: readonly string[], selected: string | undefined): Options {
  if (ratios.length === 0) return []
  const typed = selected !== undefined && !ratios.includes(selected) ? [selected] : []
  const named = [...ratios, ...typed].map((ratio) => ({ value: ratio, label: ratio }))
  const description = 'Matches the image being edited, or square'
  return [{ value: 'auto', label: 'Auto ratio', description }, ...named]
}

export function toSizeOptions(sizes: readonly string[], selected: string | undefined): Options {
  if (sizes.length === 0) return []
  const other = selected !== undefined && !sizes.includes(selected) ? [selected] : []
  const automatic = { value: 'auto', label: 'Auto size', description: 'Model default' }
  return [automatic, ...[...sizes, ...other].map(toSizeOption)]
}

function toSizeOption(size: string) {
  const side = size.endsWith('K') ? Number.parseInt(size, 10) * 1024 : Number(size)
  return {
    value: size,
    label: size,
    description: `About ${side} × ${side} pixels`,
  }
}

/** More variations would be too small to distinguish. */
export const maxVariations = 8

export const countOptions: Options = Array.from({ length: maxVariations }, (_, index) => ({
  value: String(index + 1),
  label: index === 0 ? '1 image' : `${index + 1} images`,
}))
