// Reads a NumPy array of numbers, a part at a time: a large one never is in memory as a whole.
import { type FileHandle, open } from 'node:fs/promises'
import { basename } from 'node:path'
import { ApiError } from '#shared/schemas/api-error'
import { invalidFile } from '#shared/tables/table-reader'
import { maxDimensions } from './new-set'

interface NumberType {
  readonly bytes: number
  readonly read: (view: DataView, at: number, isLittle: boolean) => number
}

const numberTypes: Readonly<Record<string, NumberType>> = {
  f2: { bytes: 2, read: (view, at, isLittle) => toNumber(view.getUint16(at, isLittle)) },
  f4: { bytes: 4, read: (view, at, isLittle) => view.getFloat32(at, isLittle) },
  f8: { bytes: 8, read: (view, at, isLittle) => view.getFloat64(at, isLittle) },
  i1: { bytes: 1, read: (view, at) => view.getInt8(at) },
  i2: { bytes: 2, read: (view, at, isLittle) => view.getInt16(at, isLittle) },
  i4: { bytes: 4, read: (view, at, isLittle) => view.getInt32(at, isLittle) },
  i8: { bytes: 8, read: (view, at, isLittle) => Number(view.getBigInt64(at, isLittle)) },
  u1: { bytes: 1, read: (view, at) => view.getUint8(at) },
  u2: { bytes: 2, read: (view, at, isLittle) => view.getUint16(at, isLittle) },
  u4: { bytes: 4, read: (view, at, isLittle) => view.getUint32(at, isLittle) },
  u8: { bytes: 8, read: (view, at, isLittle) => Number(view.getBigUint64(at, isLittle)) },
}

interface NpyHeader {
  readonly type: NumberType
  readonly isLittle: boolean
  /** The numbers of one dimension follow each other, instead of those of one vector. */
  readonly isFortran: boolean
  readonly count: number
  readonly dimensions: number
  /** The position of the first number, in bytes. */
  readonly offset: number
}

/** Why a row has no vector. */
export const notNumbers = 'The imported vector has a value that isn’t a number, or is too large.'

/** Approximate size of one read, in numbers; in Fortran order, of the reads of all dimensions together. */
const numbersPerRead = { c: 300_000, fortran: 4_000_000 }

/** The caller closes it. Throws with what is wrong if the file is damaged, or holds something else. */
export async function openNpy(path: string) {
  const file = await open(path).catch((error: Error) => {
    throw new ApiError('FAILED_PRECONDITION', `Couldn’t read ${basename(path)}: ${error.message}.`)
  })
  try {
    const header = await readHeader(file, basename(path))
    return { count: header.count, dimensions: header.dimensions, ...createReader(file, path, header) }
  } catch (error) {
    await file.close()
    throw error
  }
}

function createReader(file: FileHandle, path: string, header: NpyHeader) {
  const { type, isLittle, isFortran, count, dimensions, offset } = header
  const numbers = isFortran ? numbersPerRead.fortran : numbersPerRead.c
  const rowsPerRead = Math.max(1, Math.floor(numbers / dimensions))
  let [start, rows] = [-1, 0]
  let view = new DataView(new ArrayBuffer(0))
  const load = async (at: number) => {
    rows = Math.min(rowsPerRead, count - at)
    const bytes = Buffer.alloc(rows * dimensions * type.bytes)
    const parts = isFortran ? dimensions : 1
    const partLength = bytes.length / parts
    for (let part = 0; part < parts; part += 1) {
      const first = isFortran ? part * count + at : at * dimensions
      const { bytesRead } = await file.read(bytes, part * partLength, partLength, offset + first * type.bytes)
      if (bytesRead < partLength) throw invalidFile(basename(path), `incomplete from vector ${at} on`)
    }
    view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    start = at
  }
  return {
    /** Null if the vector has a value that is not a number, or is too large. Fast if the indexes are read in order. */
    async read(at: number): Promise<Float32Array | null> {
      if (start < 0 || at < start || at >= start + rows) await load(at)
      const row = at - start
      const [first, step] = isFortran ? [row, rows] : [row * dimensions, 1]
      const vector = new Float32Array(dimensions)
      for (let index = 0; index < dimensions; index += 1)
        vector[index] = type.read(view, (first + index * step) * type.bytes, isLittle)
      return vector.every(Number.isFinite) ? vector : null
    },
    close: () => file.close(),
  }
}

const magic = '\x93NUMPY'
/** In bytes; NumPy's own limit is far below. */
const maxHeaderLength = 1_000_000

/** The layout is that of numpy.lib.format, versions 1 to 3. */
async function readHeader(file: FileHandle, name: string): Promise<NpyHeader> {
  const head = Buffer.alloc(12)
  const { bytesRead } = await file.read(head, 0, 12, 0)
  if (head.toString('latin1', 0, 6) !== magic) throw invalidFile(name, 'not a NumPy array')
  const isFirst = head[6] === 1
  const start = isFirst ? 10 : 12
  const length = isFirst ? head.readUInt16LE(8) : head.readUInt32LE(8)
  const bytes = Buffer.alloc(Math.min(length, maxHeaderLength))
  const description = await file.read(bytes, 0, bytes.length, start)
  if (bytesRead < start || description.bytesRead < length)
    throw invalidFile(name, 'incomplete: it ends within its header')
  const header = { ...parseDescription(bytes.toString('latin1'), name), offset: start + length }
  const { size } = await file.stat()
  const { count, dimensions, type, offset } = header
  const rowLength = dimensions * type.bytes
  const whole = Math.floor((size - offset) / rowLength)
  if (size < offset + count * rowLength)
    throw invalidFile(
      name,
      `incomplete: it should have ${number(count)} vectors, but ends after ${number(whole)}`,
    )
  if (size > offset + count * rowLength)
    throw invalidFile(name, `damaged: it has more bytes than its ${number(count)} vectors need`)
  return header
}

function number(value: number): string {
  return value.toLocaleString('en')
}

function parseDescription(description: string, name: string): Omit<NpyHeader, 'offset'> {
  const [, order = '', kind = ''] = /'descr':\s*'([<>=|]?)(\w+)'/.exec(description) ?? []
  const [, shape] = /'shape':\s*\(([\d,\s]*)\)/.exec(description) ?? []
  const type = numberTypes[kind]
  if (!type) {
    const found = kind === '' ? 'something else' : `“${kind}”`
    throw invalidFile(name, `must contain numbers (floats or integers), but contains ${found}`)
  }
  const [, fortran] = /'fortran_order':\s*(True|False)/.exec(description) ?? []
  if (fortran === undefined || shape === undefined) throw invalidFile(name, 'its header is damaged')
  const lengths = shape
    .split(',')
    .filter((each) => each.trim() !== '')
    .map(Number)
  const [count = 0, dimensions = 0] = lengths
  if (lengths.length !== 2)
    throw invalidFile(
      name,
      `must have two axes, vectors and dimensions, but has ${lengths.length}: (${shape.trim()})`,
    )
  if (count === 0 || dimensions === 0) throw invalidFile(name, 'it has no vectors')
  if (dimensions > maxDimensions)
    throw invalidFile(name, `its vectors have more than ${number(maxDimensions)} dimensions`)
  return { type, isLittle: order !== '>', isFortran: fortran === 'True', count, dimensions }
}

/** Converts an IEEE 754 half-precision float. */
function toNumber(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1
  const exponent = (bits >> 10) & 0x1f
  const fraction = bits & 0x3ff
  if (exponent === 0) return sign * fraction * 2 ** -24
  if (exponent === 0x1f) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15)
}
