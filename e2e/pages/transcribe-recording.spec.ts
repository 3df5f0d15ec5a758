// Recording from Chromium's fake microphone, which beeps: into the queue, and saved even after a kill.
import { expect, type Page } from '@playwright/test'
import { openSection } from '../chat-steps'
import { test } from '../page-test'
import { listNames, openTranscribe, recorder, row } from '../transcribe-steps'

test.use({ launchArguments: ['--use-fake-device-for-media-stream'] })

/** Resolves once the bar has moved, up or down, by a fifth of its length. */
const watchLevel = (page: Page) =>
  recorder(page)
    .locator('meter + span > span')
    .evaluate((bar) => {
      const levels: number[] = []
      return new Promise<void>((resolve) => {
        const readLevel = () => {
          levels.push(new DOMMatrix(getComputedStyle(bar).transform).a)
          if (Math.max(...levels) - Math.min(...levels) > 0.2) resolve()
          else requestAnimationFrame(readLevel)
        }
        readLevel()
      })
    })
const timer = (page: Page) => recorder(page).getByRole('timer', { name: 'Recording length' })

test('a recording uses the chosen microphone', async ({ application: { page } }) => {
  await openTranscribe(page)
  const section = await openSection(page, 'Recording')
  const choice = section.getByRole('combobox', { name: 'Microphone' })
  await expect(choice).toHaveText('System default')
  await choice.click()
  const name = (await page.getByRole('option').last().textContent()) ?? ''
  expect(name).toContain('Fake Audio Input')
  await page.getByRole('option', { name }).click()
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(recorder(page)).toContainText(name)
  await recorder(page).getByRole('button', { name: 'Discard recording' }).click()
})

/** Starts a recording, and resolves once a part of it is on the disk. */
async function record(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(recorder(page).getByRole('status')).toHaveText('Recording')
  await expect(recorder(page)).toContainText(/[1-9][\d.]* KB saved/)
}

test('a recording shows its level, and is paused, stopped and transcribed', async ({
  application: { page },
  transcriptionService,
}) => {
  await record(page)
  await watchLevel(page)
  await expect
    .poll(() => recorder(page).getByRole('meter', { name: 'Microphone level' }).getAttribute('value'))
    .not.toBe('0')
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  await page
    .getByRole('contentinfo')
    .getByRole('button', { name: /^Recording \d:\d\d/ })
    .click()
  await recorder(page).getByRole('button', { name: 'Pause recording' }).click()
  await expect(recorder(page).getByRole('status')).toHaveText('Paused')
  const length = await timer(page).textContent()
  await expect(page.getByRole('contentinfo').getByText(`Recording paused ${length}`)).toBeVisible()
  await recorder(page).getByRole('button', { name: 'Resume recording' }).click()
  await expect(timer(page)).not.toHaveText(length ?? '')
  await recorder(page).getByRole('button', { name: 'Stop and transcribe' }).click()
  const [request] = await transcriptionService.wait(1)
  await expect(recorder(page)).toHaveCount(0)
  request?.respond('Beep, beep.')
  const [name = ''] = await listNames(page)
  await expect(row(page, name)).toContainText('Done, 2 words')
  // The file has a duration, so that seeking works.
  await expect(row(page, name)).toContainText(/0:0[1-9] · [\d.]+ KB/)
  expect(request?.name).toMatch(/\.webm$/)
  expect(request?.bytes.subarray(0, 4).toString('hex')).toBe('1a45dfa3')
})

test('a discarded recording can be restored', async ({ application: { page }, transcriptionService }) => {
  await record(page)
  await recorder(page).getByRole('button', { name: 'Discard recording' }).click()
  await expect(recorder(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  const unfinished = page.getByRole('list', { name: 'Unfinished recordings' })
  await unfinished.getByRole('button', { name: 'Transcribe' }).click()
  const [request] = await transcriptionService.wait(1)
  request?.respond('Beep.')
  await expect(unfinished).toHaveCount(0)
})

test('after a kill during a recording, the saved part is offered at the next start, and transcribed', async ({
  application,
  transcriptionService,
}) => {
  await record(application.page)
  await application.kill()
  await application.launch()
  const { page } = application
  await openTranscribe(page)
  const unfinished = page.getByRole('list', { name: 'Unfinished recordings' })
  await expect(unfinished).toContainText('Unfinished recording from')
  await expect(unfinished).toContainText(/[\d.]+ KB saved and ready to transcribe\./)
  expect(transcriptionService.requests).toEqual([])
  await unfinished.getByRole('button', { name: 'Transcribe' }).click()
  const [request] = await transcriptionService.wait(1)
  request?.respond('Beep.')
  const [name = ''] = await listNames(page)
  await expect(row(page, name)).toContainText('Done, 1 word')
  await expect(row(page, name)).toContainText(/0:0\d · [\d.]+ KB/)
  await expect(unfinished).toHaveCount(0)
  await application.relaunch()
  await openTranscribe(application.page)
  await expect(row(application.page, name)).toBeVisible()
  await expect(application.page.getByRole('list', { name: 'Unfinished recordings' })).toHaveCount(0)
})
