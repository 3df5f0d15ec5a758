// Image sessions: requests, variations, edits and branches, and prompts that wait for their image.
import { expect, type Page } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import { chooseFromMenu } from '../chat-steps'
import {
  chooseOption,
  composer,
  createSession,
  draw,
  images,
  inline,
  instruction,
  openSession,
  paint,
  steps,
  variations,
} from '../drawing-steps'
import { test } from '../page-test'
import { resize } from '../window-size'

test.use({ launchEnvironment: { GEN_PLAYGROUND_DEMO_PACE: 'instant' } })

const picture = (color: number) => inline(paint({ width: 64, height: 64 }, color))
const editing = (page: Page) => composer(page).getByRole('group', { name: 'Editing' })
const startSession = (page: Page) => page.getByRole('button', { name: 'New session' }).first().click()

test('variations are requested, stopped, retried, added or blocked', async ({ application, imageModel }) => {
  const { page } = application
  const thumbnails = page.getByRole('list', { name: 'Samples' }).locator('img')
  const countLoaded = () =>
    thumbnails.evaluateAll((all: HTMLImageElement[]) => all.filter((one) => one.naturalWidth > 100).length)
  await expect.poll(countLoaded).toBe(7)
  await expectNoViolations(page, 'an empty panel')
  await draw(page, 'Forbidden words')
  const [rejected] = await imageModel.wait(1)
  rejected?.blockPrompt('PROHIBITED_CONTENT')
  await expect(variations(page)).toContainText('Prompt blocked: contains prohibited content')
  // The same prompt would be blocked again.
  await expect(variations(page).getByRole('button', { name: 'Retry' })).toHaveCount(0)
  await variations(page).getByRole('button', { name: 'Edit prompt' }).click()
  await expect(instruction(page)).toHaveValue('Forbidden words')
  await expect(instruction(page)).toBeFocused()

  await startSession(page)
  await chooseOption(page, 'Model', /Gen 3 Pro Image/)
  await chooseOption(page, 'Size', '2K')
  await chooseOption(page, 'Variations', '4 images')
  await draw(page, 'A red boat.')
  const requests = await imageModel.wait(4, 1)
  for (const { path, body } of requests) {
    expect(path).toContain('models/gen-3-pro-image-preview:generateContent')
    expect(body).toMatchObject({
      contents: [{ role: 'user', parts: [{ text: 'A red boat.' }] }],
      generationConfig: { imageConfig: { imageSize: '2K' } },
    })
  }
  await expect(variations(page)).toHaveCount(4)
  await expectNoViolations(page, 'variations in progress')
  await page.getByRole('button', { name: 'Stop image 2 of 4' }).click()
  await expect(variations(page).nth(1)).toContainText('You stopped this image')
  await expect.poll(() => requests.filter((request) => request.wasAborted()).length).toBe(1)
  const [first, second, third] = requests.filter((request) => !request.wasAborted())
  first?.answer({ text: 'Here it is.' }, picture(0xaa2222))
  second?.answer(picture(0xbb2222))
  third?.answerWithoutImage('NO_IMAGE')
  await expect(images(page)).toHaveCount(2)
  await expect(variations(page).filter({ hasText: 'Here it is.' })).toContainText('64 × 64, requested 2K')
  const missing = variations(page).filter({ hasText: 'No image was generated' })
  await expect(missing).toContainText('Describe what the image should show.')
  await expectNoViolations(page, 'images, one stopped, one missing')
  await missing.getByRole('button', { name: 'Retry' }).click()
  const [again] = await imageModel.wait(1, 5)
  expect(again?.body).toEqual(first?.body)
  again?.answer(picture(0xcc2222))
  await expect(images(page)).toHaveCount(3)
  await chooseFromMenu(steps(page), 'More actions for this step', 'Generate another variation')
  const [another] = await imageModel.wait(1, 6)
  expect(another?.body).toEqual(first?.body)
  another?.answer(picture(0xdd2222))
  await expect(images(page)).toHaveCount(4)
  await expect(variations(page)).toHaveCount(5)

  await resize(application, { width: 900, height: 600, zoom: 1 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false)
  await images(page).last().hover()
  for (const name of ['Edit', 'View full size', 'Compare', 'More actions for this image'])
    await variations(page).last().getByRole('button', { name, exact: true }).click({ trial: true })
  await expectNoViolations(page, 'variations in a small window')
})

test('an earlier image is edited on its own branch, and every step is found', async ({ application }) => {
  const { page } = application
  await createSession(application, ['A house.', 'Make the roof red.'])
  await openSession(page, 'A house.')
  await expect(editing(page)).toContainText('Make the roof red.')
  await steps(page).first().getByRole('button', { name: 'Edit' }).first().click()
  await expect(editing(page)).toContainText('A house.')
  await draw(page, 'Make it blue.')
  await expect(images(page)).toHaveCount(2)

  const filmstrip = page.getByRole('navigation', { name: 'All steps' })
  await expect(filmstrip.getByRole('heading')).toHaveText('3 steps2 branches')
  await expect(page.getByRole('list', { name: 'All sessions' })).toContainText('3 steps')
  const entry = filmstrip.getByRole('button').filter({ has: page.getByText('Make the roof red.') })
  await entry.click()
  await expect(steps(page).last()).toContainText('Make the roof red.')
  await expect(entry).toHaveAttribute('aria-current', 'true')
  await filmstrip.locator('button[tabindex="0"]').focus()
  await page.keyboard.press('End')
  await expect(filmstrip.getByRole('button').last()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(steps(page).last()).toContainText('Make it blue.')
  await expectNoViolations(page, 'a session with branches')
  const branches = page.getByRole('group', { name: '2 branches' })
  await expect(branches).toContainText('2 of 2')
  await branches.getByRole('button', { name: 'Previous branch' }).click()
  await expect(steps(page).last()).toContainText('Make the roof red.')
  await expect(branches).toContainText('1 of 2')
})

test('a follow-up waits for its image, or comes back', async ({ application: { page }, imageModel }) => {
  const queued = page.getByRole('list', { name: 'Queued prompts' }).getByRole('listitem')
  const followUp = async (prompt: string) => {
    await instruction(page).fill(prompt)
    await expect(editing(page)).toContainText('once it is ready')
    await composer(page).getByRole('button', { name: 'Queue', exact: true }).click()
    await expect(instruction(page)).toHaveValue('')
  }
  await draw(page, 'A boat.')
  const [first] = await imageModel.wait(1)
  await followUp('Paint it blue.')
  await followUp('Add a moon.')
  await expect(queued).toHaveText([/Paint it blue\./, /Add a moon\./])
  await queued.last().getByRole('button', { name: 'Remove queued prompt' }).click()
  await expect(queued).toHaveCount(1)
  await queued.getByRole('button', { name: 'Edit queued prompt' }).click()
  await expect(instruction(page)).toHaveValue('Paint it blue.')
  await followUp('Paint it dark blue.')
  expect(imageModel.requests).toHaveLength(1)
  first?.answer(picture(0x2233aa))
  const [edit] = await imageModel.wait(1, 1)
  expect(edit?.body.contents).toMatchObject([
    { parts: [{ text: 'A boat.' }] },
    { role: 'model', parts: [picture(0x2233aa)] },
    { parts: [{ text: 'Paint it dark blue.' }] },
  ])
  await expect(queued).toHaveCount(0)

  await followUp('Paint it green.')
  await instruction(page).fill('Something else')
  await page.getByRole('button', { name: /^Stop image/ }).click()
  await expect(queued).toContainText('Not sent')
  await expect(instruction(page)).toHaveValue('Something else')
  await instruction(page).fill('')
  await expect(instruction(page)).toHaveValue('Paint it green.')
  await expect(composer(page)).toContainText('You stopped the image that it edits.')
  await expect.poll(() => edit?.wasAborted()).toBe(true)
  expect(imageModel.requests).toHaveLength(2)
})
