// What the columns of an exported table are called: the fixed ones, and those of the set, each once.
import { uniqueNames } from './unique-names'

/** Beside the text and the set's own columns; `embedding` is one of JSON, `embedding_0` the first of many numbers. */
export const fixedColumns = {
  text: 'text',
  title: 'title',
  model: 'embedding_model',
  taskType: 'embedding_task_type',
  outputDimensionality: 'embedding_dimensions',
  vector: 'embedding',
} as const

const fixed: readonly string[] = Object.values(fixedColumns)

/** Cells may be more than the names that were given to them. */
export function nameCells(columns: readonly string[], count: number): string[] {
  const given = Array.from({ length: Math.max(count, columns.length) }, (_, index) => {
    const name = (columns[index] ?? '').trim()
    return name === '' ? `Column ${index + 1}` : name
  })
  return uniqueNames(given, (name) => fixed.includes(name) || readNumberColumn(name) !== undefined)
}

/** Which number of the vector a column holds. */
export function readNumberColumn(name: string): number | undefined {
  const [, digits] = /^embedding_(\d{1,5})$/.exec(name) ?? []
  return digits === undefined ? undefined : Number(digits)
}
