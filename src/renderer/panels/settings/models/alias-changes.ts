// What an edited id at the vendor makes of the alias table.
import { resolveModel, toVendorId } from '#shared/models/aliases'
import { toNeutralId } from '#shared/models/catalogue'
import type { Alias } from '#shared/schemas/own-model'

/** Empty, or what the model stands for anyway, removes its entry; anything else sets it. */
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

/** What the vendor is asked for without an alias of the user's own. */
export function toDefaultId(model: string): string {
  return resolveModel(model, []).id
}

/** A neutral id that is mapped to itself is a circle, which only the application's own words should refuse. */
function isDefault(model: string, typed: string): boolean {
  return typed === toDefaultId(model) && toVendorId(typed) === typed
}

/** Before the application's sentence stands the place in the table, which the row shows itself. */
export function withoutPlace(message: string): string {
  return message.replace(/^(aliases|models)(\.\w+)*: /, '')
}
