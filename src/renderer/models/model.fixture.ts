// A model for tests.
import type { ModelSummary } from '#shared/desktop/models-contract'

/** A text model of the catalog, with the given changes. */
export function makeModel(id: string, change: Partial<ModelSummary> = {}): ModelSummary {
  return {
    id,
    displayName: id,
    description: '',
    kind: 'text',
    thinks: false,
    inputTokenLimit: null,
    aspectRatios: [],
    imageSizes: [],
    custom: false,
    isServed: false,
    vendorId: id,
    vendorIdBy: 'family',
    retires: null,
    ...change,
  }
}
