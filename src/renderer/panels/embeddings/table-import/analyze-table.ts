// Analyzes a file before it is imported: its columns, first rows, number of rows and anomalies.
import { maxTextLength } from '#shared/schemas/embedding-set'
import {
  createRowReader,
  cutToLines,
  decodeText,
  findEncoding,
  guessDelimiter,
  type ReadRow,
} from './row-reader'
import type { Anomaly, TableAnalysis, TableForm, TableFormat } from './table-options'

const sampleLength = 30
const sampleCell = 400
const maxListedRows = 3

export async function analyzeTable(
  file: Blob,
  { form, delimiter: requested }: TableFormat,
  onShare: (share: number) => void,
): Promise<TableAnalysis> {
  const encoding = await findEncoding(file, (share) => onShare(share * 0.3))
  const tally = createTally(form)
  let delimiter = ','
  let reader: ReturnType<typeof createRowReader> | undefined
  for await (const chunk of decodeText(file, encoding)) {
    if (!reader) {
      delimiter = requested ?? guessDelimiter(cutToLines(chunk.text, 64 * 1024))
      reader = createRowReader(form, delimiter)
    }
    const { rows, problems } = reader.read(chunk)
    tally.addRows(rows, problems)
    onShare(0.3 + chunk.share * 0.7)
  }
  return { form, encoding, delimiter, ...tally.read(), names: [...(reader?.columns ?? [])] }
}

function createTally(form: TableForm) {
  const sample: string[][] = []
  const sums: number[] = []
  const [shorter, longer, huge] = [countRowNumbers(), countRowNumbers(), countRowNumbers()]
  const unreadable = new Map<string, ReturnType<typeof countRowNumbers>>()
  let [rows, firstRowLength] = [0, 0]
  const addRow = ({ cells, rowNumber }: ReadRow) => {
    rows += 1
    if (rows === 1) firstRowLength = cells.length
    if (form === 'table' && cells.length < firstRowLength) shorter.add(rowNumber)
    if (form === 'table' && cells.length > firstRowLength) longer.add(rowNumber)
    if (cells.some((cell) => cell.length > maxTextLength)) huge.add(rowNumber)
    cells.forEach((cell, at) => {
      sums[at] = (sums[at] ?? 0) + cell.length
    })
    if (sample.length < sampleLength) sample.push(cells.map((cell) => cell.slice(0, sampleCell)))
  }
  return {
    addRows(found: readonly ReadRow[], problems: readonly { rowNumber: number; reason: string }[]) {
      found.forEach(addRow)
      for (const { reason, rowNumber } of problems) {
        const same = unreadable.get(reason) ?? countRowNumbers()
        unreadable.set(reason, same)
        same.add(rowNumber)
      }
    },
    read: () => ({
      rows,
      width: sums.length,
      sample,
      hasHead: form === 'table' && looksLikeHead(sample),
      lengths: Array.from(sums, (sum) => (sum ?? 0) / Math.max(1, rows)),
      shorter: shorter.read(),
      longer: longer.read(),
      huge: huge.read(),
      unreadable: Array.from(unreadable, ([reason, found]) => ({ reason, ...found.read() })),
    }),
  }
}

function countRowNumbers() {
  const rowNumbers: number[] = []
  let count = 0
  return {
    add(rowNumber: number) {
      count += 1
      if (rowNumbers.length < maxListedRows) rowNumbers.push(rowNumber)
    },
    read: (): Anomaly => ({ count, rowNumbers }),
  }
}

/** Any short text could name a single column, so only usual names count there. */
const columnName =
  /^(id|texts?|titles?|names?|labels?|words?|sentences?|phrases?|contents?|documents?|body|descriptions?|questions?|answers?|prompts?|quer(y|ies)|comments?|reviews?|tweets?|messages?|chunks?|captions?|keywords?|products?|items?|topics?|summar(y|ies)|abstracts?|[a-z]+_[a-z_]+)$/i

/** Column names are short and distinct, and neither numbers nor sentences. */
export function looksLikeHead([first, ...others]: readonly (readonly string[])[]): boolean {
  if (!first || others.length === 0) return false
  const isName = (cell: string) =>
    cell.trim() !== '' && cell.length <= 40 && Number.isNaN(Number(cell)) && !/[.!?]$/.test(cell.trim())
  const [only = ''] = first
  if (first.length === 1 && !columnName.test(only.trim())) return false
  return first.every(isName) && new Set(first).size === first.length
}
