// Analyzes and imports files for tests.

import { analyzeTable } from './analyze-table'
import { readTableRows } from './read-table-rows'
import { guessColumns, planCells, type TableAnalysis, type TableForm } from './table-options'

export function analysis(
  content: BlobPart,
  form: TableForm = 'table',
  delimiter?: string,
): Promise<TableAnalysis> {
  return analyzeTable(new Blob([content]), { form, delimiter }, () => undefined)
}

/** Imports like the dialog with its default choices. */
export async function importRows(content: BlobPart, form: TableForm = 'table', maxRows = 200_000) {
  const found = await analysis(content, form)
  const choice = guessColumns(found)
  const plan = planCells([], found, choice)
  const slices = readTableRows(new Blob([content]), { ...found, ...choice, sources: plan.sources, maxRows })
  const lengths: number[] = []
  const rows = []
  let step = await slices.next()
  for (; !step.done; step = await slices.next()) {
    lengths.push(step.value.rows.length)
    rows.push(...step.value.rows)
  }
  return { rows, lengths, losses: step.value, columns: plan.columns }
}
