// Reads an exported set from a NumPy array and the JSON file beside it.
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { ApiError } from '#shared/schemas/api-error'
import { check, invalidFile, parseJsonAt, type ReadRow, type ReadSet } from './new-set'
import { notNumbers, openNpy } from './npy-array'
import { Labels } from './set-columns'

export async function readNpy(array: string, labelsPath: string): Promise<ReadSet> {
  const fileName = basename(array)
  const labels = await readLabels(labelsPath, fileName)
  const { settings, upstream, columns, name, dimensions } = labels
  const header = await openNpy(array)
  await header.close()
  if (header.dimensions !== dimensions) {
    const stated = `${basename(labelsPath)} gives ${dimensions}`
    throw invalidFile(fileName, `its vectors have ${header.dimensions} dimensions, but ${stated}`)
  }
  let done = 0
  async function* count() {
    for await (const row of readRows(array, labels)) {
      done += 1
      yield row
    }
  }
  return { name, settings, upstream, columns, rows: count(), share: () => done / labels.rows.length }
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

async function* readRows(path: string, { rows }: Labels): AsyncGenerator<ReadRow> {
  const array = await openNpy(path)
  try {
    for (const [index, { vector, ...row }] of rows.entries()) {
      const location = `rows[${index}]`
      if (vector !== null && vector >= array.count)
        throw invalidFile(basename(path), `${location} refers to vector ${vector} of ${array.count}`)
      const found = vector === null ? null : await array.read(vector)
      yield { row, vector: found, ...(vector === null || found ? {} : { problem: notNumbers }), location }
    }
  } finally {
    await array.close()
  }
}
