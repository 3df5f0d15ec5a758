// Steps of tests in Video: generating one, finding its job, polling it immediately.
import { expect, type Locator, type Page } from '@playwright/test'
import type { VideoForm } from '#shared/schemas/video-job'
import type { Application } from './application'

export const form = (page: Page) => page.getByRole('form', { name: 'New video' })
export const prompt = (page: Page) => form(page).getByRole('textbox', { name: 'Prompt', exact: true })
/** A field of the form that holds several controls. */
export const field = (page: Page, name: string) => form(page).getByRole('group', { name, exact: true })
export const videos = (page: Page) => page.getByRole('list', { name: 'Videos' })
/** The video's row in the list. */
export const row = (page: Page, text: string | RegExp) =>
  videos(page).getByRole('listitem').filter({ hasText: text })
/** The open job. */
export const openedJob = (page: Page) => page.getByRole('article', { name: 'Video details' })
export const player = (page: Page) => openedJob(page).locator('video')

export async function openVideos(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Video', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Video', exact: true })).toBeVisible()
}

/** Opens a job from the list. */
export async function openJob(page: Page, text: string): Promise<void> {
  await row(page, text).getByRole('button').first().click()
  await expect(openedJob(page).getByRole('heading', { name: text })).toBeVisible()
}

/** Generates a video, and returns its open job. */
export async function generate(page: Page, text: string): Promise<Locator> {
  await prompt(page).fill(text)
  await form(page).getByRole('button', { name: 'Generate' }).click()
  await expect(openedJob(page).getByRole('heading', { name: text })).toBeVisible()
  return openedJob(page)
}

export const videoModel = 'gen-video-3.1-fast-generate-preview'

/** Requests a video through the contract, and returns the id of its job. */
export async function addJob(
  application: Application,
  prompt: string,
  options: Partial<VideoForm> = {},
): Promise<string> {
  const { videos } = await application.desktop()
  return (await videos.create({ model: videoModel, prompt, ...options })).id
}

/** Generates a video through the contract. Resolves once nothing is running. */
export async function createVideo(
  application: Application,
  prompt: string,
  options?: Partial<VideoForm>,
): Promise<void> {
  const id = await addJob(application, prompt, options)
  const desktop = await application.desktop()
  const countRunning = async () => {
    // Otherwise it is polled after ten seconds. It can't be polled before it is submitted, or once it has ended.
    await desktop.videos.pollNow({ id }).catch(() => undefined)
    return (await desktop.application.status()).running
  }
  await expect.poll(countRunning).toBe(0)
}

/** Presses an action of the open job. */
export async function act(page: Page, action: string): Promise<void> {
  const actions = openedJob(page).getByRole('group', { name: 'Actions' })
  await actions.getByRole('button', { name: action, exact: true }).click()
}

interface DialogOptions {
  message: string
  detail: string
  buttons: string[]
}

/** Answers the application's message boxes with this button. Returns a function that reads those shown. */
export async function answerDialogs(
  { electron }: Application,
  button: string,
): Promise<() => Promise<DialogOptions[]>> {
  await electron.evaluate(({ dialog }, label) => {
    const shown: DialogOptions[] = []
    Object.assign(globalThis, { shown })
    dialog.showMessageBox = async (...args: unknown[]) => {
      // The first argument may be a window.
      const { message, detail, buttons } = args.at(-1) as DialogOptions
      shown.push({ message, detail, buttons })
      return { response: buttons.indexOf(label), checkboxChecked: false }
    }
  }, button)
  // Assigned above.
  return () => electron.evaluate(() => (globalThis as unknown as { shown: DialogOptions[] }).shown)
}
