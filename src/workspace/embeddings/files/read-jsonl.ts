// Reads an exported set from JSONL.
import { z } from 'zod'
import { ApiError } from '#shared/schemas/api-error'
import { VectorSource } from '#shared/schemas/embedding-set'
import {
  check,
  checkSameSettings,
  invalidFile,
  measureReading,
  parseJsonAt,
  prependItem,
  type ReadRow,
  type ReadSet,
  readLines,
  readVector,
  toOrigin,
} from './new-set'

const Line = z.object({
  text: z.string('must be a string'),
  title: z.string().nullish(),
  cells: z.record(z.string(), z.string()).optional(),
  model: z.string('must name the model of the vectors'),
  taskType: z.string().nullish(),
  outputDimensionality: z.number().nullish(),
  upstream: VectorSource.nullish(),
  embedding: z.unknown(),
})
type Line = z.infer<typeof Line>

interface ReadLine {
  readonly value: Line
  readonly location: string
}

export async function readJsonl(path: string, name: string): Promise<ReadSet> {
  const { onRead, share } = await measureReading(path)
  const lines = readValues(path, onRead)
  const first = await lines.next()
  if (first.done) throw new ApiError('INVALID_ARGUMENT', 'The file is empty.')
  const { value } = first.value
  const columns = Object.keys(value.cells ?? {})
  const settings = toSettings(value)
  const rows = prependItem(first, lines, (line) => readRow(line, columns, value))
  return { name, settings, upstream: value.upstream ?? toOrigin(value.model, path), columns, rows, share }
}

function toSettings({ model, taskType = null, outputDimensionality = null }: Line) {
  return { model, taskType, outputDimensionality }
}

function toStated(line: Line) {
  const { id, address, model } = line.upstream ?? {}
  return [toSettings(line), id, address, model]
}

function readRow({ value, location }: ReadLine, columns: readonly string[], first: Line): ReadRow {
  const { text, title = null, cells = {} } = value
  checkSameSettings(toStated(value), toStated(first), location)
  const unknown = Object.keys(cells).find((name) => !columns.includes(name))
  if (unknown !== undefined) throw invalidFile(location, `earlier lines have no “${unknown}” field`)
  const row = { text, title, cells: columns.map((name) => cells[name] ?? '') }
  return { row, vector: readVector(value.embedding, location), location }
}

async function* readValues(path: string, onRead: (bytes: number) => void): AsyncGenerator<ReadLine> {
  for await (const { text, line } of readLines(path, onRead)) {
    const location = `Line ${line}`
    if (text.trim() !== '')
      yield { value: check(Line, parseJsonAt(text, location), { location, subject: 'it' }), location }
  }
}
