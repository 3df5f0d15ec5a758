// The types of models as they are shown, and the filter of their tables.
import type { ModelSummary } from '#shared/desktop/models-contract'
import { type ModelKind, modelKinds } from '#shared/schemas/model'

export const kindNames: Readonly<
  Record<ModelKind, { readonly label: string; readonly description: string }>
> = {
  text: { label: 'Text', description: 'Chat and text generation.' },
  image: { label: 'Image', description: 'Image generation and editing.' },
  video: { label: 'Video', description: 'Video generation.' },
  embedding: { label: 'Embedding', description: 'Text embeddings.' },
  transcription: { label: 'Transcription', description: 'Speech to text.' },
}

export const kindGroups = [
  { label: 'Type', options: modelKinds.map((kind) => ({ value: kind, ...kindNames[kind] })) },
]

export function toKind(value: string): ModelKind {
  return modelKinds.find((kind) => kind === value) ?? 'text'
}

/** Every word must occur in a model's id, name, kind or vendor ID. */
export function filterModels(models: readonly ModelSummary[], filter: string): readonly ModelSummary[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  return models.filter(({ id, displayName, kind, vendorId, custom }) => {
    const text = [id, displayName, kind, vendorId, custom ? 'added by you' : ''].join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
