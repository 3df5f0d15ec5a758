// About: the version and what the application runs on.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { root } from '../../src/dev/paths.mjs'
import { test } from '../page-test'
import { openSettings } from '../settings-steps'

test('About describes the build, copies it, and warns of an old Electron', async ({ application }) => {
  const { page, electron, userDataFolder } = application
  const { version, devDependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const versions = await electron.evaluate(() => ({ ...process.versions }))
  const about = await openSettings(page, 'About')
  await about.getByRole('button', { name: 'Copy details' }).click()
  const readClipboard = () => electron.evaluate(({ clipboard }) => clipboard.readText())
  await expect.poll(readClipboard).toContain(`Version: ${version}\n`)
  const copied = await readClipboard()
  expect(copied).toContain(`Electron: ${versions.electron}\nChromium: ${versions.chrome}\n`)
  expect(copied).toContain(`Package: Source checkout\n`)
  expect(copied).toContain(`Data folder: ${userDataFolder}`)
  const isPinned = versions.electron === devDependencies.electron
  await expect(about.getByText(`Runs on Electron ${versions.electron}`)).toHaveCount(isPinned ? 0 : 1)
  // This one was built without the URL of a feed.
  await expect(about.getByRole('switch', { name: 'Check for updates' })).toHaveCount(0)
  await about.getByRole('button', { name: 'View license' }).click()
  await expect(page.getByRole('dialog', { name: 'License' })).toContainText('Permission is hereby granted')
  await page.keyboard.press('Escape')
})
