// The models of the fake vendors as of November 2026, and their lists (wire §11).
import { type ModelEntry, methodsOfKind } from '#shared/models/catalog'
import { google } from './errors.fixture'

export interface VendorModel extends ModelEntry {
  readonly kind: 'text' | 'image' | 'video' | 'embedding'
}

const kinds: Readonly<Record<VendorModel['kind'], readonly string[]>> = {
  text: [
    'gemini-2.5-flash',
    'gemini-2.5-pro',
    'gemini-2.5-flash-lite',
    'gemini-3-flash-preview',
    'gemini-3.1-pro-preview',
  ],
  image: ['gemini-3-pro-image', 'gemini-3.1-flash-image'],
  video: ['veo-3.1-generate-preview', 'veo-3.1-fast-generate-preview'],
  embedding: ['gemini-embedding-001', 'gemini-embedding-2'],
}

/** Retired ids are left out on purpose: they return 404. */
export const vendorModels: readonly VendorModel[] = Object.entries(kinds).flatMap(([kind, ids]) =>
  ids.map((id) => ({
    id,
    displayName: `${id} of the fake vendor`,
    description: 'A model of the fake vendor.',
    // By the type of `kinds`.
    kind: kind as VendorModel['kind'],
    inputTokenLimit: kind === 'embedding' ? 2048 : 1_048_576,
    outputTokenLimit: kind === 'embedding' ? 1 : 65_536,
    thinks: kind === 'text',
  })),
)

export function findVendorModel(id: string, method: string): VendorModel {
  const model = vendorModels.find((one) => one.id === id)
  if (model && (method === 'GetModel' || methodsOfKind[model.kind].includes(method))) return model
  const suffix = method === 'GetModel' ? '' : `, or is not supported for ${method}`
  throw google(
    'NOT_FOUND',
    `models/${id} is not found for API version v1beta${suffix}. Call ListModels to see the list of available models and their supported methods.`,
  )
}

export function toResource({ id, kind, thinks, ...entry }: VendorModel): object {
  const methods = { supportedGenerationMethods: methodsOfKind[kind] }
  return { name: `models/${id}`, version: '001', ...entry, ...methods, ...(thinks ? { thinking: true } : {}) }
}

const transcribers = ['gpt-4o-transcribe', 'gpt-4o-mini-transcribe', 'whisper-1']

export const openAiModels: readonly object[] = ['gpt-4o', ...transcribers].map((id) => ({
  id,
  object: 'model',
  created: 1_742_068_463,
  owned_by: 'system',
}))

export function isTranscriber(id: string): boolean {
  return transcribers.includes(id)
}
