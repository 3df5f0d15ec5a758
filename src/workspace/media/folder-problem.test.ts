// Every way in which a folder cannot be used is told in a sentence that names it.
import { expect, test } from 'vitest'
import { ApiError } from '#shared/schemas/api-error'
import { describeProblem, explainProblem } from './folder-problem'

test('each reason has its own sentence, and what says nothing of the folder has none', () => {
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

test('an error that has its sentence keeps it', () => {
  const known = new ApiError('NOT_FOUND', 'There is no such file.')
  const other = new Error('odd')
  expect([explainProblem('/disk', known), explainProblem('/disk', other)]).toEqual([known, other])
})
