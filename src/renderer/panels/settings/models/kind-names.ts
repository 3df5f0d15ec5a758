// The types of models, as they are shown.
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
