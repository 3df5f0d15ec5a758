// Reads an exported set from JSONL.
import { z } from 'zod'
import { ApiError } from '#shared/schemas/api-error'
import { VectorSource } from '#shared/schemas/embedding-set'
import { type ReadRow, type ReadSet, readLines, readVector } from './new-set'

const Line = z.object({
  text: z.string('must be a text'),
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
  readonly place: string
}

export async function readJsonl(path: string, name: string): Promise<ReadSet> {
  const lines = readValues(path)[Symbol.asyncIterator]()
  const first = await lines.next()
  if (first.done) throw new ApiError('INVALID_ARGUMENT', 'The file holds no line.')
  const { value } = first.value
  const columns = Object.keys(value.cells ?? {})
  const settings = toSettings(value)
  async function* rows(): AsyncGenerator<ReadRow> {
    try {
      for (let next = first; !next.done; next = await lines.next())
        yield readRow(next.value, columns, settings)
    } finally {
      await lines.return?.(undefined)
    }
  }
  return { name, settings, upstream: value.upstream ?? null, columns, rows: rows() }
}

function toSettings({ model, taskType = null, outputDimensionality = null }: Line) {
  return { model, taskType, outputDimensionality }
}

function readRow(
  { value, place }: ReadLine,
  columns: readonly string[],
  settings: ReturnType<typeof toSettings>,
): ReadRow {
  const { text, title = null, cells = {} } = value
  if (JSON.stringify(toSettings(value)) !== JSON.stringify(settings))
    throw refuse(place, 'its vector was made by another model or for another task than those before it')
  const unknown = Object.keys(cells).find((name) => !columns.includes(name))
  if (unknown !== undefined) throw refuse(place, `the lines before it have no cell “${unknown}”`)
  const row = { text, title, cells: columns.map((name) => cells[name] ?? '') }
  return { row, vector: readVector(value.embedding, place), place }
}

async function* readValues(path: string): AsyncGenerator<ReadLine> {
  for await (const { text, line } of readLines(path))
    if (text.trim() !== '') yield { value: readLine(text, `Line ${line}`), place: `Line ${line}` }
}

function readLine(text: string, place: string): Line {
  const { data, error } = Line.safeParse(parse(text, place))
  if (data) return data
  const [issue] = error.issues
  throw refuse(place, `${issue?.path.join('.') || 'it'} ${issue?.message ?? 'is not valid'}`)
}

function parse(text: string, place: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw refuse(place, `it is no JSON (${error instanceof Error ? error.message : String(error)})`)
  }
}

function refuse(place: string, fault: string): ApiError {
  return new ApiError('INVALID_ARGUMENT', `${place}: ${fault}.`)
}
