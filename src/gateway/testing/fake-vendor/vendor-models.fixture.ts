// The models of the fake vendors as of November 2026, and their lists (wire §11).
import { google, invalid } from './errors.fixture'

type ModelKind = 'text' | 'image' | 'video' | 'embedding'

export interface VendorModel {
  readonly id: string
  readonly displayName: string
  readonly kind: ModelKind
  /** Missing signatures in a function loop are an error. */
  readonly needsSignatures?: boolean
}

/** Retired ids are left out on purpose: they return 404. */
const models: readonly VendorModel[] = [
  { id: 'gemini-2.5-flash', displayName: 'Gemini 2.5 Flash', kind: 'text' },
  { id: 'gemini-2.5-pro', displayName: 'Gemini 2.5 Pro', kind: 'text' },
  { id: 'gemini-2.5-flash-lite', displayName: 'Gemini 2.5 Flash-Lite', kind: 'text' },
  {
    id: 'gemini-3-flash-preview',
    displayName: 'Gemini 3 Flash Preview',
    kind: 'text',
    needsSignatures: true,
  },
  {
    id: 'gemini-3.1-pro-preview',
    displayName: 'Gemini 3.1 Pro Preview',
    kind: 'text',
    needsSignatures: true,
  },
  { id: 'gemini-3-pro-image', displayName: 'Gemini 3 Pro Image', kind: 'image' },
  { id: 'gemini-3.1-flash-image', displayName: 'Gemini 3.1 Flash Image', kind: 'image' },
  { id: 'veo-3.1-generate-preview', displayName: 'Veo 3.1', kind: 'video' },
  { id: 'veo-3.1-fast-generate-preview', displayName: 'Veo 3.1 fast', kind: 'video' },
  { id: 'gemini-embedding-001', displayName: 'Gemini Embedding 001', kind: 'embedding' },
  { id: 'gemini-embedding-2', displayName: 'Gemini Embedding 2', kind: 'embedding' },
]

const methods: Readonly<Record<ModelKind, readonly string[]>> = {
  text: ['generateContent', 'streamGenerateContent', 'countTokens'],
  image: ['generateContent', 'streamGenerateContent', 'countTokens'],
  video: ['predictLongRunning'],
  embedding: ['embedContent', 'batchEmbedContents', 'countTokens'],
}

export function findVendorModel(id: string, method: string): VendorModel {
  const model = models.find((one) => one.id === id)
  if (model && (method === 'GetModel' || methods[model.kind].includes(method))) return model
  const suffix = method === 'GetModel' ? '' : `, or is not supported for ${method}`
  throw google(
    'NOT_FOUND',
    `models/${id} is not found for API version v1beta${suffix}. Call ListModels to see the list of available models and their supported methods.`,
  )
}

export function listVendorModels(query: URLSearchParams): object {
  const { page, nextPageToken } = cutPage(models, query, { defaultSize: 50, maxSize: 1000 })
  return { models: page.map(toResource), ...(nextPageToken ? { nextPageToken } : {}) }
}

export function toResource({ id, displayName, kind }: VendorModel): object {
  const limits =
    kind === 'embedding'
      ? { inputTokenLimit: 2048, outputTokenLimit: 1 }
      : { inputTokenLimit: 1_048_576, outputTokenLimit: 65_536 }
  const sampling =
    kind === 'text' ? { temperature: 1, topP: 0.95, topK: 64, maxTemperature: 2, thinking: true } : {}
  return {
    name: `models/${id}`,
    version: '001',
    displayName,
    description: `${displayName} of the fake vendor.`,
    ...limits,
    supportedGenerationMethods: methods[kind],
    ...sampling,
  }
}

export interface PageSizes {
  readonly defaultSize: number
  readonly maxSize: number
}

/** Returns a page of a list. Its token is opaque. */
export function cutPage<Element>(
  all: readonly Element[],
  query: URLSearchParams,
  { defaultSize, maxSize }: PageSizes,
): { page: readonly Element[]; nextPageToken?: string } {
  const size = Math.min(Number(query.get('pageSize') ?? query.get('page_size') ?? 0) || defaultSize, maxSize)
  const token = query.get('pageToken') ?? query.get('page_token') ?? ''
  const start = token === '' ? 0 : Number(Buffer.from(token, 'base64url').toString().replace('from:', ''))
  if (!Number.isInteger(start) || size < 0) throw invalid('Page token is invalid.')
  const page = all.slice(start, start + size)
  if (start + size >= all.length) return { page }
  return { page, nextPageToken: Buffer.from(`from:${start + size}`).toString('base64url') }
}

const transcribers = [
  'gpt-4o-transcribe',
  'gpt-4o-mini-transcribe',
  'gpt-4o-transcribe-diarize',
  'whisper-1',
] as const

export type Transcriber = (typeof transcribers)[number]

export function findTranscriber(id: string): Transcriber | undefined {
  return transcribers.find((one) => one === id)
}

export function toOpenAiModel(id: string): object {
  return { id, object: 'model', created: 1_742_068_463, owned_by: 'system' }
}

export function listOpenAiModels(): object {
  return { object: 'list', data: ['gpt-4o', ...transcribers].map(toOpenAiModel) }
}
