// Vendor IDs of models: editing the user's aliases, and describing how an ID was resolved.
import type { ModelSummary } from '#shared/desktop/models-contract'
import { findRetirement, resolveModel, toVendorId } from '#shared/models/aliases'
import { toNeutralId } from '#shared/models/catalog'
import type { Alias } from '#shared/schemas/model'
import { formatDate } from '../../../components/format'

/** Names the draft of a model's vendor ID. */
export function toAliasForm(model: string): string {
  return `alias ${model}`
}

/** An empty or the default id removes the model's entry; any other id sets it. */
export function changeAlias(
  aliases: readonly Alias[],
  { model, to }: { readonly model: string; readonly to: string },
): Alias[] {
  const typed = to.trim().replace(/^models\//, '')
  const isOf = ({ from }: Alias) => toNeutralId(from) === toNeutralId(model)
  if (typed === '' || isDefault(model, typed)) return aliases.filter((alias) => !isOf(alias))
  const entry = { from: model, to: typed }
  return aliases.some(isOf) ? aliases.map((alias) => (isOf(alias) ? entry : alias)) : [...aliases, entry]
}

/** The id that the vendor is sent without an alias by the user. */
export function toDefaultId(model: string): string {
  return resolveModel(model, []).id
}

/** A neutral id mapped to itself is circular: validation rejects that with a specific message. */
function isDefault(model: string, typed: string): boolean {
  return typed === toDefaultId(model) && toVendorId(typed) === typed
}

/** Errors begin with the path in the settings, which the row makes obvious. */
export function withoutPathPrefix(message: string): string {
  return message.replace(/^(aliases|models)(\.\w+)*: /, '')
}

interface VendorIdDescription {
  readonly text: string
  readonly tone: 'quiet' | 'warn' | 'own'
}

const dayMs = 24 * 60 * 60 * 1000

/** How the id was resolved. `now` in milliseconds since 1970; an id is valid until the end of its last day. */
export function describeVendorId(
  { id, vendorIdBy, retires }: Pick<ModelSummary, 'id' | 'vendorIdBy' | 'retires'>,
  now: number,
): VendorIdDescription | null {
  if (vendorIdBy === 'alias') return { text: 'Custom', tone: 'own' }
  if (retires === null) return null
  const isOver = now >= Date.parse(retires) + dayMs
  const date = formatDate(retires)
  if (vendorIdBy === 'retirement')
    return {
      text: isOver ? `Retired ${date}, replaced` : `Retires ${date}, replaced`,
      tone: 'quiet',
    }
  if (!isOver) return { text: `Retires ${date}`, tone: 'warn' }
  const isLedOn = findRetirement(id)?.replacement === undefined
  return { text: isLedOn ? `Retired ${date}, redirected by the provider` : `Retired ${date}`, tone: 'warn' }
}
