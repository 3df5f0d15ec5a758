// Changes of the models of an OpenAI-compatible server: their types, the default models, and models that are added.
import { guessKind } from '#shared/models/openai-servers'
import type { ModelKind } from '#shared/schemas/model'
import type { Settings } from '#shared/schemas/settings'
import type { OpenAiProfile } from '#shared/schemas/upstream'
import { toastOutcome } from '../../../api/toast-outcome'
import { saveSettings, saveWithUndo } from '../settings-form'

type ProfileChange = (profile: OpenAiProfile) => OpenAiProfile

/** Applied to the profile as it is then; a profile that was removed meanwhile stays removed. */
export function changeProfile(id: string, change: ProfileChange) {
  return ({ openAiProfiles }: Settings) => ({
    openAiProfiles: openAiProfiles.map((profile) => (profile.id === id ? change(profile) : profile)),
  })
}

/** Null restores the guess for a model that the server lists. */
export function setKind(profile: OpenAiProfile, model: string, kind: ModelKind | null): OpenAiProfile {
  const { [model]: _, ...others } = profile.kinds
  return { ...profile, kinds: kind === null ? others : { ...others, [model]: kind } }
}

/** The guess is not saved, so that the model still follows it. An added model is in the list only because it is saved. */
export function toSavedKind(model: string, kind: ModelKind, isAdded: boolean): ModelKind | null {
  return !isAdded && guessKind(model) === kind ? null : kind
}

/** Null: the only model of this kind, if there is just one. */
export function setDefault(profile: OpenAiProfile, kind: ModelKind, model: string | null): OpenAiProfile {
  const { [kind]: _, ...others } = profile.defaults
  return { ...profile, defaults: model === null ? others : { ...others, [kind]: model } }
}

/** Null: the default of its kind. */
export function setAlias(profile: OpenAiProfile, from: string, to: string | null): OpenAiProfile {
  const others = profile.aliases.filter((alias) => alias.from !== from)
  return { ...profile, aliases: to === null ? others : [...others, { from, to }] }
}

/** Why this ID cannot be added; undefined if it can. */
export function findIdProblem(id: string, listed: readonly string[]): string | undefined {
  const typed = id.trim()
  if (typed === '') return 'is required'
  if (/\s/.test(typed)) return 'must not contain spaces'
  if (typed.length > 200) return 'must be 200 characters or fewer'
  return listed.includes(typed) ? 'is already in the list' : undefined
}

/** Its defaults and aliases stay: a request for them then says what is missing. */
export function removeModel({ id, kinds }: OpenAiProfile, model: string) {
  const removed = saveWithUndo(
    `${model} removed`,
    changeProfile(id, (now) => setKind(now, model, null)),
    changeProfile(id, (now) => setKind(now, model, kinds[model] ?? null)),
  )
  toastOutcome(removed, 'Couldn’t remove the model')
}

/** Everything that was set for the names of the specification. */
export function resetDefaults({ id, defaults, aliases }: OpenAiProfile) {
  const reset = saveWithUndo(
    'Default models reset',
    changeProfile(id, (now) => ({ ...now, defaults: {}, aliases: [] })),
    changeProfile(id, (now) => ({ ...now, defaults, aliases })),
  )
  toastOutcome(reset)
}

export function hasDefaults({ defaults, aliases }: OpenAiProfile): boolean {
  return Object.keys(defaults).length > 0 || aliases.length > 0
}

/** The model that is sent for a kind's names; null without one, or with several and no default. */
export function resolveDefault(
  { defaults }: Pick<OpenAiProfile, 'defaults'>,
  kind: ModelKind,
  models: readonly { readonly id: string; readonly kind: ModelKind }[],
): { readonly id: string | null; readonly count: number } {
  const ofKind = models.filter((model) => model.kind === kind)
  const only = ofKind.length === 1 ? ofKind[0]?.id : undefined
  return { id: defaults[kind] ?? only ?? null, count: ofKind.length }
}

export function saveProfile(id: string, change: ProfileChange) {
  toastOutcome(
    saveSettings(changeProfile(id, change)).then(() => undefined),
    'Couldn’t save',
  )
}
