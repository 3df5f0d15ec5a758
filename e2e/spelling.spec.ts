// Spell checking in the real Chromium: no request without consent, suggestions, and the user's words.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import {
  type DictionaryServer,
  makeDictionary,
  openDictionaryServer,
} from '../src/main/testing/dictionary.fixture'
import { expectNoViolations } from './accessibility'
import type { Application } from './application'
import { promptField } from './chat-steps'
import { openSettings } from './settings-steps'
import { test as base } from './system-proxy'

const test = base.extend<{ server: DictionaryServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures are needed.
  server: async ({}, use) => {
    const server = await openDictionaryServer()
    await use(server)
    await server.close()
  },
})

const english = makeDictionary(['light', 'model', 'playground', 'the'])

/** The system's menus open nowhere: the last one is kept instead. */
type Global = typeof globalThis & { popped?: Electron.Menu }

async function recordMenus({ electron }: Application): Promise<void> {
  await electron.evaluate(({ Menu }) => {
    Menu.prototype.popup = function () {
      Object.assign(globalThis, { popped: this })
    }
  })
}

/** Right-clicks the first word of the prompt; returns the labels of the menu. */
async function openWordMenu({ electron, page }: Application): Promise<string[]> {
  await promptField(page).click({ button: 'right', position: { x: 24, y: 16 } })
  return electron.evaluate(() => (globalThis as Global).popped?.items.map(({ label }) => label) ?? [])
}

async function chooseInMenu({ electron }: Application, label: string): Promise<void> {
  await electron.evaluate((_, selected) => {
    ;(globalThis as Global).popped?.items.find((item) => item.label === selected)?.click()
  }, label)
}

async function typePrompt(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  await promptField(page).fill('')
  await promptField(page).pressSequentially(text)
}

test('a dictionary is requested only after consent; then words get suggestions, and can be learned and forgotten', async ({
  application,
  systemProxy,
  server,
}) => {
  const { page } = application
  await recordMenus(application)
  const spelling = await openSettings(page, 'Spelling')
  const language = spelling.getByRole('listitem').filter({ hasText: 'English (United States)' })
  const words = spelling.getByRole('list', { name: 'Your words' })

  await test.step('it is off, and turning it on names the host and requests nothing', async () => {
    const toggle = spelling.getByRole('switch', { name: 'Check spelling' })
    await expect(toggle).not.toBeChecked()
    await toggle.click()
    await spelling.getByRole('searchbox', { name: 'Filter languages' }).fill('states')
    await language.getByRole('checkbox').check()
    await expect(language).toContainText('No dictionary')
    await expect(spelling.getByText(/once, from redirector\.gvt1\.com, a server of Google/)).toBeVisible()
    await typePrompt(page, 'lihgt the model ')
    await expect.poll(() => openWordMenu(application)).toContain('Paste')
    expect(systemProxy.requests).toEqual([])
  })

  await test.step('it is downloaded from a mirror, through the proxy, which requires credentials', async () => {
    systemProxy.require('ann:secret')
    const { keys } = await application.desktop()
    await keys.set({ slot: 'proxy', key: 'ann:secret' })
    server.files.set('en-us-10-1.bdic', english)
    await openSettings(page, 'Spelling')
    await spelling.getByRole('button', { name: 'Download source' }).click()
    await spelling.getByRole('textbox', { name: 'Download URL' }).fill(server.url)
    await spelling.getByRole('button', { name: 'Save URL' }).click()
    await expect(spelling.getByText(/once, from 127\.0\.0\.1:\d+\./)).toBeVisible()
    await spelling.getByRole('button', { name: 'Download dictionary', exact: true }).click()
    await expect(language).toContainText('Ready')
    expect(systemProxy.requests.at(-1)).toBe(`GET ${server.url}/en-us-10-1.bdic`)
    expect(server.requests.filter((name) => name.endsWith('.bdic'))).toEqual(['en-us-10-1.bdic'])
  })

  await test.step('a misspelled word is replaced by a suggestion, or added to the dictionary', async () => {
    await typePrompt(page, 'lihgt the model ')
    await expect.poll(() => openWordMenu(application)).toContain('light')
    await chooseInMenu(application, 'light')
    await expect(promptField(page)).toHaveValue('light the model ')
    await typePrompt(page, 'genplay the model ')
    await expect.poll(() => openWordMenu(application)).toContain('Add to dictionary')
    await chooseInMenu(application, 'Add to dictionary')
    await expect.poll(() => openWordMenu(application)).not.toContain('Add to dictionary')
    await openSettings(page, 'Spelling')
    await expect(words).toHaveText('genplay')
    await expectNoViolations(page, 'Spelling with words and a dictionary')
    await spelling.getByRole('button', { name: 'Remove genplay' }).click()
    await expect(words).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(words).toHaveText('genplay')
  })

  await test.step('it works after a restart without any request', async () => {
    await application.relaunch()
    await recordMenus(application)
    await typePrompt(application.page, 'lihgt the model ')
    await expect.poll(() => openWordMenu(application)).toContain('light')
    expect(server.requests.at(-1)).toBe('en-us-10-1.bdic')
  })

  await test.step('a file is added under Chromium’s name and deleted, but not one that Chromium can’t read', async () => {
    const add = async (name: string, content: Buffer) => {
      const path = join(application.userDataFolder, name)
      await writeFile(path, content)
      await application.electron.evaluate(({ dialog }, file) => {
        dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [file] })
      }, path)
      await application.page.getByRole('button', { name: 'Add dictionary file…' }).click()
    }
    const settings = await openSettings(application.page, 'Spelling')
    const findText = (text: string) => application.page.getByText(text)
    await add('de.bdic', makeDictionary(['Haus']))
    await expect(findText('Can’t tell the language and version of de.bdic.')).toBeVisible()
    await add('de-DE-3-0.bdic', Buffer.from('text'))
    await expect(findText('Chromium can’t read de-DE-3-0.bdic.')).toBeVisible()
    await add('de_de-3-0.bdic', makeDictionary(['Haus', 'licht']))
    const german = settings.getByRole('listitem').filter({ hasText: 'German' })
    await expect(german).toContainText('Ready')
    await german.getByRole('button', { name: 'Delete dictionary for German' }).click()
    await expect(german).not.toContainText('Ready')
    expect(server.requests.at(-1)).toBe('en-us-10-1.bdic')
  })
})
