// Reads an exported set from a NumPy array and the JSON beside it.
import { open, readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { ApiError } from '#shared/schemas/api-error'
import { check, parseJsonAt, type ReadRow, type ReadSet, refuse } from './new-set'
import { Labels } from './set-columns'

export async function readNpy(array: string, labelsPath: string): Promise<ReadSet> {
  const place = basename(array)
  const labels = await readLabels(labelsPath, place)
  const { settings, upstream, columns, name, dimensions } = labels
  const head = await readHead(array)
  if (head.dimensions !== dimensions) {
    const stated = `${basename(labelsPath)} gives ${dimensions}`
    throw refuse(place, `its vectors have ${head.dimensions} dimensions, but ${stated}`)
  }
  return { name, settings, upstream, columns, rows: readRows(array, head, labels) }
}

async function readLabels(path: string, array: string): Promise<Labels> {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined)
    throw new ApiError(
      'NOT_FOUND',
      `${array} has no texts: ${basename(path)} is missing from the same folder.`,
    )
  const place = basename(path)
  return check(Labels, parseJsonAt(text, place), { place, subject: 'it' })
}

type NpyHead = Awaited<ReturnType<typeof readHead>>

/** The numbers of one read, about. */
const numbersAtOnce = 300_000

async function* readRows(path: string, head: NpyHead, { rows }: Labels): AsyncGenerator<ReadRow> {
  const { dimensions, count, offset } = head
  const rowLength = dimensions * 4
  const atOnce = Math.max(1, Math.floor(numbersAtOnce / dimensions))
  const file = await open(path)
  let begun = -1
  let bytes = Buffer.alloc(0)
  const read = async (at: number): Promise<Float32Array> => {
    if (begun < 0 || at < begun || at >= begun + atOnce) {
      begun = at
      bytes = Buffer.alloc(Math.min(atOnce, count - at) * rowLength)
      await file.read(bytes, 0, bytes.length, offset + at * rowLength)
    }
    const from = bytes.byteOffset + (at - begun) * rowLength
    return new Float32Array(bytes.buffer.slice(from, from + rowLength))
  }
  try {
    for (const [index, { vector, ...row }] of rows.entries()) {
      const place = `rows[${index}]`
      if (vector !== null && vector >= count)
        throw refuse(basename(path), `${place} refers to vector ${vector} of ${count}`)
      const values = vector === null ? null : await read(vector)
      if (values?.some((value) => !Number.isFinite(value)))
        throw refuse(basename(path), `vector ${vector} contains a value that isn’t a number`)
      yield { row, vector: values, place }
    }
  } finally {
    await file.close()
  }
}

/** 32-bit floats, little-endian, row by row. */
async function readHead(path: string) {
  const file = await open(path).catch((error: Error) => {
    throw new ApiError('FAILED_PRECONDITION', `Couldn’t read ${basename(path)}: ${error.message}.`)
  })
  try {
    const bytes = Buffer.alloc(4096)
    await file.read(bytes, 0, bytes.length, 0)
    if (bytes.toString('latin1', 0, 6) !== '\x93NUMPY') throw refuse(basename(path), 'not a NumPy array')
    const isFirst = bytes[6] === 1
    const offset = (isFirst ? 10 : 12) + (isFirst ? bytes.readUInt16LE(8) : bytes.readUInt32LE(8))
    const description = bytes.toString('latin1', 10, Math.min(offset, bytes.length))
    const [, count, dimensions] = /'shape':\s*\((\d+),\s*(\d+)\)/.exec(description) ?? []
    const isPlain = /'descr':\s*'<f4'/.test(description) && /'fortran_order':\s*False/.test(description)
    if (!isPlain || count === undefined || dimensions === undefined)
      throw refuse(basename(path), 'must contain 32-bit floats (dtype float32, C order)')
    const { size } = await file.stat()
    const head = { offset, count: Number(count), dimensions: Number(dimensions) }
    if (size !== offset + head.count * head.dimensions * 4) throw refuse(basename(path), 'incomplete')
    return head
  } finally {
    await file.close()
  }
}
