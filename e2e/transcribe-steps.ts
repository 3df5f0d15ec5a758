// Steps of tests in Transcribe: dropping audio files, finding a file in the list, opening its transcript.
import { expect, type Locator, type Page } from '@playwright/test'
import { dropFiles, type TestFile } from './provide-files'

export const panel = (page: Page) => page.getByRole('region', { name: 'Transcribe', exact: true })
export const files = (page: Page) => page.getByRole('grid', { name: 'Files' })
/** The file's row in the list. */
export const row = (page: Page, name: string) => files(page).locator(`[role=row][aria-label^="${name}, "]`)
const transcript = (page: Page) => page.getByRole('region', { name: 'Transcript', exact: true })
export const transcriptText = (page: Page) =>
  transcript(page).getByRole('textbox', { name: 'Transcript text' })
export const recorder = (page: Page) => page.getByRole('region', { name: 'Recorder' })
/** The warning before a file is sent again that may have been billed. */
export const retryWarning = (page: Page, name: string) =>
  page.getByRole('alert').filter({ hasText: `Retry ${name}?` })

export async function openTranscribe(page: Page): Promise<void> {
  // A saved recording is offered with a button of the same name.
  const panels = page.getByRole('navigation', { name: 'Panels' })
  await panels.getByRole('button', { name: 'Transcribe', exact: true }).click()
  await expect(panel(page)).toBeVisible()
}

export async function drop(page: Page, ...audioFiles: TestFile[]): Promise<void> {
  // The panel's code may still be loading.
  await panel(page).getByRole('button', { name: 'Record', exact: true }).waitFor()
  await dropFiles(panel(page), ...audioFiles)
}

export async function openTranscript(page: Page, name: string): Promise<Locator> {
  await row(page, name)
    .getByRole('button', { name: `Open ${name}` })
    .click()
  await expect(transcript(page).getByRole('heading', { name })).toBeVisible()
  return transcript(page)
}

/** Presses one of the buttons at the end of a file's row. */
export async function act(
  page: Page,
  action: 'Pause' | 'Resume' | 'Retry' | 'Cancel' | 'Remove',
  name: string,
): Promise<void> {
  const button = row(page, name).getByRole('button', { name: `${action} ${name}`, exact: true })
  await button.click()
}

/** The names of the files in the order of the list. */
export async function listNames(page: Page): Promise<string[]> {
  const labels = await files(page)
    .locator('[role=row][data-id]')
    .evaluateAll((rows) =>
      rows.map((row) => [row.getAttribute('data-index'), row.getAttribute('aria-label')]),
    )
  const sorted = labels.sort(([one], [other]) => Number(one) - Number(other))
  return sorted.map(([, label]) => label?.split(',')[0] ?? '')
}
