// The models that the application knows, and what the vendor upstream asks for in the place of each.
import type { ModelSummary } from '#shared/desktop/contract'
import { findRetirement, resolveModel } from '#shared/models/aliases'
import { catalogue, withOwnModels } from '#shared/models/catalogue'
import type { Settings } from '#shared/schemas/settings'

export function listModels({ models, aliases }: Pick<Settings, 'models' | 'aliases'>): ModelSummary[] {
  return withOwnModels(models).map((model, index) => {
    const { id, displayName, description, kind, thinks = false, aspectRatios = [], imageSizes = [] } = model
    const { id: vendorId, by: vendorIdBy } = resolveModel(id, aliases)
    return {
      id,
      displayName,
      description,
      kind,
      thinks,
      aspectRatios: [...aspectRatios],
      imageSizes: [...imageSizes],
      own: index >= catalogue.length,
      vendorId,
      vendorIdBy,
      retires: findRetirement(id)?.date ?? null,
    }
  })
}
