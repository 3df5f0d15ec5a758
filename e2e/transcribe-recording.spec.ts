// Recording the microphone, here Chromium's own that beeps: into the queue, and onto the disk whatever happens.
import { expect, type Page } from '@playwright/test'
import { test } from './application'
import { listNames, openTranscribe, recorder, row } from './transcribe-steps'

test.use({ launchArguments: ['--use-fake-device-for-media-stream'] })

/** Resolves once the bar has moved, up or down, by a fifth of its length. */
const watchLevel = (page: Page) =>
  recorder(page)
    .locator('meter + span > span')
    .evaluate((bar) => {
      const seen: number[] = []
      return new Promise<void>((resolve) => {
        const look = () => {
          seen.push(new DOMMatrix(getComputedStyle(bar).transform).a)
          if (Math.max(...seen) - Math.min(...seen) > 0.2) resolve()
          else requestAnimationFrame(look)
        }
        look()
      })
    })
const timer = (page: Page) => recorder(page).getByRole('timer', { name: 'Recording length' })

/** Until something of it is on the disk. */
async function record(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(recorder(page).getByRole('status')).toHaveText('Recording')
  await expect(recorder(page)).toContainText(/[1-9][\d.]* KB saved/)
}

test('a recording is seen, paused, stopped and transcribed', async ({
  application: { page },
  stenographer,
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
  const [sound] = await stenographer.wait(1)
  await expect(recorder(page)).toHaveCount(0)
  sound?.say('Beep, beep.')
  const [name = ''] = await listNames(page)
  await expect(row(page, name)).toContainText('Done, 2 words')
  // It has a length, so that it can be sought in.
  await expect(row(page, name)).toContainText(/0:0[1-9] · [\d.]+ KB/)
  expect(sound?.name).toMatch(/\.webm$/)
  expect(sound?.bytes.subarray(0, 4).toString('hex')).toBe('1a45dfa3')
})

test('a recording is discarded with a way back', async ({ application: { page }, stenographer }) => {
  await record(page)
  await recorder(page).getByRole('button', { name: 'Discard recording' }).click()
  await expect(recorder(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  const left = page.getByRole('list', { name: 'Unfinished recordings' })
  await left.getByRole('button', { name: 'Transcribe' }).click()
  const [sound] = await stenographer.wait(1)
  sound?.say('Beep.')
  await expect(left).toHaveCount(0)
})

test('killed while it records, what was recorded is offered at the next start, and transcribed', async ({
  application,
  stenographer,
}) => {
  await record(application.page)
  await application.kill()
  await application.launch()
  const { page } = application
  await openTranscribe(page)
  const left = page.getByRole('list', { name: 'Unfinished recordings' })
  await expect(left).toContainText('Unfinished recording from')
  await expect(left).toContainText(/[\d.]+ KB saved and ready to transcribe\./)
  expect(stenographer.sounds).toEqual([])
  await left.getByRole('button', { name: 'Transcribe' }).click()
  const [sound] = await stenographer.wait(1)
  sound?.say('Beep.')
  const [name = ''] = await listNames(page)
  await expect(row(page, name)).toContainText('Done, 1 word')
  await expect(row(page, name)).toContainText(/0:0\d · [\d.]+ KB/)
  await expect(left).toHaveCount(0)
  await application.relaunch()
  await openTranscribe(application.page)
  await expect(row(application.page, name)).toBeVisible()
  await expect(application.page.getByRole('list', { name: 'Unfinished recordings' })).toHaveCount(0)
})
