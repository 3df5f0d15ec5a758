// Steps of tests in Images: entering a prompt, generating, creating a picture, finding its file.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { PNG } from 'pngjs'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import type { Application } from './application'
import type { SentPart } from './scripted-model'

/** A picture of one color. Another color gives another file. */
export function paint(size: { width: number; height: number }, color: number): Buffer {
  const picture = new PNG(size)
  for (let at = 0; at < picture.data.length; at += 4) picture.data.writeUInt32BE(color * 256 + 255, at)
  return PNG.sync.write(picture)
}

export const inline = (bytes: Buffer, mimeType = 'image/png'): SentPart => ({
  inlineData: { mimeType, data: bytes.toString('base64') },
})

export async function openImages(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Images', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Images', exact: true })).toBeVisible()
}

export const composer = (page: Page) => page.getByRole('form', { name: 'New prompt' })
export const instruction = (page: Page) => composer(page).getByRole('textbox', { name: 'Prompt' })
export const steps = (page: Page) => page.getByRole('region', { name: /^Step \d+$/ })
export const variations = (container: Page | Locator) =>
  container.getByRole('article', { name: /^Variation/ })
export const images = (container: Page | Locator) =>
  container.getByRole('button', { name: /^Image \d of \d$/ })

/** Chooses an option in the composer's bar. */
export async function chooseOption(page: Page, setting: string, option: string | RegExp): Promise<void> {
  await composer(page).getByRole('combobox', { name: setting, exact: true }).click()
  await page.getByRole('option', { name: option }).first().click()
}

export async function draw(page: Page, prompt: string): Promise<void> {
  await instruction(page).fill(prompt)
  await composer(page).getByRole('button', { name: 'Generate', exact: true }).click()
  await expect(instruction(page)).toHaveValue('')
}

/**
 * Generates an image session with the demo, through the contract. Each prompt edits the first image of the one before
 * it. Resolves once all images are there.
 */
export async function createSession(
  application: Application,
  prompts: readonly string[],
  { variations = 1, ...parameters }: Partial<ChatParameters> & { variations?: number } = {},
): Promise<string> {
  const desktop = await application.desktop()
  let last: { conversationId: string; turnIds: string[] } | undefined
  for (const text of prompts) {
    const step = await desktop.images.draw({
      conversationId: last?.conversationId ?? null,
      after: last?.turnIds[0] ?? null,
      parts: [{ text }],
      parameters: { model: 'gen-2.5-flash-image', ...parameters },
      variations,
    })
    const hasImages = async () => {
      const drawn = await desktop.images.steps(step)
      return drawn.every((each) => each.variations.every(({ picture }) => picture))
    }
    await expect.poll(hasImages).toBe(true)
    last = step
  }
  return last?.conversationId ?? ''
}

/** Opens an existing session in Images. */
export async function openSession(page: Page, prompt: string): Promise<void> {
  await openImages(page)
  const sessions = page.getByRole('list', { name: 'All sessions' })
  await sessions.getByRole('button').filter({ hasText: prompt }).first().click()
  await expect(steps(page).first()).toBeVisible()
}

export async function expectPixels(picture: Locator, width: number): Promise<void> {
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(width)
}

export const mediaFolderOf = ({ userDataFolder }: Application) => join(userDataFolder, 'media')

/** Names of all files in the folder except thumbnails, which may change at any time. */
export async function listMedia(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !entry.parentPath.endsWith('thumbnails'))
  return files.map(({ name }) => name).sort()
}

/** Resolves with the file of the next drag. Electron's own drag would hold the pointer until a drop, which never happens. */
export const recordDrag = ({ electron }: Application): Promise<string> =>
  electron.evaluate(
    ({ BrowserWindow }) =>
      new Promise((resolve) => {
        for (const { webContents } of BrowserWindow.getAllWindows())
          webContents.startDrag = ({ file, icon }) => resolve(icon ? file : 'no icon')
      }),
  )
