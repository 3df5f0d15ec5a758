// Recording from Chromium's fake microphone, which beeps: into the queue, and saved when it is discarded.
import { expect, type Page } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import { openSection } from '../chat-steps'
import { test } from '../page-test'
import { listNames, recorder, row } from '../transcribe-steps'

/** Starts a recording, and resolves once a part of it is on the disk. */
async function record(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(recorder(page).getByRole('status')).toHaveText('Recording')
  await expect(recorder(page)).toContainText(/[1-9][\d.]* KB saved/)
}

test('a recording is paused, kept, transcribed', async ({ application: { page }, transcriptionService }) => {
  const choice = (await openSection(page, 'Recording')).getByRole('combobox', { name: 'Microphone' })
  await expect(choice).toHaveText('System default')
  await choice.click()
  const microphone = page.getByRole('option', { name: 'Fake Audio Input' }).last()
  const label = (await microphone.textContent()) ?? ''
  await microphone.click()
  await record(page)
  await expect(recorder(page)).toContainText(label)
  const meter = recorder(page).getByRole('meter', { name: 'Microphone level' })
  await expect(meter).not.toHaveAttribute('value', '0')
  await expectNoViolations(page, 'recording')
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  const statusLine = page.getByRole('contentinfo')
  await statusLine.getByRole('button', { name: /^Recording \d:\d\d/ }).click()
  await recorder(page).getByRole('button', { name: 'Pause recording' }).click()
  await expect(recorder(page).getByRole('status')).toHaveText('Paused')
  const length = await recorder(page).getByRole('timer', { name: 'Recording length' }).textContent()
  await expect(statusLine.getByText(`Recording paused ${length}`)).toBeVisible()
  await recorder(page).getByRole('button', { name: 'Resume recording' }).click()
  await expect(recorder(page).getByRole('status')).toHaveText('Recording')
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

  await record(page)
  await recorder(page).getByRole('button', { name: 'Discard recording' }).click()
  await expect(recorder(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  const unfinished = page.getByRole('list', { name: 'Unfinished recordings' })
  await expect(unfinished).toContainText(/[\d.]+ KB saved and ready to transcribe\./)
  await unfinished.getByRole('button', { name: 'Transcribe' }).click()
  const [, second] = await transcriptionService.wait(2)
  second?.respond('Beep again.')
  await expect(unfinished).toHaveCount(0)
})
