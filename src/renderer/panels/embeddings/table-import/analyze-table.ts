// Analyzes a file before it is imported: its columns, first rows, number of rows and anomalies.
import { maxTextLength } from '#shared/schemas/embedding-set'
import { cutToLines, guessDelimiter, type TableRecord } from '#shared/tables/table-reader'
import { decodeText, findEncoding, openRows } from './read-rows'
import type { Anomaly, TableAnalysis, TableForm, TableFormat } from './table-options'

const sampleLength = 30
const sampleCell = 400
const maxListedLines = 3

export async function analyzeTable(
  file: Blob,
  { form, delimiter: requested }: TableFormat,
  onShare: (share: number) => void,
): Promise<TableAnalysis> {
  const encoding = await findEncoding(file, (share) => onShare(share * 0.3))
  const delimiter = requested ?? guessDelimiter(cutToLines(await readStart(file, encoding), 64 * 1024))
  const { names, rows } = openRows(file, { form, encoding, delimiter }, (share) => onShare(0.3 + share * 0.7))
  const tally = createTally(form)
  for await (const row of rows) {
    if ('reason' in row) tally.addProblem(row.line, row.reason)
    else tally.addRow(row)
  }
  return { form, encoding, delimiter, ...tally.read(), names }
}

async function readStart(file: Blob, encoding: TableAnalysis['encoding']): Promise<string> {
  for await (const text of decodeText(file, encoding, () => undefined)) return text
  return ''
}

function createTally(form: TableForm) {
  const sample: string[][] = []
  const sums: number[] = []
  const [shorter, longer, huge] = [createAnomaly(), createAnomaly(), createAnomaly()]
  const unreadable = new Map<string, ReturnType<typeof createAnomaly>>()
  let [rows, firstRowLength] = [0, 0]
  return {
    addRow({ cells, line }: TableRecord) {
      rows += 1
      if (rows === 1) firstRowLength = cells.length
      if (form === 'table' && cells.length < firstRowLength) shorter.add(line)
      if (form === 'table' && cells.length > firstRowLength) longer.add(line)
      if (cells.some((cell) => cell.length > maxTextLength)) huge.add(line)
      cells.forEach((cell, at) => {
        sums[at] = (sums[at] ?? 0) + cell.length
      })
      if (sample.length < sampleLength) sample.push(cells.map((cell) => cell.slice(0, sampleCell)))
    },
    addProblem(line: number, reason: string) {
      const same = unreadable.get(reason) ?? createAnomaly()
      unreadable.set(reason, same)
      same.add(line)
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

function createAnomaly() {
  const lines: number[] = []
  let count = 0
  return {
    add(line: number) {
      count += 1
      if (lines.length < maxListedLines) lines.push(line)
    },
    read: (): Anomaly => ({ count, lines }),
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
