// Messages for a folder that cannot be used.
import { expect, test } from 'vitest'
import { ApiError } from '#shared/schemas/api-error'
import { describeProblem, explainProblem } from './folder-problem'

test('each error code has its own message, and codes unrelated to the folder have none', () => {
  const codes = ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'EIO', undefined]
  expect(codes.map((code) => describeProblem('/disk/media', { code }))).toEqual([
    'Media folder /disk/media not found. Connect its disk, or choose another folder in Settings.',
    '/disk/media isn’t a folder. Choose another media folder in Settings.',
    'You don’t have permission to write to /disk/media. Change its permissions, then retry.',
    'You don’t have permission to write to /disk/media. Change its permissions, then retry.',
    'Can’t write to /disk/media: the disk is read-only. Make it writable, then retry.',
    'Can’t write to /disk/media: the disk is full. Free some space, then retry.',
    'Can’t write to /disk/media: the disk is full. Free some space, then retry.',
    undefined,
    undefined,
  ])
})

test('an ApiError passes unchanged', () => {
  const known = new ApiError('NOT_FOUND', 'There is no such file.')
  const other = new Error('odd')
  expect([explainProblem('/disk', known), explainProblem('/disk', other)]).toEqual([known, other])
})
