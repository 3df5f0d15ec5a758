// Names a vector by what it is made from, so that the same is never asked for twice.
import { createHash } from 'node:crypto'
import { toNeutralId } from '#shared/models/catalogue'
import type { EmbeddingSettings } from '#shared/schemas/embedding-set'

export interface EmbeddedText {
  readonly text: string
  readonly title: string | null
}

/** Two services may make different vectors under one model's name. */
export function toKey(upstreamId: string, settings: EmbeddingSettings, embedded: EmbeddedText): Buffer {
  const { model, taskType, outputDimensionality } = settings
  const parts = [upstreamId, toNeutralId(model), taskType, outputDimensionality, toTitle(settings, embedded)]
  return createHash('sha256')
    .update(JSON.stringify([...parts, embedded.text]))
    .digest()
}

/** A title goes along only with documents that are to be found (wire §6). */
export function toTitle({ taskType }: EmbeddingSettings, { title }: EmbeddedText): string | null {
  return taskType === 'RETRIEVAL_DOCUMENT' && title !== null && title.trim() !== '' ? title : null
}

export function isEmptyText(text: string): boolean {
  return text.trim() === ''
}
