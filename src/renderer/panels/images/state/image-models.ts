// The image models: what each supports, parameters that fit it, and the options it offers.
import type { ModelSummary } from '#shared/desktop/contract'
import { findModel, toNeutralId } from '#shared/models/catalogue'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import type { SelectGroup } from '../../../components/Select'
import { changeParameters } from '../../../state/drafts'
import { useModelsOf } from '../../../state/use-models-of'

export function useImageModels() {
  return useModelsOf('image', describe)
}

/** `… No ratios · thinks` */
function describe(model: ModelSummary): string {
  const marks = listSupported(model).join(' · ')
  return `${model.description} ${marks.charAt(0).toUpperCase()}${marks.slice(1)}`
}

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

type Options = SelectGroup['options']

/** One that was typed in the inspector stands among them. */
export function toRatioOptions(ratios: readonly string[], chosen: string | undefined): Options {
  if (ratios.length === 0) return []
  const typed = chosen !== undefined && !ratios.includes(chosen) ? [chosen] : []
  const named = [...ratios, ...typed].map((ratio) => ({ value: ratio, label: ratio }))
  const description = 'As the picture that is edited, else square'
  return [{ value: 'auto', label: 'Auto ratio', description }, ...named]
}

export function toSizeOptions(sizes: readonly string[], chosen: string | undefined): Options {
  if (sizes.length === 0) return []
  const kept = chosen !== undefined && !sizes.includes(chosen) ? [chosen] : []
  const automatic = { value: 'auto', label: 'Auto size', description: 'As the model has it' }
  return [automatic, ...[...sizes, ...kept].map(toSizeOption)]
}

function toSizeOption(size: string) {
  const side = size.endsWith('K') ? Number.parseInt(size, 10) * 1024 : Number(size)
  return { value: size, label: size, description: `About ${side.toLocaleString('en')} pixels square` }
}

/** More would not be told apart. */
export const mostVariations = 8

export const countOptions: Options = Array.from({ length: mostVariations }, (_, index) => ({
  value: String(index + 1),
  label: index === 0 ? '1 picture' : `${index + 1} pictures`,
}))
