// Names a vector by what it is made from, so that the same is never asked for twice.
import { createHash } from 'node:crypto'
import { toNeutralId } from '#shared/models/catalogue'
import type { EmbeddingSettings, VectorSource } from '#shared/schemas/embedding-set'

export interface EmbeddedText {
  readonly text: string
  readonly title: string | null
}

/** Two services may make different vectors under one model's name. */
export function toKey(
  { id, address }: Pick<VectorSource, 'id' | 'address'>,
  settings: EmbeddingSettings,
  embedded: EmbeddedText,
): Buffer {
  return hash([id, address ?? null], settings, embedded)
}

/**
 * Of a vector that a file gave to a set: what the file says of it may be wrong, so it is never taken for a service's.
 * `line` tells apart what the file has for the same text.
 */
export function toFileKey(
  { setId, line }: { readonly setId: string; readonly line?: number },
  settings: EmbeddingSettings,
  embedded: EmbeddedText,
): Buffer {
  return hash(['file', setId, line ?? null], settings, embedded)
}

function hash(source: readonly unknown[], settings: EmbeddingSettings, embedded: EmbeddedText): Buffer {
  const { model, taskType, outputDimensionality } = settings
  const parts = [toNeutralId(model), taskType, outputDimensionality, toTitle(settings, embedded)]
  return createHash('sha256')
    .update(JSON.stringify([...source, ...parts, embedded.text]))
    .digest()
}

/** A title goes along only with documents that are to be found (wire §6). */
export function toTitle({ taskType }: EmbeddingSettings, { title }: EmbeddedText): string | null {
  return taskType === 'RETRIEVAL_DOCUMENT' && title !== null && title.trim() !== '' ? title : null
}

export function isEmptyText(text: string): boolean {
  return text.trim() === ''
}
