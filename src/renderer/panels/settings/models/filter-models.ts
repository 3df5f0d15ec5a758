// Filters the tables of models.
import type { ModelSummary } from '#shared/desktop/models-contract'

/** Every word must occur in a model's id, name, kind or vendor ID. */
export function filterModels(models: readonly ModelSummary[], filter: string): readonly ModelSummary[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  return models.filter(({ id, displayName, kind, vendorId, custom }) => {
    const text = [id, displayName, kind, vendorId, custom ? 'added by you' : ''].join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
