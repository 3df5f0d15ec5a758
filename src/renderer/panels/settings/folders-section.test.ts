// The description of the media folder and of its move.
import { expect, test } from 'vitest'
import { toPercent } from '../../components/format'
import { describeFolder, describeProgress } from './FoldersSection'

const folder = {
  path: '/media',
  defaultPath: '/data/media',
  isDefault: false,
  files: 1_204,
  bytes: 3_100_000,
  problem: null,
}
const progress = { files: 3, totalFiles: 12, bytes: 25, totalBytes: 100 }

test('the number of files and their size', () => {
  expect([
    describeFolder(folder),
    describeFolder({ ...folder, isDefault: true, files: 1 }),
    describeFolder({ ...folder, files: 0, bytes: 0 }),
  ]).toEqual(['1,204 files, 3.1 MB.', 'Default location. 1 file, 3.1 MB.', 'No files yet.'])
})

test('the progress of a move, at most 100 percent', () => {
  expect(describeProgress(progress)).toBe('3 of 12 files, 25 B of 100 B')
  expect([
    toPercent(progress),
    toPercent({ ...progress, bytes: 130 }),
    toPercent({ ...progress, bytes: 0, totalBytes: 0 }),
    toPercent({ files: 0, totalFiles: 0, bytes: 0, totalBytes: 0 }),
  ]).toEqual([25, 100, 25, 0])
})
