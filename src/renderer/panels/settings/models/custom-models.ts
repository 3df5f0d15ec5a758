// Custom models: converting a form's texts, and adding, editing, and removing a model.
import { toNeutralId } from '#shared/models/catalog'
import { CustomModel, ModelId, type ModelKind, modelKinds } from '#shared/schemas/model'
import type { Settings } from '#shared/schemas/settings'
import { discardDraft, saveWithUndo } from '../settings-form'
import { toAliasForm } from './aliases'

/** `thinks` is `yes` or blank. */
export type CustomModelTexts = Readonly<
  Record<'id' | 'displayName' | 'kind' | 'thinks' | 'inputTokenLimit' | 'aspectRatios' | 'imageSizes', string>
>

export const emptyModel: CustomModelTexts = {
  id: '',
  displayName: '',
  kind: 'text',
  thinks: '',
  inputTokenLimit: '',
  aspectRatios: '',
  imageSizes: '',
}

type Trait = 'thinks' | 'inputTokenLimit' | 'aspectRatios' | 'imageSizes'

/** The traits that can be set for each kind of model. */
const traitsOfKind: Readonly<Record<ModelKind, readonly Trait[]>> = {
  text: ['thinks', 'inputTokenLimit'],
  image: ['thinks', 'inputTokenLimit', 'aspectRatios', 'imageSizes'],
  video: ['aspectRatios'],
  embedding: ['inputTokenLimit'],
  transcription: [],
}

export function toModelTexts(model: CustomModel): CustomModelTexts {
  const { thinks, inputTokenLimit, aspectRatios, imageSizes, ...texts } = model
  return {
    ...texts,
    thinks: thinks ? 'yes' : '',
    inputTokenLimit: inputTokenLimit?.toString() ?? '',
    aspectRatios: aspectRatios?.join(', ') ?? '',
    imageSizes: imageSizes?.join(', ') ?? '',
  }
}

/** Texts that the kind does not use are ignored. */
export function parseModel(texts: CustomModelTexts) {
  const kind = modelKinds.find((each) => each === texts.kind) ?? 'text'
  const traits = traitsOfKind[kind]
  const id = ModelId.safeParse(texts.id)
  const ratios = parseRatios(traits.includes('aspectRatios') ? texts.aspectRatios : '')
  const sizes = parseSizes(traits.includes('imageSizes') ? texts.imageSizes : '')
  const limit = parseLimit(traits.includes('inputTokenLimit') ? texts.inputTokenLimit : '')
  const problems = {
    id: id.error?.issues[0]?.message,
    inputTokenLimit: limit.error?.issues[0]?.message,
    aspectRatios: ratios.error,
    imageSizes: sizes.error,
  }
  /** Valid if there are no problems. */
  const model: CustomModel = {
    id: id.data ?? texts.id,
    displayName: texts.displayName.trim(),
    kind,
    thinks: traits.includes('thinks') && texts.thinks === 'yes',
    ...(limit.data === undefined ? {} : { inputTokenLimit: limit.data }),
    ...(ratios.list.length > 0 ? { aspectRatios: ratios.list } : {}),
    ...(sizes.list.length > 0 ? { imageSizes: sizes.list } : {}),
  }
  return { traits, problems, model }
}

/** `128,000`, `128k` and `1M` are accepted; an empty text is no limit. */
export function parseLimit(text: string) {
  const [, digits, unit = ''] = /^([\d,. _]*\d)\s*([kM]?)$/i.exec(text.trim()) ?? []
  const factor = unit === '' ? 1 : unit.toLowerCase() === 'k' ? 1000 : 1_000_000
  const number = digits === undefined ? Number.NaN : Number(digits.replace(/[, _]/g, '')) * factor
  return CustomModel.shape.inputTokenLimit.safeParse(text.trim() === '' ? undefined : number)
}

interface ParsedList {
  readonly list: string[]
  readonly error?: string
}

/** `16:9, 4x3` becomes `['16:9', '4:3']`; the error names the first entry that is not a ratio. */
export function parseRatios(text: string): ParsedList {
  return parseEach(text, (entry) => {
    const [, width, height] = /^(\d{1,3})[:x×/](\d{1,3})$/i.exec(entry) ?? []
    if (!width || !height || Number(width) === 0 || Number(height) === 0)
      return { error: `must be ratios, such as 16:9. “${entry}” isn’t one.` }
    return { value: `${Number(width)}:${Number(height)}` }
  })
}

/** Size tiers with an upper-case K, as the models expect them. */
export function parseSizes(text: string): ParsedList {
  return parseEach(text, (entry) =>
    /^[A-Za-z0-9.]{1,10}$/.test(entry)
      ? { value: entry.replace(/k$/, 'K') }
      : { error: `must be sizes, such as 2K. “${entry}” isn’t one.` },
  )
}

/** Entries separated by commas, semicolons or spaces, each listed once. */
function parseEach(
  text: string,
  parse: (entry: string) => { value: string } | { error: string },
): ParsedList {
  const found = new Set<string>()
  for (const entry of text.split(/[\s,;]+/).filter(Boolean)) {
    const result = parse(entry)
    if ('error' in result) return { list: [], error: result.error }
    found.add(result.value)
  }
  return { list: [...found] }
}

/** Adds it, or replaces `old`, whose alias moves to the new id. */
export function putModel(
  { models, aliases }: Pick<Settings, 'models' | 'aliases'>,
  model: CustomModel,
  old?: CustomModel,
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

/** Names the draft of a model's form; without an id, that of the form for a new model. */
export function toModelForm(id = 'new'): string {
  return `model ${id}`
}

/** With a toast that can undo it: the model returns with its alias. */
export async function removeCustomModel(model: CustomModel, { aliases }: Settings): Promise<void> {
  const isOf = ({ from }: { from: string }) => from === model.id
  const others = ({ models }: Settings) => models.filter(({ id }) => id !== model.id)
  await saveWithUndo(
    `${model.displayName || model.id} removed`,
    (now) => ({ models: others(now) }),
    (now) => ({
      models: [...others(now), model],
      aliases: [...now.aliases.filter((alias) => !isOf(alias)), ...aliases.filter(isOf)],
    }),
  )
  discardDraft(toModelForm(model.id))
  discardDraft(toAliasForm(model.id))
}
