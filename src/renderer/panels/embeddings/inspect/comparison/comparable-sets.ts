// Lists the sets that a set can be compared with, those with the same texts first.
import type { EmbeddingSet } from '#shared/schemas/embedding-set'
import type { SelectGroup } from '../../../../components/Select'
import { describeModel } from '../../describe-set'
import { taskNames } from '../../settings/task-types'

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
