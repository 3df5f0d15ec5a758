// Puts a model that was removed back to where it stood.
import type { OwnModel } from '#shared/schemas/own-model'

/** `before`: the models as they were with it. It follows the nearest one that stood before it and is still there. */
export function putBack(model: OwnModel, now: readonly OwnModel[], before: readonly OwnModel[]): OwnModel[] {
  const others = now.filter(({ id }) => id !== model.id)
  const at = before.findIndex(({ id }) => id === model.id)
  const earlier = new Set(before.slice(0, Math.max(at, 0)).map(({ id }) => id))
  const place = others.map(({ id }) => earlier.has(id)).lastIndexOf(true) + 1
  return [...others.slice(0, place), model, ...others.slice(place)]
}
