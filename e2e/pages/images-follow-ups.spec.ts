// Follow-ups in Images: prompts sent while the image that they edit is being generated.
import { expect, type Page } from '@playwright/test'
import {
  chooseOption,
  composer,
  draw,
  images,
  inline,
  instruction,
  openImages,
  paint,
  steps,
  variations,
} from '../drawing-steps'
import { test } from '../page-test'

const square = { width: 64, height: 64 }
const blue = inline(paint(square, 0x2233aa))

const queued = (page: Page) => page.getByRole('list', { name: 'Queued prompts' }).getByRole('listitem')

/** Sends a prompt while the last image is being generated. */
async function followUp(page: Page, prompt: string): Promise<void> {
  await instruction(page).fill(prompt)
  await expect(composer(page).getByRole('group', { name: 'Editing' })).toContainText('once it is ready')
  await composer(page).getByRole('button', { name: 'Queue', exact: true }).click()
  await expect(instruction(page)).toHaveValue('')
}

test('a follow-up waits for its image, can be edited and removed, edits the result, and is sent once', async ({
  application: { page },
  imageModel,
}) => {
  await draw(page, 'A boat.')
  const [first] = await imageModel.wait(1)
  await followUp(page, 'Paint it blue.')
  await followUp(page, 'Add a moon.')
  await expect(queued(page)).toHaveText([/Paint it blue\./, /Add a moon\./])
  await queued(page).last().getByRole('button', { name: 'Remove queued prompt' }).click()
  await expect(queued(page)).toHaveCount(1)
  await queued(page).getByRole('button', { name: 'Edit queued prompt' }).click()
  await expect(instruction(page)).toHaveValue('Paint it blue.')
  await followUp(page, 'Paint it dark blue.')
  expect(imageModel.requests).toHaveLength(1)

  first?.answer(blue)
  const [edit] = await imageModel.wait(1, 1)
  expect(edit?.body.contents).toMatchObject([
    { parts: [{ text: 'A boat.' }] },
    { role: 'model', parts: [blue] },
    { parts: [{ text: 'Paint it dark blue.' }] },
  ])
  await expect(queued(page)).toHaveCount(0)
  edit?.answer(inline(paint(square, 0x112255)))
  await expect(steps(page)).toHaveCount(2)
  await expect(images(page)).toHaveCount(2)
  expect(imageModel.requests).toHaveLength(2)
})

test('after a stopped image its follow-up is back in the composer with the reason, and text in it stays', async ({
  application: { page },
  imageModel,
}) => {
  await draw(page, 'A boat.')
  await imageModel.wait(1)
  await followUp(page, 'Paint it blue.')
  await composer(page).getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(instruction(page)).toHaveValue('Paint it blue.')
  await expect(composer(page)).toContainText('You stopped the image that it edits.')
  await expect(queued(page)).toHaveCount(0)

  await draw(page, 'A ship.')
  const [second] = await imageModel.wait(1, 1)
  await expect(composer(page)).not.toContainText('Queued prompt wasn’t sent')
  await followUp(page, 'Paint it red.')
  await instruction(page).fill('Something else')
  second?.answerWithoutImage('NO_IMAGE')
  await expect(queued(page)).toContainText('Not sent')
  await expect(instruction(page)).toHaveValue('Something else')
  await instruction(page).fill('')
  await expect(instruction(page)).toHaveValue('Paint it red.')
  expect(imageModel.requests).toHaveLength(2)

  await chooseOption(page, 'Variations', '2 images')
  await draw(page, 'A raft.')
  const both = await imageModel.wait(2, 2)
  await followUp(page, 'Paint it green.')
  await steps(page).last().getByRole('button', { name: 'Stop all' }).click()
  await expect(instruction(page)).toHaveValue('Paint it green.')
  expect(both.map((request) => request.wasAborted())).toEqual([true, true])
  expect(imageModel.requests).toHaveLength(4)
})

test('after a kill the follow-up is in the composer, and nothing is sent again', async ({
  application,
  imageModel,
}) => {
  await draw(application.page, 'A boat.')
  await imageModel.wait(1)
  await followUp(application.page, 'Paint it blue.')
  await application.kill()
  await application.launch()
  const { page } = application
  await openImages(page)
  await page
    .getByRole('list', { name: 'All sessions' })
    .getByRole('button', { name: /^A boat\./ })
    .click()
  await expect(variations(page)).toHaveCount(1)
  await expect(instruction(page)).toHaveValue('Paint it blue.')
  await expect(composer(page)).toContainText('The image that it edits was interrupted.')
  expect(imageModel.requests).toHaveLength(1)
})
