// Writes the vectors of a set as a NumPy array, and its texts as the JSON beside it.
import { ApiError } from '#shared/schemas/api-error'
import type { ExportedSet } from './exported-rows'
import { labelsKind, labelsVersion } from './labels'

/** Those with a vector, in their order: 32-bit floats, little-endian, row by row. */
export async function* writeNpy(
  { rows }: ExportedSet,
  count: number,
  dimensions: number,
): AsyncGenerator<Uint8Array> {
  yield toHead(count, dimensions)
  let left = count
  for await (const { vector } of rows()) {
    if (!vector) continue
    left -= 1
    if (left < 0 || vector.length !== dimensions) throw changed()
    yield new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength)
  }
  if (left > 0) throw changed()
}

/** The array's head has told how many there are, and its labels where they stand. */
function changed(): ApiError {
  const message =
    'The set has changed while it was written: export it again, and wait for its run to end before.'
  return new ApiError('FAILED_PRECONDITION', message)
}

/** Format 1.0: the whole of it is a multiple of 64 bytes. */
function toHead(count: number, dimensions: number): Uint8Array {
  const told = `{'descr': '<f4', 'fortran_order': False, 'shape': (${count}, ${dimensions}), }`
  const length = Math.ceil((10 + told.length + 1) / 64) * 64
  const head = Buffer.alloc(length, ' ')
  head.write('\x93NUMPY\x01\x00', 0, 'latin1')
  head.writeUInt16LE(length - 10, 8)
  head.write(told, 10, 'latin1')
  head.write('\n', length - 1, 'latin1')
  return head
}

/** Every row of the set; `vector` is the place of its vector in the array. */
export async function* writeLabels(
  { set, columns: nameColumns, rows }: ExportedSet,
  count: number,
  dimensions: number,
): AsyncGenerator<string> {
  const { name, settings, upstream } = set
  const columns = await nameColumns()
  const head = { kind: labelsKind, version: labelsVersion, name, settings, upstream, columns, dimensions }
  yield `${JSON.stringify(head).slice(0, -1)},"rows":[`
  let at = 0
  let separator = '\n'
  for await (const { text, title, cells, vector } of rows()) {
    yield separator + JSON.stringify({ text, title, cells, vector: vector ? at++ : null })
    separator = ',\n'
  }
  if (at !== count) throw changed()
  yield '\n]}\n'
}
