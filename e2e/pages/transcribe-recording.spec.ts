// Recording from Chromium's fake microphone, which beeps: into the queue, and saved even if the application ends.
import { expect, type Page } from '@playwright/test'
import { openSection } from '../chat-steps'
import { test } from '../page-test'
import { listNames, openTranscribe, recorder, row } from '../transcribe-steps'

/** Starts a recording, and resolves once a part of it is on the disk. */
async function record(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(recorder(page).getByRole('status')).toHaveText('Recording')
  await expect(recorder(page)).toContainText(/[1-9][\d.]* KB saved/)
}

test('a recording uses the chosen microphone, shows its level, and is paused, stopped and transcribed', async ({
  application: { page },
  transcriptionService,
}) => {
  const section = await openSection(page, 'Recording')
  const choice = section.getByRole('combobox', { name: 'Microphone' })
  await expect(choice).toHaveText('System default')
  await choice.click()
  const microphone = page.getByRole('option', { name: 'Fake Audio Input' }).last()
  const label = (await microphone.textContent()) ?? ''
  await microphone.click()
  await record(page)
  await expect(recorder(page)).toContainText(label)
  const meter = recorder(page).getByRole('meter', { name: 'Microphone level' })
  await expect(meter).not.toHaveAttribute('value', '0')
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  const statusLine = page.getByRole('contentinfo')
  await statusLine.getByRole('button', { name: /^Recording \d:\d\d/ }).click()
  await recorder(page).getByRole('button', { name: 'Pause recording' }).click()
  await expect(recorder(page).getByRole('status')).toHaveText('Paused')
  const timer = recorder(page).getByRole('timer', { name: 'Recording length' })
  const length = await timer.textContent()
  await expect(statusLine.getByText(`Recording paused ${length}`)).toBeVisible()
  await recorder(page).getByRole('button', { name: 'Resume recording' }).click()
  await expect(timer).not.toHaveText(length ?? '')
  await recorder(page).getByRole('button', { name: 'Stop and transcribe' }).click()
  const [request] = await transcriptionService.wait(1)
  await expect(recorder(page)).toHaveCount(0)
  request?.respond('Beep, beep.')
  const [name = ''] = await listNames(page)
  // The file has a duration, so that seeking works.
  await expect(row(page, name)).toContainText(/0:0[1-9] · [\d.]+ KB/)
  await expect(row(page, name)).toContainText('Done, 2 words')
  expect(request?.name).toMatch(/\.webm$/)
  expect(request?.bytes.subarray(0, 4).toString('hex')).toBe('1a45dfa3')
})

test('a recording that is discarded, or that the end of the app cuts off, is offered and transcribed', async ({
  application,
  transcriptionService,
}) => {
  const unfinished = (page: Page) => page.getByRole('list', { name: 'Unfinished recordings' })
  await record(application.page)
  await recorder(application.page).getByRole('button', { name: 'Discard recording' }).click()
  await expect(recorder(application.page)).toHaveCount(0)
  await application.page.getByRole('button', { name: 'Undo' }).click()
  await unfinished(application.page).getByRole('button', { name: 'Transcribe' }).click()
  const [first] = await transcriptionService.wait(1)
  first?.respond('Beep.')
  await expect(unfinished(application.page)).toHaveCount(0)

  await record(application.page)
  await application.relaunch()
  const { page } = application
  await openTranscribe(page)
  await expect(unfinished(page)).toContainText('Unfinished recording from')
  await expect(unfinished(page)).toContainText(/[\d.]+ KB saved and ready to transcribe\./)
  await unfinished(page).getByRole('button', { name: 'Transcribe' }).click()
  const [, second] = await transcriptionService.wait(2)
  second?.respond('Beep again.')
  await expect(unfinished(page)).toHaveCount(0)
  const [name = ''] = await listNames(page)
  await expect(row(page, name)).toContainText('Done, 2 words')
  await expect(row(page, name)).toContainText(/0:0\d · [\d.]+ KB/)
})
