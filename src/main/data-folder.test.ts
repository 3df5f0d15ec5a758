// Checks what a start reports about a data folder that it can't write to.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findFolderProblem } from './data-folder'

test('accepts a folder that it can create, and names one that it can’t', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'data-folder-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  expect(findFolderProblem(join(folder, 'new', 'folder'))).toBeUndefined()
  const file = join(folder, 'file')
  await writeFile(file, '')
  expect(findFolderProblem(join(file, 'folder'))?.message).toMatch(
    /^Can’t write to .+folder \(E[A-Z]+\)\. Check its permissions and free space\.$/,
  )
})
