// Every way in which a folder cannot be used is told in a sentence that names it.
import { expect, test } from 'vitest'
import { ApiError } from '#shared/schemas/api-error'
import { describeProblem, explainProblem } from './folder-problem'

test('each reason has its own sentence, and what says nothing of the folder has none', () => {
  const codes = ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'EIO', undefined]
  expect(codes.map((code) => describeProblem('/disk/media', { code }))).toEqual([
    'The media folder /disk/media is not there: connect its disk, or choose another folder in Settings.',
    'The media folder /disk/media is no folder: choose another one in Settings.',
    'The folder /disk/media cannot be used: this user may not write into it.',
    'The folder /disk/media cannot be used: this user may not write into it.',
    'The folder /disk/media cannot be written to: its disk is read-only.',
    'The folder /disk/media cannot be written to: its disk is full.',
    'The folder /disk/media cannot be written to: its disk is full.',
    undefined,
    undefined,
  ])
})

test('an error that has its sentence keeps it', () => {
  const known = new ApiError('NOT_FOUND', 'There is no such file.')
  const other = new Error('odd')
  expect([explainProblem('/disk', known), explainProblem('/disk', other)]).toEqual([known, other])
})
