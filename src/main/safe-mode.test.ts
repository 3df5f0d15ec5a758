// The folder of safe mode: a new one each time, and those of ended processes are removed.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createSafeFolder, removeSafeFolder } from './safe-mode'

test('a new folder is empty, and removes only those that an ended process has left', () => {
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
