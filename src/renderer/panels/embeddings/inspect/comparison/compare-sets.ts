// Compares two sets: pairs the rows with the same texts, then counts how many of their neighbors stayed.

import { useMemo } from 'react'
import { ApiError } from '#shared/schemas/api-error'
import type { EmbeddingRow, EmbeddingSet } from '#shared/schemas/embedding-set'
import type { CallOptions } from '../../../../api/worker-calls'
import { formatCount } from '../../../../components/format'
import type { SelectGroup } from '../../../../components/Select'
import { describeModel, taskNames } from '../../describe-set'
import { useEmbeddingComparison } from '../../state/embedding-comparison'
import { readAllRows } from '../../state/embedding-set'
import type { MetricOptions, NormFacts, Overlaps } from '../../vectors/vector-types'
import type { Vectors } from '../../vectors/vectors'
import { type Computation, useComputation } from '../ComputationStatus'

interface ComparisonInput {
  readonly setId: string
  readonly vectors: Vectors
  readonly otherId: string
  readonly other: Vectors | null
  /** Changes whenever the texts may have changed. */
  readonly texts: unknown
}

export function useComparison(input: ComparisonInput): Computation<Comparison> {
  const { setId, vectors, otherId, other, texts } = input
  const { metric, normalize, nearest } = useEmbeddingComparison()
  // biome-ignore lint/correctness/useExhaustiveDependencies: changed texts must be read again, and another set's texts may have changed with its vectors.
  const readPairs = useMemo(
    () => cachePromise(() => pairTexts(setId, otherId)),
    [setId, otherId, texts, other],
  )
  const compare = useMemo(
    () =>
      other &&
      (async (callOptions: Required<CallOptions>) => {
        const options = { nearest, metric, normalize, ...callOptions }
        return await compareVectors(vectors, other, await readPairs(), options)
      }),
    [readPairs, other, vectors, nearest, metric, normalize],
  )
  return useComputation(compare)
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

/** Lists the sets other than the set itself, those with the same texts first. */
export function listComparableSets(set: EmbeddingSet, sets: readonly EmbeddingSet[]): EmbeddingSet[] {
  const others = sets.filter(({ id }) => id !== set.id)
  return others.sort((a, b) => Number(haveSameTexts(set, b)) - Number(haveSameTexts(set, a)))
}

export function groupSets(set: EmbeddingSet, others: readonly EmbeddingSet[]): SelectGroup[] {
  const toOptions = (isSame: boolean) =>
    others.filter((other) => haveSameTexts(set, other) === isSame).map(toOption)
  return [
    { label: 'Same texts', options: toOptions(true) },
    { label: 'Other sets', options: toOptions(false) },
  ].filter(({ options }) => options.length > 0)
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

interface RowShift {
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
  return moved.sort((a, b) => a.stayed - b.stayed)
}

export interface Comparison extends Overlaps {
  /** How many neighbors of each row were compared. */
  readonly k: number
  /** The compared rows of this set, with the other's at the same index; `overlaps` is parallel to them. */
  readonly rowIds: Uint32Array
  readonly otherRowIds: Uint32Array
}

/**
 * Compares the rows that have a vector with a direction in both sets. The sets may differ in dimensions: neighbors are
 * found within each set, and only their positions are compared.
 */
export async function compareVectors(
  mine: Vectors,
  theirs: Vectors,
  pairs: readonly RowPair[],
  {
    nearest,
    metric,
    normalize,
    signal,
    onProgress,
  }: MetricOptions & CallOptions & { readonly nearest: number },
): Promise<Comparison> {
  const [here, there] = await Promise.all([listComparable(mine), listComparable(theirs)])
  const comparable = pairs.filter(([row, other]) => here.has(row) && there.has(other))
  if (comparable.length < 3)
    throw new ApiError(
      'FAILED_PRECONDITION',
      'Fewer than three rows have a vector in both sets. Run both sets, then compare again.',
    )
  const rowIds = Uint32Array.from(comparable, ([row]) => row)
  const otherRowIds = Uint32Array.from(comparable, ([, row]) => row)
  const shares = [0, 0]
  const optionsFor = (side: 0 | 1): CallOptions => ({
    signal,
    onProgress: (share) => {
      shares[side] = share
      onProgress?.(((shares[0] ?? 0) + (shares[1] ?? 0)) / 2)
    },
  })
  // Of more than half of the other rows, almost all would be kept.
  const k = Math.min(nearest, Math.max(1, Math.floor((rowIds.length - 1) / 2)))
  const [before, after] = await Promise.all([
    mine.call('nearestAmong', { metric, normalize, k, rowIds }, optionsFor(0)),
    theirs.call('nearestAmong', { metric, normalize, k, rowIds: otherRowIds }, optionsFor(1)),
  ])
  const overlaps = await mine.call('overlaps', { before, after }, { signal })
  return { ...overlaps, k, rowIds, otherRowIds }
}

async function listComparable({ opened, call }: Vectors): Promise<ReadonlySet<number>> {
  const [{ rowIds }, { zeroRowIds }] = await Promise.all([opened, call('norms', undefined)])
  const zeros = new Set(zeroRowIds)
  return new Set(Array.from(rowIds).filter((rowId) => !zeros.has(rowId)))
}
