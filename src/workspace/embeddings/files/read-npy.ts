// Reads an exported set from a NumPy array and the JSON file beside it.
import { open, readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { ApiError } from '#shared/schemas/api-error'
import { check, invalidFile, parseJsonAt, type ReadRow, type ReadSet } from './new-set'
import { Labels } from './set-columns'

export async function readNpy(array: string, labelsPath: string): Promise<ReadSet> {
  const fileName = basename(array)
  const labels = await readLabels(labelsPath, fileName)
  const { settings, upstream, columns, name, dimensions } = labels
  const header = await readHeader(array)
  if (header.dimensions !== dimensions) {
    const stated = `${basename(labelsPath)} gives ${dimensions}`
    throw invalidFile(fileName, `its vectors have ${header.dimensions} dimensions, but ${stated}`)
  }
  return { name, settings, upstream, columns, rows: readRows(array, header, labels) }
}

async function readLabels(path: string, array: string): Promise<Labels> {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined)
    throw new ApiError(
      'NOT_FOUND',
      `${array} has no texts: ${basename(path)} is missing from the same folder.`,
    )
  const fileName = basename(path)
  return check(Labels, parseJsonAt(text, fileName), { location: fileName, subject: 'it' })
}

type NpyHeader = Awaited<ReturnType<typeof readHeader>>

/** Approximate size of one read, in numbers. */
const numbersPerRead = 300_000

async function* readRows(path: string, header: NpyHeader, { rows }: Labels): AsyncGenerator<ReadRow> {
  const { dimensions, count, offset } = header
  const rowLength = dimensions * 4
  const rowsPerRead = Math.max(1, Math.floor(numbersPerRead / dimensions))
  const file = await open(path)
  let start = -1
  let bytes = Buffer.alloc(0)
  const read = async (at: number): Promise<Float32Array> => {
    if (start < 0 || at < start || at >= start + rowsPerRead) {
      start = at
      bytes = Buffer.alloc(Math.min(rowsPerRead, count - at) * rowLength)
      await file.read(bytes, 0, bytes.length, offset + at * rowLength)
    }
    const from = bytes.byteOffset + (at - start) * rowLength
    return new Float32Array(bytes.buffer.slice(from, from + rowLength))
  }
  try {
    for (const [index, { vector, ...row }] of rows.entries()) {
      const location = `rows[${index}]`
      if (vector !== null && vector >= count)
        throw invalidFile(basename(path), `${location} refers to vector ${vector} of ${count}`)
      const values = vector === null ? null : await read(vector)
      if (values?.some((value) => !Number.isFinite(value)))
        throw invalidFile(basename(path), `vector ${vector} contains a value that isn’t a number`)
      yield { row, vector: values, location }
    }
  } finally {
    await file.close()
  }
}

/** Expects 32-bit floats, little-endian, row by row. */
async function readHeader(path: string) {
  const file = await open(path).catch((error: Error) => {
    throw new ApiError('FAILED_PRECONDITION', `Couldn’t read ${basename(path)}: ${error.message}.`)
  })
  try {
    const bytes = Buffer.alloc(4096)
    await file.read(bytes, 0, bytes.length, 0)
    if (bytes.toString('latin1', 0, 6) !== '\x93NUMPY') throw invalidFile(basename(path), 'not a NumPy array')
    const isFirst = bytes[6] === 1
    const offset = (isFirst ? 10 : 12) + (isFirst ? bytes.readUInt16LE(8) : bytes.readUInt32LE(8))
    const description = bytes.toString('latin1', 10, Math.min(offset, bytes.length))
    const [, count, dimensions] = /'shape':\s*\((\d+),\s*(\d+)\)/.exec(description) ?? []
    const isPlain = /'descr':\s*'<f4'/.test(description) && /'fortran_order':\s*False/.test(description)
    if (!isPlain || count === undefined || dimensions === undefined)
      throw invalidFile(basename(path), 'must contain 32-bit floats (dtype float32, C order)')
    const { size } = await file.stat()
    const header = { offset, count: Number(count), dimensions: Number(dimensions) }
    if (size !== offset + header.count * header.dimensions * 4)
      throw invalidFile(basename(path), 'incomplete')
    return header
  } finally {
    await file.close()
  }
}
