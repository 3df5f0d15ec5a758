// Writes rows, neighbors and matrices as tab-separated text, as spreadsheets paste it.
import type { EmbeddingRow } from '#shared/schemas/embedding-set'
import type { Neighbor } from '../vectors/vector-types'
import { type RowNames, splitLabel } from './row-names'

/** A formula would be evaluated in a spreadsheet. */
function toCell(text: string): string {
  const plain = /^[=@\t]|^[+-](?![\d.,\s]*%?$)/.test(text) ? `'${text}` : text
  return /[\t\n\r"]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

export function writeRows(
  rows: readonly Pick<EmbeddingRow, 'title' | 'text' | 'cells'>[],
  columns: readonly string[],
): string {
  const hasTitles = rows.some(({ title }) => title !== null)
  const head = ['text', ...(hasTitles ? ['title'] : []), ...columns]
  const lines = rows.map(({ title, text, cells }) => [
    text,
    ...(hasTitles ? [title ?? ''] : []),
    ...columns.map((_, index) => cells[index] ?? ''),
  ])
  return [head, ...lines].map((line) => line.map(toCell).join('\t')).join('\n')
}

/** Rows written before yielding to the page. */
const rowsPerSlice = 25

/** `names` are those of both rows and columns; `values` are row by row. */
export async function writeMatrix(
  names: readonly string[],
  values: ArrayLike<number>,
  yieldToPage: () => Promise<void> = () => new Promise((resolve) => setTimeout(resolve)),
): Promise<string> {
  const fields = names.map(toCell)
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
    const fields = (hasTitles ? [title, text] : [text]).map(toCell)
    return [index + 1, names.numberOf(rowId), ...fields, Number(value.toPrecision(7))].join('\t')
  })
  const head = ['Rank', 'Row', ...(hasTitles ? ['Title'] : []), 'Text', metricName]
  return `${[head.join('\t'), ...lines].join('\n')}\n`
}
