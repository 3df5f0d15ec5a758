// The model catalog: the known models, their capabilities, and their two families of names (decisions §4, §10).

import type { CustomModel, ModelKind } from '../schemas/model'

export interface ModelEntry {
  readonly id: string
  readonly displayName: string
  readonly description: string
  readonly kind: ModelKind
  readonly inputTokenLimit?: number
  readonly outputTokenLimit?: number
  /** Supports thought summaries (`thinkingConfig.includeThoughts`). */
  readonly thinks?: boolean
  /** Documented ratios; users may enter others. Absent if the model has no such setting. */
  readonly aspectRatios?: readonly string[]
  /** Size tiers with an upper-case K. Absent if the model has no such setting. */
  readonly imageSizes?: readonly string[]
  /** Files that a prompt may contain (wire §7.2). Absent if no limit is documented. */
  readonly maxReferences?: number
  /** The model that is sent instead, as an OpenAI-compatible server names it. Absent if it is sent itself. */
  readonly sentAs?: string
  /** The user has added it, because the OpenAI-compatible server does not list it. */
  readonly isAdded?: boolean
}

export const commonRatios = ['1:1', '2:3', '3:2', '3:4', '4:3', '4:5', '5:4', '9:16', '16:9', '21:9'] as const

const text = { kind: 'text', inputTokenLimit: 1_048_576, outputTokenLimit: 65_536, thinks: true } as const

export const catalog: readonly ModelEntry[] = [
  {
    id: 'gen-2.5-flash',
    displayName: 'Gen 2.5 Flash',
    description: 'Fast text and multimodal understanding.',
    ...text,
  },
  {
    id: 'gen-2.5-pro',
    displayName: 'Gen 2.5 Pro',
    description: 'Thinking, functions, structured output, and image and video understanding.',
    ...text,
  },
  {
    id: 'gen-3.1-pro-preview',
    displayName: 'Gen 3.1 Pro (preview)',
    description: 'The latest text model.',
    ...text,
  },
  {
    id: 'gen-3-pro-image-preview',
    displayName: 'Gen 3 Pro Image (preview)',
    description: 'Generates and edits images, with aspect ratio and size.',
    kind: 'image',
    thinks: true,
    aspectRatios: commonRatios,
    imageSizes: ['1K', '2K', '4K'],
    maxReferences: 14,
  },
  {
    id: 'gen-2.5-flash-image',
    displayName: 'Gen 2.5 Flash Image',
    description: 'Fast image generation and editing.',
    kind: 'image',
    aspectRatios: commonRatios,
    maxReferences: 3,
  },
  {
    id: 'gen-2.5-flash-image-preview',
    displayName: 'Gen 2.5 Flash Image (preview)',
    description: 'Image generation.',
    kind: 'image',
    aspectRatios: commonRatios,
    maxReferences: 3,
  },
  {
    id: 'gen-2.0-flash-exp-image-generation',
    displayName: 'Gen 2.0 Flash Image (experimental)',
    description: 'Edits images from a prompt. Requires both TEXT and IMAGE output.',
    kind: 'image',
  },
  {
    id: 'gen-video-3.1-fast-generate-preview',
    displayName: 'Gen Video 3.1 Fast (preview)',
    description: 'Short videos, generated as long-running operations.',
    kind: 'video',
  },
  {
    id: 'gen-embedding-001',
    displayName: 'Gen Embedding 001',
    description: 'Text embeddings, 3072 dimensions.',
    kind: 'embedding',
    inputTokenLimit: 2048,
  },
  {
    id: 'gen-4o-transcribe',
    displayName: 'Gen 4o Transcribe',
    description: 'Speech to text.',
    kind: 'transcription',
  },
]

/** Methods of each kind of model, by the verb after the colon. Transcription models have none. */
export const methodsOfKind: Record<ModelKind, readonly string[]> = {
  text: ['generateContent', 'streamGenerateContent', 'countTokens'],
  image: ['generateContent', 'streamGenerateContent', 'countTokens'],
  video: ['predictLongRunning'],
  embedding: ['embedContent', 'batchEmbedContents', 'countTokens'],
  transcription: [],
}

/** Vendors' prefixes with the specification's neutral ones. Both refer to the same model. */
export const families = [
  ['gemini-', 'gen-'],
  ['veo-', 'gen-video-'],
  ['gpt-4o-', 'gen-4o-'],
] as const

/** `models/gemini-2.5-pro` and `gemini-2.5-pro` become `gen-2.5-pro`; a name of no known family is unchanged. */
export function toNeutralId(name: string): string {
  const id = name.startsWith('models/') ? name.slice('models/'.length) : name
  for (const [vendor, neutral] of families)
    if (id.startsWith(vendor)) return neutral + id.slice(vendor.length)
  return id
}

/** `gen-embedding-001 → nomic-embed-text`: the requested model, and those that it was sent to by other names. */
export function describeSentModel(
  requested: string,
  sent: string | readonly string[] | undefined,
  name = requested,
): string {
  const others = [sent ?? []].flat().filter((model) => toNeutralId(model) !== toNeutralId(requested))
  return others.length > 0 ? `${name} → ${others.join(', ')}` : name
}

export function findModel(name: string, models: readonly ModelEntry[] = catalog): ModelEntry | undefined {
  const id = toNeutralId(name)
  for (const model of models) if (model.id === id) return model
  for (const model of models) if (toNeutralId(model.id) === id) return model
  return undefined
}

/** The catalog, followed by the user's custom models. */
export function withCustomModels(custom: readonly CustomModel[]): readonly ModelEntry[] {
  return [...catalog, ...custom.map(toEntry)]
}

function toEntry(model: CustomModel): ModelEntry {
  const { id, displayName, kind, thinks, inputTokenLimit, aspectRatios, imageSizes } = model
  return {
    id,
    displayName: displayName || id,
    description: 'Added by you.',
    kind,
    ...(thinks ? { thinks } : {}),
    ...(inputTokenLimit ? { inputTokenLimit } : {}),
    ...(aspectRatios?.length ? { aspectRatios } : {}),
    ...(imageSizes?.length ? { imageSizes } : {}),
  }
}
