// Checks what a start reports about a data folder that it can't write to.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createSafeFolder, findFolderProblem, removeSafeFolder } from './data-folder'

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

test('a new folder of safe mode is empty, and removes only those that an ended process has left', () => {
  const parent = mkdtempSync(join(tmpdir(), 'safe mode '))
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }))
  const folder = createSafeFolder(parent)
  // No process has this id: it is above the limit of every system.
  const left = join(parent, 'gen-playground-safe-mode-99999999-abc')
  mkdirSync(left)
  writeFileSync(join(left, 'workspace.db'), '')
  const other = join(parent, 'gen-playground-safe-mode-of-the-user')
  mkdirSync(other)
  const next = createSafeFolder(parent)
  expect(readdirSync(next)).toEqual([])
  expect([folder, next, other, left].map((path) => existsSync(path))).toEqual([true, true, true, false])
  removeSafeFolder(next)
  expect(existsSync(next)).toBe(false)
})
