// Reads the rows of a file as rows of a set, in slices.
import { maxTextLength, type NewRow } from '#shared/schemas/embedding-set'
import { createRowReader, decodeText, type ReadRow } from './row-reader'
import type { TableAnalysis } from './table-options'

export interface ReadRowsOptions extends Pick<TableAnalysis, 'form' | 'encoding' | 'delimiter'> {
  readonly hasHead: boolean
  readonly text: number
  readonly title: number | null
  /** The file's column for each column of the set. */
  readonly sources: readonly (number | null)[]
  /** The maximum number of rows to import. */
  readonly maxRows: number
}

export interface RowSlice {
  readonly rows: readonly NewRow[]
  /** The progress in the file, from 0 to 1. */
  readonly share: number
}

/** Counts of rows and titles that are not imported completely. */
export interface ImportLosses {
  /** Texts that are too long. */
  readonly tooLong: number
  /** Truncated titles. */
  readonly truncatedTitles: number
  /** Rows beyond the limit. */
  readonly overLimit: number
}

const maxSliceRows = 2000
const maxSliceCharacters = 1_000_000
const maxTitleLength = 2000

export async function* readTableRows(
  file: Blob,
  options: ReadRowsOptions,
): AsyncGenerator<RowSlice, ImportLosses> {
  const reader = createRowReader(options.form, options.delimiter)
  const losses = { tooLong: 0, truncatedTitles: 0, overLimit: 0 }
  let isHead = options.hasHead
  let added = 0
  let slice: NewRow[] = []
  let characters = 0
  function* collect(rows: readonly ReadRow[], share: number): Generator<RowSlice> {
    for (const { cells } of rows) {
      if (isHead) {
        isHead = false
        continue
      }
      const row = makeRow(cells, options, losses)
      if (row && added >= options.maxRows) losses.overLimit += 1
      if (!row || added >= options.maxRows) continue
      added += 1
      characters += row.text.length
      slice.push(row)
      if (slice.length < maxSliceRows && characters < maxSliceCharacters) continue
      yield { rows: slice, share }
      slice = []
      characters = 0
    }
  }
  for await (const chunk of decodeText(file, options.encoding)) {
    yield* collect(reader.read(chunk).rows, chunk.share)
  }
  if (slice.length > 0) yield { rows: slice, share: 1 }
  return losses
}

/** Returns null if the text is too long. */
function makeRow(
  cells: readonly string[],
  { text: textColumn, title: titleColumn, sources }: ReadRowsOptions,
  losses: { tooLong: number; truncatedTitles: number },
): NewRow | null {
  const text = cells[textColumn] ?? ''
  const title = (titleColumn === null ? '' : (cells[titleColumn] ?? '')).trim()
  if (text.length > maxTextLength) {
    losses.tooLong += 1
    return null
  }
  if (title.length > maxTitleLength) losses.truncatedTitles += 1
  return {
    text,
    title: title ? title.slice(0, maxTitleLength) : null,
    cells: sources.map((source) => (source === null ? '' : (cells[source] ?? ''))),
  }
}
