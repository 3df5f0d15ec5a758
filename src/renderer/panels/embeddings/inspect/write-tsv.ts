// Writes neighbors and matrices as tab-separated text, with the names of their rows.
import type { Neighbor } from '../vectors/vector-types'
import { type RowNames, splitLabel } from './row-names'

/** A tab or a line break would start another cell; a formula would be evaluated in a spreadsheet. */
function toField(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return /^[=+\-@]/.test(line) ? `'${line}` : line
}

interface NamedMatrix {
  /** The names of both rows and columns. */
  readonly names: readonly string[]
  /** Row by row. */
  readonly values: ArrayLike<number>
}

/** Rows written before yielding to the page. */
const rowsPerSlice = 25

export async function writeTsv(
  { names, values }: NamedMatrix,
  yieldToPage: () => Promise<void> = () => new Promise((resolve) => setTimeout(resolve)),
): Promise<string> {
  const fields = names.map(toField)
  const parts = [['', ...fields].join('\t')]
  for (let from = 0; from < fields.length; from += rowsPerSlice) {
    for (let row = from; row < Math.min(fields.length, from + rowsPerSlice); row += 1) {
      const line = [fields[row]]
      for (let column = 0; column < fields.length; column += 1) {
        line.push(toNumber(values[row * fields.length + column] ?? Number.NaN))
      }
      parts.push(line.join('\t'))
    }
    await yieldToPage()
  }
  return `${parts.join('\n')}\n`
}

/** A 32-bit number has at most seven significant digits. */
function toNumber(value: number): string {
  return Number.isFinite(value) ? String(Number(value.toPrecision(7))) : ''
}

export function writeNeighbors(
  neighbors: readonly Neighbor[],
  names: Pick<RowNames, 'numberOf' | 'find'>,
  metricName: string,
): string {
  const labels = neighbors.map(({ rowId }) => splitLabel(names.find(rowId)))
  const hasTitles = labels.some(({ title }) => title !== '')
  const lines = neighbors.map(({ rowId, value }, index) => {
    const { title = '', text = '' } = labels[index] ?? {}
    const fields = (hasTitles ? [title, text] : [text]).map(toField)
    return [index + 1, names.numberOf(rowId), ...fields, Number(value.toPrecision(7))].join('\t')
  })
  const head = ['Rank', 'Row', ...(hasTitles ? ['Title'] : []), 'Text', metricName]
  return `${[head.join('\t'), ...lines].join('\n')}\n`
}
