// A logged request: its views, and sending it again as it was, changed, or from the panel that it fits.
import { randomBytes } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { PNG } from 'pngjs'
import { expectNoViolations } from '../accessibility'
import { readAudioFile } from '../audio-files'
import { ask, chooseFromMenu, finished, promptField, prompts, writeInEditor } from '../chat-steps'
import { openDesktopClient } from '../desktop-client'
import { openGateway } from '../gateway-client'
import { test } from '../page-test'
import { answerOf } from '../scripted-model'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Request', exact: true })

test('a request can be read, replayed, changed, copied as code, and opened in Chat', async ({
  application,
  model,
}) => {
  const { page } = application
  const { key: localKey } = await (await application.desktop()).localKey.read()
  model.answers([...answerOf({ text: 'Herons ' }), ...answerOf({ text: 'fly.' })])
  await ask(page, 'What do herons do?')
  await finished(page).getByRole('button', { name: 'View request' }).click()
  const detail = dialog(page)
  await expect(detail.getByRole('list', { name: 'Timing' })).toContainText(/In gateway.*Waiting.*Streaming/)
  const timeline = detail.getByRole('slider', { name: 'Stream events over time' })
  await timeline.press('End')
  await expect(timeline).toHaveAttribute('aria-valuetext', /after a .* gap/)
  const shown = await detail.innerHTML()
  for (const key of ['key-of-the-scripted-service', localKey]) expect(shown).not.toContain(key)

  const response = detail.getByRole('region', { name: 'Response', exact: true })
  await response.getByRole('radio', { name: 'Content' }).click()
  await expect(response.getByRole('region', { name: 'Response content' })).toHaveText('Herons fly.')
  await detail.getByRole('button', { name: '2 events' }).click()
  await expect(detail.getByRole('textbox', { name: 'Events' })).toContainText('Herons')
  await expectNoViolations(page, 'Request', '[role="dialog"]')

  // The scripted model is not the demo, so a replay may be billed.
  await detail.getByRole('button', { name: 'Replay request' }).press('Enter')
  const question = page.getByRole('dialog', { name: 'Replay this request?' })
  await question.getByRole('button', { name: 'Replay request' }).press('Enter')
  await expect(page.getByText('Request sent')).toBeVisible()
  expect(model.requests).toHaveLength(2)
  expect(model.requests[1]).toEqual(model.requests[0])

  await detail.getByRole('button', { name: 'Edit request' }).press('Enter')
  const edited = page.getByRole('dialog', { name: 'Edit request' })
  const body = edited.getByRole('textbox', { name: 'Body' })
  await writeInEditor(body, JSON.stringify(model.requests[0]).replace('herons', 'owls'))
  await edited.getByRole('button', { name: 'Send request' }).click()
  await expect.poll(() => model.requests.length).toBe(3)
  expect(model.requests[2]?.contents).toEqual([{ role: 'user', parts: [{ text: 'What do owls do?' }] }])

  await detail.getByRole('tab', { name: 'Code' }).click()
  const curl = detail.getByRole('textbox', { name: 'curl code' })
  await expect(curl).not.toContainText(localKey)
  await detail.getByRole('switch', { name: 'Include local key' }).click()
  await expect(curl).toContainText(localKey)
  await detail.getByRole('radio', { name: 'Python' }).click()
  await expect(detail.getByRole('textbox', { name: 'Python code' })).toContainText('import')
  await detail.getByRole('tab').first().click()
  await chooseFromMenu(detail, 'More request actions', 'Open in Chat')
  await expect(prompts(page)).toHaveCount(0)
  await expect(promptField(page)).toHaveText('What do herons do?')
})

test('the media of a request are shown, viewed, and taken over by Chat', async ({ application }) => {
  const { page } = application
  const { received } = await openDesktopClient(page)
  const { send } = await openGateway(application)
  const picture = new PNG({ width: 40, height: 40 })
  const data = PNG.sync.write(Object.assign(picture, { data: randomBytes(picture.data.length) }))
  const image = { inlineData: { mimeType: 'image/png', data: data.toString('base64') } }
  const video = await readAudioFile('video.mp4')
  const clip = { inlineData: { mimeType: 'video/mp4', data: video.buffer.toString('base64') } }
  const prompt = { contents: [{ role: 'user', parts: [{ text: 'Make it blue' }, image, clip] }] }
  await send('/v1beta/models/gen-2.5-pro:generateContent', prompt)

  await page.getByRole('button', { name: 'Gateway', exact: true }).first().click()
  const panel = page.getByRole('region', { name: 'Gateway' })
  const request = panel.getByRole('region', { name: 'Request', exact: true })
  await panel.getByRole('row', { name: /gen-2.5-pro/ }).click()
  await request.getByRole('radio', { name: 'Tree' }).click()
  await expect(request.getByRole('tree', { name: 'Request tree' })).toContainText(/[KM]B · SHA-256/)
  await request.getByRole('radio', { name: 'Content' }).click()
  await expect(request.getByRole('region', { name: 'Player' })).toContainText(/0:0\d/)
  await expectNoViolations(page, 'the media of a request')
  await request.getByRole('button', { name: 'View image full size' }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'The request image' })).toContainText('40 × 40 pixels')
  await page.keyboard.press('Escape')
  // The page has hashes, never the media themselves.
  expect(received.join('')).not.toContain(image.inlineData.data.slice(0, 300))
  await chooseFromMenu(panel, 'More request actions', 'Open in Chat')
  await expect(promptField(page)).toHaveText('Make it blue')
  await expect(page.getByRole('list', { name: 'Attachments' }).getByRole('listitem')).toHaveCount(2)
})
