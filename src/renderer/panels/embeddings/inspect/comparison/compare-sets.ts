// Compares two sets: pairs the rows with the same texts, then counts how many of their neighbors stayed.

import { useCallback, useMemo } from 'react'
import { ApiError } from '#shared/schemas/api-error'
import type { EmbeddingRow, EmbeddingSet } from '#shared/schemas/embedding-set'
import type { CallOptions } from '../../../../api/worker-calls'
import { formatCount } from '../../../../components/format'
import type { SelectGroup } from '../../../../components/Select'
import { describeModel, taskNames } from '../../describe-set'
import { useEmbeddingComparison } from '../../state/embedding-comparison'
import { readAllRows } from '../../state/embedding-set'
import type { NormFacts } from '../../vectors/vector-types'
import { type Comparison, compareVectors, type Vectors } from '../../vectors/vectors'
import { type Computation, useComputation } from '../ComputationStatus'

interface ComparisonInput {
  readonly setId: string
  readonly vectors: Vectors
  readonly otherId: string | null
  readonly other: Vectors | null
  /** Changes whenever the texts may have changed. */
  readonly texts: unknown
}

export function useComparison({
  setId,
  vectors,
  otherId,
  other,
  texts,
}: ComparisonInput): Computation<Comparison> {
  const { metric, normalize, nearest } = useEmbeddingComparison()
  // biome-ignore lint/correctness/useExhaustiveDependencies: changed texts must be read again, and another set's texts may have changed with its vectors.
  const readPairs = useMemo(
    () => (otherId === null ? null : cachePromise(() => pairTexts(setId, otherId))),
    [setId, otherId, texts, other],
  )
  const compare = useCallback(
    async (callOptions: Required<CallOptions>) => {
      if (!readPairs || !other) throw new ApiError('FAILED_PRECONDITION', 'The other set isn’t open.')
      const [all, here, there] = await Promise.all([readPairs(), vectors.opened, other.opened])
      const pairs = filterComparable(all, here.rowIds, there.rowIds)
      return compareVectors(vectors, other, {
        k: capNearest(nearest, pairs.length),
        metric,
        normalize,
        pairs,
        ...callOptions,
      })
    },
    [readPairs, other, vectors, nearest, metric, normalize],
  )
  return useComputation(other && readPairs ? compare : null)
}

async function pairTexts(setId: string, otherId: string) {
  const [mine, theirs] = await Promise.all([readTexts(setId), readTexts(otherId)])
  const pairs = matchTexts(mine, theirs)
  if (pairs.length === 0) throw new ApiError('FAILED_PRECONDITION', 'These sets have no texts in common.')
  return pairs
}

async function readTexts(id: string): Promise<TextKey[]> {
  const texts: TextKey[] = []
  await readAllRows(id, (rows) => {
    for (const { id: rowId, text, title } of rows) texts.push({ id: rowId, text, title })
    return undefined
  })
  return texts
}

/** Reads once and caches the promise, unless it failed. */
function cachePromise<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let cached: Promise<Value> | undefined
  return () => {
    cached ??= read().catch((error) => {
      cached = undefined
      throw error
    })
    return cached
  }
}

/** Returns the norms of the other set if it has vectors without unit length. */
export function useLooserNorms(norms: NormFacts | null, other: Vectors | null): NormFacts | null {
  const request = useMemo(() => other && (() => other.call('norms', undefined)), [other])
  const { answer } = useComputation(request)
  return answer && answer.notUnit > 0 ? answer : norms
}

type TextKey = Pick<EmbeddingRow, 'id' | 'text' | 'title'>
type RowPair = readonly [mine: number, theirs: number]

/** Pairs each row at most once; duplicate texts are paired in order. */
export function matchTexts(mine: readonly TextKey[], theirs: readonly TextKey[]): RowPair[] {
  const unmatched = new Map<string, number[]>()
  for (const row of [...theirs].reverse()) {
    const key = toKey(row)
    const same = unmatched.get(key)
    if (same) same.push(row.id)
    else unmatched.set(key, [row.id])
  }
  return mine.flatMap((row): RowPair[] => {
    const other = unmatched.get(toKey(row))?.pop()
    return other === undefined ? [] : [[row.id, other]]
  })
}

/** Keeps only the rows that have a vector in both sets: others cannot be compared. */
export function filterComparable(
  pairs: readonly RowPair[],
  mine: ArrayLike<number>,
  theirs: ArrayLike<number>,
): RowPair[] {
  const [here, there] = [new Set(Array.from(mine)), new Set(Array.from(theirs))]
  return pairs.filter(([row, other]) => here.has(row) && there.has(other))
}

/** The title is a part of what is embedded. */
function toKey({ text, title }: TextKey): string {
  return JSON.stringify([title?.trim() ?? '', text.trim()])
}

function haveSameTexts(set: EmbeddingSet, other: EmbeddingSet): boolean {
  return (
    other.duplicateOf === set.id ||
    set.duplicateOf === other.id ||
    (set.duplicateOf !== null && set.duplicateOf === other.duplicateOf)
  )
}

/** Lists the sets other than the set itself. */
export function listComparableSets(set: EmbeddingSet, sets: readonly EmbeddingSet[]): EmbeddingSet[] {
  const others = sets.filter(({ id }) => id !== set.id)
  return [
    ...others.filter((other) => haveSameTexts(set, other)),
    ...others.filter((other) => !haveSameTexts(set, other)),
  ]
}

export function groupComparableSets(set: EmbeddingSet, sets: readonly EmbeddingSet[]): SelectGroup[] {
  const others = listComparableSets(set, sets)
  const groups = [
    ['Same texts', others.filter((other) => haveSameTexts(set, other))],
    ['Other sets', others.filter((other) => !haveSameTexts(set, other))],
  ] as const
  return groups.flatMap(([label, table]) =>
    table.length > 0 ? [{ label, options: table.map(toOption) }] : [],
  )
}

function toOption(set: EmbeddingSet) {
  return { value: set.id, label: set.name, description: describeSettings(set) }
}

/** Changes whenever the texts or vectors may have changed: `updatedAt` covers rows that were edited and rerun. */
export function toStateKey({ updatedAt, settings, upstream, counts }: EmbeddingSet): string {
  return JSON.stringify([updatedAt, settings, upstream, counts.done])
}

/** `gemini-embedding-001 · Clustering · 768` */
function describeSettings(set: EmbeddingSet): string {
  const { settings, dimensions } = set
  const { taskType } = settings
  const dimensionsText = dimensions.length > 0 ? dimensions.join(', ') : 'not run'
  return [
    describeModel(set),
    taskType === null ? 'no task type' : taskNames[taskType].name,
    dimensionsText,
  ].join(' · ')
}

type ComparisonSummary = Pick<Comparison, 'k' | 'mean' | 'histogram' | 'overlaps' | 'rowIds'>

export function listComparisonStats({ k, mean, histogram, rowIds }: ComparisonSummary) {
  return [
    { name: 'Average kept', value: formatShare(mean) },
    { name: 'Rows compared', value: formatCount(rowIds.length) },
    { name: `All ${k} kept`, value: countOf(histogram[k] ?? 0, rowIds.length) },
    { name: 'None kept', value: countOf(histogram[0] ?? 0, rowIds.length) },
  ]
}

function countOf(count: number, total: number): string {
  return `${formatCount(count)} (${formatShare(total > 0 ? count / total : 0)})`
}

/** Rounds to a whole percent, but never up to 100% or down to 0%. */
function formatShare(share: number): string {
  const percent = Math.round(share * 100)
  if (percent === 100 && share < 1) return '> 99%'
  return percent === 0 && share > 0 ? '< 1%' : `${percent}%`
}

/** Limits the neighbors to half of the other rows: with more, almost all would be kept. */
function capNearest(nearest: number, rows: number): number {
  return Math.min(nearest, Math.max(1, Math.floor((rows - 1) / 2)))
}

export interface RowShift {
  readonly rowId: number
  /** How many of its `k` nearest neighbors stayed. */
  readonly stayed: number
}

/** Rows that changed most first, otherwise in the order of the table. */
export function listRowShifts({ k, overlaps, rowIds }: ComparisonSummary): RowShift[] {
  const moved = Array.from(rowIds, (rowId, index) => ({
    rowId,
    stayed: Math.round((overlaps[index] ?? 0) * k),
  }))
  return moved.sort((one, other) => one.stayed - other.stayed)
}
