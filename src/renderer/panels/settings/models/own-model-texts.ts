// A model of the user's own as a form holds it, and as the settings do.

import { toNeutralId } from '#shared/models/catalogue'
import type { ModelKind } from '#shared/schemas/model'
import { ModelId, type OwnModel } from '#shared/schemas/own-model'
import type { Settings } from '#shared/schemas/settings'
import { readRatios, readSizes } from './read-lists'

export interface OwnModelTexts {
  readonly id: string
  readonly displayName: string
  readonly kind: string
  /** `yes` or blank. */
  readonly thinks: string
  readonly aspectRatios: string
  readonly imageSizes: string
  /** Makes this a record of texts, as forms hold them. */
  readonly [field: string]: string
}

export type OwnModelField = 'id' | 'displayName' | 'kind' | 'aspectRatios' | 'imageSizes'

export const emptyModel: OwnModelTexts = {
  id: '',
  displayName: '',
  kind: 'text',
  thinks: '',
  aspectRatios: '',
  imageSizes: '',
}

/** What can be said of a model of each kind. */
export const traitsOfKind: Readonly<
  Record<ModelKind, readonly ('thinks' | 'aspectRatios' | 'imageSizes')[]>
> = {
  text: ['thinks'],
  image: ['thinks', 'aspectRatios', 'imageSizes'],
  video: ['aspectRatios'],
  embedding: [],
  transcription: [],
}

export function toModelTexts({
  id,
  displayName,
  kind,
  thinks,
  aspectRatios,
  imageSizes,
}: OwnModel): OwnModelTexts {
  return {
    id,
    displayName,
    kind,
    thinks: thinks ? 'yes' : '',
    aspectRatios: aspectRatios?.join(', ') ?? '',
    imageSizes: imageSizes?.join(', ') ?? '',
  }
}

export type ReadModel =
  | { readonly model: OwnModel; readonly errors?: undefined }
  | { readonly model?: undefined; readonly errors: Readonly<Partial<Record<OwnModelField, string>>> }

/** What the kind cannot have is left out, whatever was typed. */
export function readModel(texts: OwnModelTexts, kind: ModelKind): ReadModel {
  const traits = traitsOfKind[kind]
  const id = ModelId.safeParse(texts.id)
  const ratios = readRatios(traits.includes('aspectRatios') ? texts.aspectRatios : '')
  const sizes = readSizes(traits.includes('imageSizes') ? texts.imageSizes : '')
  if (!id.success || ratios.error !== undefined || sizes.error !== undefined) {
    const errors = {
      id: id.error?.issues[0]?.message,
      aspectRatios: ratios.error,
      imageSizes: sizes.error,
    }
    // The entries are those above, less the undefined ones.
    return {
      errors: Object.fromEntries(Object.entries(errors).filter(([, error]) => error)) as ReadModel['errors'] &
        object,
    }
  }
  return {
    model: {
      id: id.data,
      displayName: texts.displayName.trim(),
      kind,
      thinks: traits.includes('thinks') && texts.thinks === 'yes',
      ...(ratios.list.length > 0 ? { aspectRatios: [...ratios.list] } : {}),
      ...(sizes.list.length > 0 ? { imageSizes: [...sizes.list] } : {}),
    },
  }
}

/** Adds it, or puts it in the place of `old`, whose alias goes with it under the new id. */
export function putModel(
  { models, aliases }: Pick<Settings, 'models' | 'aliases'>,
  model: OwnModel,
  old?: OwnModel,
): Partial<Settings> {
  if (!old) return { models: [...models, model] }
  const next = models.map((each) => (each.id === old.id ? model : each))
  if (old.id === model.id) return { models: next }
  const isOf = ({ from }: { from: string }) => toNeutralId(from) === toNeutralId(old.id)
  return {
    models: next,
    aliases: aliases.map((alias) => (isOf(alias) ? { ...alias, from: model.id } : alias)),
  }
}
