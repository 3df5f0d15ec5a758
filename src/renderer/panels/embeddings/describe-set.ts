// One-line descriptions of a set: its rows, its progress, and a default name.
import { describeSentModel } from '#shared/models/catalog'
import type { EmbeddingSet, TaskType } from '#shared/schemas/embedding-set'
import { formatCount } from '../../components/format'

export function countRows(rows: number): string {
  return rows === 1 ? '1 row' : `${formatCount(rows)} rows`
}

/** The number of rows that a run would embed. */
export function countPending({ counts: { rows, done, empty } }: EmbeddingSet): number {
  return Math.max(0, rows - done - empty)
}

/** From 0 to 1. */
export function shareDone({ counts: { rows, done, failed, empty } }: EmbeddingSet): number {
  return rows === 0 ? 0 : Math.min(1, (done + failed + empty) / rows)
}

/** `12 rows · 3 failed`; while it runs, `5 of 12`. */
export function describeSet(set: EmbeddingSet): string {
  const { rows, done, failed, empty } = set.counts
  if (set.running) return `${formatCount(done + failed + empty)} of ${formatCount(rows)}`
  const unfinished = countPending(set) - failed
  const parts = [
    countRows(rows),
    failed > 0 && `${formatCount(failed)} failed`,
    rows > 0 &&
      unfinished > 0 &&
      (unfinished === rows - empty ? 'not run' : `${formatCount(unfinished)} not run`),
  ]
  return parts.filter(Boolean).join(' · ')
}

/** Empty if every vector was requested. */
export function describeCached({ counts: { cached } }: EmbeddingSet): string {
  return cached === 0 ? '' : `${formatCount(cached)} cached`
}

/** Why a set with imported vectors is not run, and no text is searched in it. */
export const importedReason =
  'This set has imported vectors, which can’t be mixed with those of a provider. To embed its texts, duplicate the set with different settings.'

/** The model of the vectors, `requested → sent as`; of imported ones, their file. */
export function describeModel({ settings, upstream }: Pick<EmbeddingSet, 'settings' | 'upstream'>): string {
  return upstream?.kind === 'imported'
    ? `Imported from ${upstream.label}`
    : describeSentModel(settings.model, upstream?.model)
}

/** With the provider: `gen-embedding-001 → nomic-embed-text at Ollama`. */
export function describeSource(set: Pick<EmbeddingSet, 'settings' | 'upstream'>): string {
  return `${describeModel(set)} at ${set.upstream?.label ?? ''}`
}

/** `Set 1`, or the first unused number. */
export function nameNewSet(sets: readonly { readonly name: string }[]): string {
  const names = new Set(sets.map(({ name }) => name))
  let number = 1
  while (names.has(`Set ${number}`)) number += 1
  return `Set ${number}`
}

/** The file name without its extension. */
export function nameAfterFile(fileName: string): string {
  return (
    fileName
      .replace(/\.[^.]{1,6}$/, '')
      .trim()
      .slice(0, 200) || 'Texts'
  )
}

interface TaskName {
  readonly name: string
  readonly description: string
}

export const taskNames: Readonly<Record<TaskType, TaskName>> = {
  RETRIEVAL_QUERY: {
    name: 'Retrieval query',
    description: 'Search queries to match against documents.',
  },
  RETRIEVAL_DOCUMENT: {
    name: 'Retrieval document',
    description: 'Documents to search, such as articles or web pages. Each can have a title.',
  },
  SEMANTIC_SIMILARITY: {
    name: 'Semantic similarity',
    description: 'Texts to compare by meaning.',
  },
  CLASSIFICATION: {
    name: 'Classification',
    description: 'Texts to sort into known categories, such as spam or praise.',
  },
  CLUSTERING: {
    name: 'Clustering',
    description: 'Texts to group by similarity, without predefined categories.',
  },
  QUESTION_ANSWERING: {
    name: 'Question answering',
    description: 'Questions to match with documents that answer them.',
  },
  FACT_VERIFICATION: {
    name: 'Fact verification',
    description: 'Claims to match with documents that support or refute them.',
  },
  CODE_RETRIEVAL_QUERY: {
    name: 'Code retrieval query',
    description: 'Descriptions to match with blocks of code.',
  },
}
