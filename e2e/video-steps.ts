// What journeys through videos are made of: making one, finding its job, looking at it at once.
import { expect, type Locator, type Page } from '@playwright/test'
import type { Application } from './application'

const panel = (page: Page) => page.getByRole('region', { name: 'Video', exact: true })
export const form = (page: Page) => page.getByRole('form', { name: 'New video' })
export const prompt = (page: Page) => form(page).getByRole('textbox', { name: 'Prompt', exact: true })
/** A field of the form that holds several controls. */
export const field = (page: Page, name: string) => form(page).getByRole('group', { name, exact: true })
export const videos = (page: Page) => page.getByRole('list', { name: 'Videos' })
/** Its line in the list. */
export const row = (page: Page, words: string | RegExp) =>
  videos(page).getByRole('listitem').filter({ hasText: words })
/** The job that is open. */
export const opened = (page: Page) => page.getByRole('article', { name: 'Video details' })
export const player = (page: Page) => opened(page).locator('video')

export async function openVideos(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Video', exact: true }).click()
  await expect(panel(page)).toBeVisible()
}

/** Of the list; which one is open outlives a restart, but not always a kill. */
export async function openJob(page: Page, words: string): Promise<void> {
  await row(page, words).getByRole('button').first().click()
  await expect(opened(page).getByRole('heading', { name: words })).toBeVisible()
}

/** What opens by it. */
export async function make(page: Page, words: string): Promise<Locator> {
  await prompt(page).fill(words)
  await form(page).getByRole('button', { name: 'Generate' }).click()
  await expect(opened(page).getByRole('heading', { name: words })).toBeVisible()
  await expect(prompt(page)).toHaveValue('')
  return opened(page)
}

/** Of the job that is open. */
export async function act(page: Page, action: string): Promise<void> {
  await opened(page)
    .getByRole('group', { name: 'Actions' })
    .getByRole('button', { name: action, exact: true })
    .click()
}

/** Instead of in ten seconds. */
export const checkNow = (page: Page) => act(page, 'Check now')

/** Of a field with choices side by side. */
export async function chooseIn(page: Page, name: string, option: string): Promise<void> {
  await field(page, name).getByRole('radio', { name: option, exact: true }).click()
}

export async function addPictures(page: Page, place: string, ...pictures: Buffer[]): Promise<void> {
  const mimeType = 'image/png'
  const files = pictures.map((buffer, at) => ({ name: `${place} ${at + 1}.png`, mimeType, buffer }))
  await form(page).getByLabel(`Image for the ${place}`).setInputFiles(files)
  for (const { name } of files) {
    await expect(form(page).getByRole('button', { name: `Remove ${name}` })).toBeVisible()
  }
}

interface Asked {
  message: string
  detail: string
  buttons: string[]
}

/** What the application asks from now on is answered with this button. Returns how to read all that was asked. */
export async function answerDialogs(
  { electron }: Application,
  button: string,
): Promise<() => Promise<Asked[]>> {
  await electron.evaluate(({ dialog }, chosen) => {
    const asked: Asked[] = []
    Object.assign(globalThis, { asked })
    dialog.showMessageBox = async (...given: unknown[]) => {
      // A window may stand before the options.
      const { message, detail, buttons } = given.at(-1) as Asked
      asked.push({ message, detail, buttons })
      return { response: buttons.indexOf(chosen), checkboxChecked: false }
    }
  }, button)
  // Put there above.
  return () => electron.evaluate(() => (globalThis as unknown as { asked: Asked[] }).asked)
}
