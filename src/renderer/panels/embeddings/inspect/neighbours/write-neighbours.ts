// The nearest rows as tab-separated text: place, number in the table, name, measure.
import type { Neighbor } from '../../vectors/vector-calls'
import type { RowNames } from '../row-names'
import { toField } from '../to-field'

export function writeNeighbors(
  neighbours: readonly Neighbor[],
  names: Pick<RowNames, 'numberOf' | 'nameOf'>,
  measure: string,
): string {
  const lines = neighbours.map(({ rowId, value }, index) =>
    [index + 1, names.numberOf(rowId), toField(names.nameOf(rowId)), Number(value.toPrecision(7))].join('\t'),
  )
  return `${[['Place', 'Row', 'Text', measure].join('\t'), ...lines].join('\n')}\n`
}
