// Prompts: their direction, estimated tokens, large pasted texts, templates with variables, and attachments.
import { randomBytes } from 'node:crypto'
import { expect, type Locator, type Page } from '@playwright/test'
import { PNG } from 'pngjs'
import { expectNoViolations } from '../accessibility'
import { makeWav, readAudioFile } from '../audio-files'
import { ask, chooseFromMenu, chooseModel, finished, promptField, prompts } from '../chat-steps'
import { paint } from '../drawing-steps'
import { test } from '../page-test'
import { dropFiles, pastePicture, type TestFile } from '../provide-files'
import type { SentRequest } from '../scripted-model'

const paste = (page: Page, text: string) =>
  page.evaluate((text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    const isAllowed = document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
    // A scripted event inserts nothing itself.
    if (isAllowed) document.execCommand('insertText', false, text)
  }, text)

const directionOf = (element: Locator) => element.evaluate((node) => getComputedStyle(node).direction)

test('the composer estimates tokens, and offers to attach large pastes', async ({ application }) => {
  const { page } = application
  const desktop = await application.desktop()
  await desktop.settings.update({ models: [{ id: 'my-small-model', kind: 'text', inputTokenLimit: 1_000 }] })
  await chooseModel(page, /my-small-model/)
  const gauge = page.getByRole('meter', { name: 'Context window' })
  const warning = page.getByText('This request may not fit the context window')
  await promptField(page).fill('word '.repeat(320))
  await expect(gauge).toHaveAttribute('aria-valuetext', 'About 400 tokens of 1,000')
  await expect(warning).toHaveCount(0)
  await promptField(page).fill('word '.repeat(1_600))
  await expect(warning).toBeVisible()
  // The number is an estimate, so the provider decides.
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeEnabled()

  await promptField(page).fill('Summarize: ')
  await promptField(page).press('End')
  await paste(page, 'short')
  const large = `${'A line of the log. '.repeat(500)}End`
  await paste(page, large)
  await expect(promptField(page)).toHaveValue(`Summarize: short${large}`)
  await expect(page.getByText('9,503 characters pasted')).toBeVisible()
  // The offer does not take the focus.
  await expect(promptField(page)).toBeFocused()
  await page.keyboard.type('!')
  await page.getByRole('button', { name: 'Attach as text file' }).click()
  await expect(promptField(page)).toHaveValue('Summarize: short!')
  await expect(promptField(page)).toBeFocused()
  const attachment = page.getByRole('form', { name: 'New prompt' }).getByText('Pasted text.txt')
  await expect(attachment).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(promptField(page)).toHaveValue(`Summarize: short${large}!`)
  await expect(attachment).toHaveCount(0)

  await ask(page, 'שלום API.\nSecond line.')
  expect(await directionOf(prompts(page).getByText('שלום API.').first())).toBe('rtl')
  expect(await directionOf(promptField(page))).toBe('ltr')
})

const fields = (page: Page) => page.getByRole('region', { name: 'Variables' })
const field = (page: Page, name: string) => fields(page).getByRole('textbox', { name, exact: true })

test('a template is filled in, and braces can be literal', async ({ application: { page }, model }) => {
  const { keyboard } = page
  await promptField(page).press('/')
  await page.getByPlaceholder('Search templates').fill('translate')
  await expectNoViolations(page, 'choosing a template', '[role=dialog]')
  await page.getByRole('option', { name: /Translate text/ }).click()
  await expect(field(page, 'language')).toBeFocused()
  const send = page.getByRole('button', { name: 'Send', exact: true })
  await expect(send).toBeDisabled()
  await expect(send).toHaveAccessibleDescription('Fill in “language” and “text”')
  await expect(page.locator('form mark')).toHaveText(['{{language}}', /^{{register:/, '{{text:text}}'])
  await keyboard.type('French')
  // Enter in the prompt goes to the first missing value instead of sending.
  await promptField(page).press('Enter')
  await expect(field(page, 'text')).toBeFocused()
  expect(model.requests).toHaveLength(0)
  await keyboard.type('Hello {{name}} $& all')
  // Values are saved with the draft.
  await expect
    .poll(async () => {
      await page.reload()
      return await field(page, 'text').inputValue()
    })
    .toBe('Hello {{name}} $& all')
  await field(page, 'text').press('Control+Enter')
  await finished(page).waitFor()
  await expect(promptField(page)).toHaveValue('')
  await expect(fields(page)).toHaveCount(0)
  const sent = model.requests[0]?.contents.at(-1)?.parts[0]?.text
  for (const text of ['into French.', 'Use neutral language.', '<text>\nHello {{name}} $& all\n</text>'])
    expect(sent).toContain(text)

  await promptField(page).fill('<p>{{ title }}</p>')
  await expect(send).toBeDisabled()
  await fields(page).getByRole('button', { name: 'Send braces as written' }).click()
  await expect(promptField(page)).toBeFocused()
  await promptField(page).press('Enter')
  await expect.poll(() => model.requests[1]?.contents.at(-1)?.parts[0]?.text).toBe('<p>{{ title }}</p>')
})

const attachments = (page: Page) => page.getByRole('list', { name: 'Attachments' })
const composer = (page: Page) => page.getByRole('form', { name: 'New prompt' })
const attach = (page: Page, ...files: TestFile[]) => page.getByLabel('Files to attach').setInputFiles(files)

/** MIME type and bytes of each file that was sent with the prompt. */
function readFiles(request: SentRequest | undefined) {
  return request?.contents.at(-1)?.parts.flatMap(({ inline_data: snake, inlineData: camel }) => {
    const type = snake?.mime_type ?? camel?.mimeType
    return type ? [{ type, bytes: Buffer.from((snake ?? camel)?.data ?? '', 'base64') }] : []
  })
}

test('dropped, pasted and chosen files and a URL reach the model unchanged', async ({
  application,
  model,
}) => {
  const { page, electron } = application
  const buffer = paint({ width: 40, height: 30 }, 0x2060a0)
  const picture = { name: 'dropped.png', mimeType: 'image/png', buffer }
  await dropFiles(page.getByRole('region', { name: 'Chat' }), picture)
  await expect(attachments(page).getByRole('button', { name: /^dropped\.png/ })).toBeVisible()
  await pastePicture(promptField(page), paint({ width: 20, height: 10 }, 0xa06020))
  await expect(attachments(page).locator('img')).toHaveCount(2)
  const audio = makeWav('beep.wav', { seconds: 1 })
  const video = { ...(await readAudioFile('video.mp4', 'boat.mp4')), mimeType: 'video/mp4' }
  await attach(page, audio, video)
  await expect(attachments(page).getByRole('listitem')).toHaveCount(4)
  await chooseFromMenu(composer(page), 'Attach', 'Add from URL…')
  const dialog = page.getByRole('dialog', { name: 'Add from URL' })
  const url = dialog.getByRole('textbox', { name: 'URL' })
  await url.fill('not an address')
  await url.press('Enter')
  await expect(dialog.getByRole('alert')).toBeVisible()
  await expectNoViolations(page, 'a URL that is rejected', '[role=dialog]')
  await url.fill('https://example.com/film.mp4')
  await url.press('Enter')
  await expectNoViolations(page, 'a draft with attachments')

  await ask(page, 'What is in these?')
  await expect(finished(page)).toContainText('42')
  await expect(attachments(page)).toHaveCount(0)
  const sent = readFiles(model.requests[0])
  expect(sent?.map(({ type }) => type)).toEqual(['image/png', 'image/png', 'audio/wav', 'video/mp4'])
  expect(sent?.[0]?.bytes).toEqual(buffer)
  expect(sent?.[2]?.bytes).toEqual(audio.buffer)
  expect(model.requests[0]?.contents[0]?.parts).toContainEqual({
    file_data: { file_uri: 'https://example.com/film.mp4', mime_type: 'video/mp4' },
  })
  const sound = prompts(page).getByRole('region', { name: 'Audio: beep.wav' })
  await expect(sound.getByRole('slider', { name: 'Position' })).toBeEnabled()
  await sound.getByRole('button', { name: 'Play' }).click()
  await expect(sound.getByRole('button', { name: 'Play' })).toBeVisible()
  await expect(sound).not.toContainText('Can’t play')
  const film = prompts(page).getByLabel('Video: boat.mp4')
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.videoWidth)).toBe(64)
  await expectNoViolations(page, 'attached files')
  await prompts(page).getByRole('button', { name: 'Copy prompt' }).click()
  await expect
    .poll(() => electron.evaluate((main) => main.clipboard.readText()))
    .toMatch(/^What is in these\?\n\nAttached: dropped\.png, .*, beep\.wav, boat\.mp4/)
  await prompts(page).getByRole('button', { name: 'View attached image full size' }).first().click()
  await expect(page.getByRole('dialog', { name: 'dropped.png' })).toContainText('40 × 30 pixels')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('dialog')).toContainText('20 × 10 pixels')
})

test('empty files are rejected, and large images are resized to be sent', async ({ application, model }) => {
  const { page } = application
  await (await application.desktop()).settings.update({ limits: { jsonMegabytes: 2 } })
  // Noise cannot be compressed.
  const noise = new PNG({ width: 1300, height: 340 })
  const buffer = PNG.sync.write(Object.assign(noise, { data: randomBytes(noise.data.length) }))
  await promptField(page).fill('What is this?')
  await attach(
    page,
    { name: 'nothing.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) },
    { name: 'words.txt', mimeType: 'text/plain', buffer: Buffer.from('words') },
    { name: 'noise.png', mimeType: 'image/png', buffer },
  )
  await expect(composer(page)).toContainText('“nothing.txt” is empty.')
  await expect(composer(page)).toContainText('This prompt is too large to send')
  await page.getByRole('button', { name: 'Remove words.txt' }).click()
  await expect(attachments(page).getByRole('listitem')).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  // A menu opened before the toast has gone stays open.
  await page.getByRole('button', { name: 'Attach', exact: true }).click()
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0)
  await page.getByRole('menu', { name: 'Attach' }).press('Escape')
  await expect(attachments(page).getByRole('listitem')).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeDisabled()
  await promptField(page).press('Enter')
  await expect(promptField(page)).toHaveValue('What is this?')
  expect(model.requests).toEqual([])

  await attachments(page)
    .getByRole('button', { name: /^noise\.png/ })
    .click()
  await page.getByRole('menuitem', { name: 'Resize…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Resize noise.png' })
  await dialog.getByRole('radio', { name: /1024 pixels/ }).click()
  await dialog.getByRole('button', { name: 'Resize' }).click()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(finished(page)).toContainText('42')
  const resized = readFiles(model.requests[0])?.find(({ type }) => type.startsWith('image/'))
  expect(resized?.bytes.length).toBeLessThan(buffer.length)
})
