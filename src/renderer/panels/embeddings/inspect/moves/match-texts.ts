// Which rows of two sets hold the same text: set beside set they stand for one another.
import type { EmbeddingRow } from '#shared/schemas/embedding-set'

export type TextKey = Pick<EmbeddingRow, 'id' | 'text' | 'title'>
type RowPair = readonly [mine: number, theirs: number]

/** Each row once; where a text stands there several times, the first goes with the first. */
export function matchTexts(mine: readonly TextKey[], theirs: readonly TextKey[]): RowPair[] {
  const callOptions = new Map<string, number[]>()
  for (const row of [...theirs].reverse()) {
    const key = toKey(row)
    const same = callOptions.get(key)
    if (same) same.push(row.id)
    else callOptions.set(key, [row.id])
  }
  return mine.flatMap((row): RowPair[] => {
    const other = callOptions.get(toKey(row))?.pop()
    return other === undefined ? [] : [[row.id, other]]
  })
}

/** Only rows that have a vector on both sides can be compared: the others must not count as if they were. */
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
