// Names of the columns and labels of exported sets.
import { z } from 'zod'
import { EmbeddingSettings, maxRows, NewRow, VectorSource } from '#shared/schemas/embedding-set'

/** Columns besides the set's own; `embedding` holds JSON, `embedding_0` the first of one column per number. */
export const fixedColumns = {
  text: 'text',
  title: 'title',
  model: 'embedding_model',
  taskType: 'embedding_task_type',
  outputDimensionality: 'embedding_dimensions',
  sentAs: 'embedding_sent_as',
  provider: 'embedding_provider',
  providerId: 'embedding_provider_id',
  providerUrl: 'embedding_provider_url',
  vector: 'embedding',
} as const

const fixed: readonly string[] = Object.values(fixedColumns)

/** A row may have more cells than the set has column names. */
export function nameCells(columns: readonly string[], count: number): string[] {
  const named = Array.from({ length: Math.max(count, columns.length) }, (_, index) => {
    const name = (columns[index] ?? '').trim()
    return name === '' ? `Column ${index + 1}` : name
  })
  return uniqueNames(named, (name) => fixed.includes(name) || readNumberColumn(name) !== undefined)
}

/** Returns the index of the number in the vector. */
export function readNumberColumn(name: string): number | undefined {
  const [, digits] = /^embedding_(\d{1,5})$/.exec(name) ?? []
  return digits === undefined ? undefined : Number(digits)
}

function uniqueNames(names: readonly string[], isReserved: (name: string) => boolean): string[] {
  const used = new Set<string>()
  return names.map((name) => {
    let unique = name
    for (let number = 2; used.has(unique) || isReserved(unique); number += 1) unique = `${name} (${number})`
    used.add(unique)
    return unique
  })
}

export const labelsKind = 'gen-playground-embeddings'
export const labelsVersion = 1

export const Labels = z.object({
  kind: z.literal(labelsKind),
  version: z.literal(labelsVersion),
  name: z.string(),
  settings: EmbeddingSettings,
  upstream: VectorSource.nullable(),
  columns: z.array(z.string()),
  dimensions: z.number().int().positive(),
  rows: z
    .array(NewRow.extend({ vector: z.number().int().min(0).nullable() }))
    .max(maxRows, `a set can have up to ${maxRows.toLocaleString('en')} rows`),
})
export type Labels = z.infer<typeof Labels>

/** An array and the JSON file of its labels have the same base name. */
export function nameLabels(fileName: string): string {
  return `${fileName.replace(/\.npy$/i, '')}.json`
}
