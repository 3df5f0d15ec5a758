// Writes neighbors and matrices as tab-separated text, with the names of their rows.
import type { Neighbor } from '../vectors/vector-types'
import type { RowNames } from './row-names'

/** A tab or a line break would start another cell; a formula would be evaluated in a spreadsheet. */
function toField(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return /^[=+\-@]/.test(line) ? `'${line}` : line
}

interface NamedMatrix {
  /** Of rows and columns alike. */
  readonly names: readonly string[]
  /** Row by row. */
  readonly values: ArrayLike<number>
}

/** Rows that are written at a stretch. */
const slice = 25

/** `rest` yields to the page. */
export async function writeTsv(
  { names, values }: NamedMatrix,
  rest: () => Promise<void> = () => new Promise((resolve) => setTimeout(resolve)),
): Promise<string> {
  const plain = names.map(toField)
  const parts = [['', ...plain].join('\t')]
  for (let from = 0; from < plain.length; from += slice) {
    for (let row = from; row < Math.min(plain.length, from + slice); row += 1) {
      const line = [plain[row]]
      for (let column = 0; column < plain.length; column += 1) {
        line.push(toNumber(values[row * plain.length + column] ?? Number.NaN))
      }
      parts.push(line.join('\t'))
    }
    await rest()
  }
  return `${parts.join('\n')}\n`
}

/** Seven digits are all that the number has. */
function toNumber(value: number): string {
  return Number.isFinite(value) ? String(Number(value.toPrecision(7))) : ''
}

export function writeNeighbors(
  neighbours: readonly Neighbor[],
  names: Pick<RowNames, 'numberOf' | 'nameOf'>,
  measure: string,
): string {
  const lines = neighbours.map(({ rowId, value }, index) =>
    [index + 1, names.numberOf(rowId), toField(names.nameOf(rowId)), Number(value.toPrecision(7))].join('\t'),
  )
  return `${[['Rank', 'Row', 'Text', measure].join('\t'), ...lines].join('\n')}\n`
}
