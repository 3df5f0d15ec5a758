// Which models a filter leaves: every word must be found in a model's id, name, kind or id at the vendor.
import type { ModelSummary } from '#shared/desktop/contract'

export function filterModels(models: readonly ModelSummary[], filter: string): readonly ModelSummary[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  return models.filter(({ id, displayName, kind, vendorId, own }) => {
    const text = [id, displayName, kind, vendorId, own ? 'added by you' : ''].join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
