// Reads files for a set: those that this application has exported, and vectors of other programs.
import { open } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import type { OpenedVectors, VectorChoice } from '#shared/schemas/embedding-set'
import type { ReadSet } from './new-set'
import { readCsv, readJsonl, readNpy } from './read-export'
import { fixedColumns, labelsKind, nameLabels } from './set-columns'
import { isLikelyVector, isMatrixFile, openVectorFiles } from './vector-files'

export interface VectorSelection {
  /** One file, or vectors and their labels. */
  readonly paths: readonly string[]
  /** Columns of another program’s vectors; they are guessed if it is missing. */
  readonly choice?: VectorChoice | undefined
  /** Whether a file beside a matrix is used as its labels; true by default. */
  readonly findsLabels?: boolean | undefined
}

/** Throws INVALID_ARGUMENT with the location of an error. */
export async function readSetFiles({ paths, choice, findsLabels }: VectorSelection): Promise<ReadSet> {
  const path = await findExport(paths)
  if (path !== undefined) return await readExport(path)
  const files = await openVectorFiles(paths, findsLabels)
  return await files.toSet(choice ?? files.guess)
}

/** Describes the files before their import, for the choice of columns. Throws if they cannot be imported. */
export async function inspect(
  paths: readonly string[],
  findsLabels?: boolean,
): Promise<Omit<OpenedVectors, 'id'>> {
  const path = await findExport(paths)
  if (path !== undefined) return describeExport(path)
  const { toSet: _, ...described } = await openVectorFiles(paths, findsLabels)
  return { ...described, isSet: false }
}

/** Like `inspect`, for files that may have only texts: null if there are no vectors, or if a table cannot be read. */
export async function inspectDropped(paths: readonly string[]): Promise<Omit<OpenedVectors, 'id'> | null> {
  const matrices = await Promise.all(paths.map(isMatrixFile))
  if (matrices.some(Boolean)) return await inspect(paths)
  if (paths.length > 1) return null
  const described = await inspect(paths).catch(() => null)
  return described && (described.isSet || described.vectors.some(isLikelyVector)) ? described : null
}

function readExport(path: string): Promise<ReadSet> {
  const extension = extname(path).toLowerCase()
  const name = basename(path, extname(path))
  if (extension === '.csv') return readCsv(path, name)
  if (extension === '.jsonl') return readJsonl(path, name)
  if (extension === '.npy') return readNpy(path, nameLabels(path))
  return readNpy(path.replace(/\.json$/i, '.npy'), path)
}

/** The array and the labels of an exported set may both be chosen. */
async function findExport(paths: readonly string[]): Promise<string | undefined> {
  const [path = '', labels] = [...paths].sort((a) => (extname(a).toLowerCase() === '.npy' ? -1 : 1))
  const isOne = labels === undefined || (paths.length === 2 && labels === nameLabels(path))
  return isOne && (await isExportedSet(path)) ? path : undefined
}

/** True for a file that this application has written: each format states the settings of its vectors. */
async function isExportedSet(path: string): Promise<boolean> {
  const extension = extname(path).toLowerCase()
  const labels = extension === '.npy' ? nameLabels(path) : path
  if (extension === '.npy' || extension === '.json')
    return (await readStart(labels)).includes(`"${labelsKind}"`)
  if (extension === '.csv') {
    const [header = ''] = (await readStart(path)).split(/[\r\n]/, 1)
    return header.split(',').includes(fixedColumns.model)
  }
  if (extension !== '.jsonl') return false
  const [line = ''] = (await readStart(path)).split('\n', 1)
  return /"model":"/.test(line) && /"taskType":/.test(line)
}

/** A header, or a line of JSONL up to its vector, is shorter. */
const startLength = 2_000_000

/** Empty if the file cannot be read. */
async function readStart(path: string): Promise<string> {
  const file = await open(path).catch(() => undefined)
  if (!file) return ''
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(startLength), 0, startLength, 0)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await file.close()
  }
}

function describeExport(path: string): Omit<OpenedVectors, 'id'> {
  const guess = { text: null, title: null, vector: 0 }
  return {
    files: [basename(path)],
    isSet: true,
    isMatrix: false,
    rows: null,
    vectors: [],
    columns: [],
    sample: [],
    guess,
  }
}
