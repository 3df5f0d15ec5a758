// Writes a set as JSONL: each line tells all of its row, and how its vector was made.
import { listShortest } from '#shared/vectors/shortest-number'
import type { ExportedSet } from './exported-rows'

export async function* writeJsonl({ set, columns: nameColumns, rows }: ExportedSet): AsyncGenerator<string> {
  const columns = await nameColumns()
  const { model, taskType, outputDimensionality } = set.settings
  for await (const { text, title, cells, vector } of rows()) {
    const named = Object.fromEntries(columns.map((name, index) => [name, cells[index] ?? '']))
    const line = {
      text,
      ...(title === null ? {} : { title }),
      ...(columns.length > 0 ? { cells: named } : {}),
      model,
      taskType,
      outputDimensionality,
      upstream: set.upstream,
      embedding: vector && listShortest(vector),
    }
    yield `${JSON.stringify(line)}\n`
  }
}
