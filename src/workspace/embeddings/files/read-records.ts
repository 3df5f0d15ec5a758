// Reads the records of a table (CSV, RFC 4180) out of text that comes in pieces.
import { ApiError } from '#shared/schemas/api-error'

export interface TableRecord {
  readonly cells: string[]
  /** Where it begins, from 1 on. */
  readonly line: number
}

/** Letters: a vector of 8,192 numbers in one field has some 100,000. */
const longestField = 1_000_000

/** Empty lines are none. */
export async function* readRecords(texts: AsyncIterable<string>): AsyncGenerator<TableRecord> {
  const reader = createReader()
  for await (const text of texts) yield* reader.read(text)
  yield* reader.end()
}

function createReader() {
  let cells: string[] = []
  let field = ''
  let quoted = false
  /** A quotation mark has closed the field, or is the first half of one within it. */
  let mayHaveClosed = false
  let afterReturn = false
  let afterQuotedReturn = false
  let line = 1
  let begun = 1

  const endField = () => {
    cells.push(field)
    field = ''
    quoted = false
    mayHaveClosed = false
  }
  const endRecord = (): TableRecord[] => {
    endField()
    const record = { cells, line: begun }
    cells = []
    begun = line
    return record.cells.length === 1 && record.cells[0] === '' ? [] : [record]
  }
  const add = (text: string) => {
    field += text
    if (field.length > longestField) throw tooLong(begun)
  }

  function* read(text: string): Generator<TableRecord> {
    let at = 0
    while (at < text.length) {
      const letter = text[at] ?? ''
      if (quoted && !mayHaveClosed) {
        const end = text.indexOf('"', at)
        const taken = text.slice(at, end < 0 ? undefined : end)
        add(taken)
        line += countBreaks(taken) - (afterQuotedReturn && taken.startsWith('\n') ? 1 : 0)
        afterQuotedReturn = taken.endsWith('\r')
        mayHaveClosed = end >= 0
        at = end < 0 ? text.length : end + 1
        continue
      }
      at += 1
      if (letter === '\n' && afterReturn) {
        afterReturn = false
        begun = line
        continue
      }
      afterReturn = letter === '\r'
      if (letter === '"' && mayHaveClosed) {
        add('"')
        mayHaveClosed = false
      } else if (letter === '"' && field === '' && !quoted) quoted = true
      else if (letter === ',') endField()
      else if (letter === '\n' || letter === '\r') {
        line += 1
        yield* endRecord()
      } else {
        mayHaveClosed = false
        quoted = false
        const end = findEnd(text, at)
        add(text.slice(at - 1, end))
        at = end
      }
    }
  }
  function* end(): Generator<TableRecord> {
    if (quoted && !mayHaveClosed) throw unclosed(begun)
    yield* endRecord()
  }
  return { read, end }
}

const special = /[",\r\n]/g

function findEnd(text: string, from: number): number {
  special.lastIndex = from
  return special.exec(text)?.index ?? text.length
}

function countBreaks(text: string): number {
  return text.match(/\r\n?|\n/g)?.length ?? 0
}

function tooLong(line: number): ApiError {
  const message = `Line ${line}: a field has more than 1,000,000 characters. Perhaps a quotation mark is missing.`
  return new ApiError('INVALID_ARGUMENT', message)
}

function unclosed(line: number): ApiError {
  return new ApiError('INVALID_ARGUMENT', `Line ${line}: a quotation mark is missing at the end of a field.`)
}
