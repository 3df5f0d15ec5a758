// Editing step by step: which earlier answers are sent, restoring, branches, a restart.
import { expect } from '@playwright/test'
import { draw, expectPixels, images, inline, paint, steps, variations } from '../drawing-steps'
import { test } from '../page-test'
import type { ImageRequest } from '../scripted-image-model'

const square = { width: 64, height: 64 }
const thought = { text: '**Planning the house**', thought: true, thoughtSignature: 'dGhvdWdodA==' }

/** An answer with a signature on each part, and an undocumented field. */
const toAnswer = (text: string, color: number) => [
  { text, thoughtSignature: 'd29yZHM=' },
  { ...inline(paint(square, color)), thoughtSignature: 'cGljdHVyZQ==', novelty: { since: 2027 } },
]

const textsOf = (request: ImageRequest | undefined) =>
  request?.body.contents.flatMap(({ role, parts }) =>
    parts.flatMap(({ text }) => (text ? [`${role}: ${text}`] : [])),
  )

test('two edits and a branch: each request contains the earlier answers verbatim', async ({
  application,
  imageModel,
}) => {
  const { page } = application
  await draw(page, 'A house.')
  const [first] = await imageModel.wait(1)
  const house = toAnswer('A house with a round door.', 0xcc0000)
  first?.answer(thought, ...house)
  await expect(images(page)).toHaveCount(1)
  await expect(page.getByRole('group', { name: 'Editing' })).toContainText('A house.')

  await draw(page, 'Make the roof red.')
  const [second] = await imageModel.wait(1, 1)
  expect(second?.body.contents).toEqual([
    { role: 'user', parts: [{ text: 'A house.' }] },
    { role: 'model', parts: [thought, ...house] },
    { role: 'user', parts: [{ text: 'Make the roof red.' }] },
  ])
  const roof = toAnswer('The roof is red now.', 0x00cc00)
  second?.answer(...roof)
  await expect(images(page)).toHaveCount(2)
  await draw(page, 'Add a cat.')
  const [third] = await imageModel.wait(1, 2)
  expect(third?.body.contents[3]).toEqual({ role: 'model', parts: roof })
  third?.answer(...toAnswer('A cat sits there.', 0x0000cc))
  await expect(images(page)).toHaveCount(3)

  await steps(page).first().getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByRole('group', { name: 'Editing' })).toContainText('A house.')
  await draw(page, 'Make it blue.')
  const [branch] = await imageModel.wait(1, 3)
  expect(branch?.body.contents).toEqual([
    { role: 'user', parts: [{ text: 'A house.' }] },
    { role: 'model', parts: [thought, ...house] },
    { role: 'user', parts: [{ text: 'Make it blue.' }] },
  ])
  branch?.answer(...toAnswer('Blue it is.', 0x0000ff))
  await expect(steps(page)).toHaveCount(2)
  const branches = page.getByRole('group', { name: '2 branches' })
  await expect(branches).toContainText('2 of 2')
  await branches.getByRole('button', { name: 'Previous branch' }).click()
  await expect(steps(page)).toHaveCount(3)
  await expect(steps(page).last()).toContainText('Add a cat.')
  await expect(branches).toContainText('1 of 2')

  await application.relaunch()
  const again = application.page
  await expect(steps(again)).toHaveCount(3)
  await expect(steps(again).nth(1)).toContainText('Make the roof red.')
  await expectPixels(images(again).last().getByRole('img'), square.width)
  await again.getByRole('group', { name: '2 branches' }).getByRole('button', { name: 'Next branch' }).click()
  await expect(steps(again).last()).toContainText('Make it blue.')
  expect(imageModel.requests).toHaveLength(4)
})

test('one of several variations is edited, and a deleted one keeps its steps and is restored', async ({
  application: { page },
  imageModel,
}) => {
  await draw(page, 'A boat.')
  const [first] = await imageModel.wait(1)
  first?.answer({ text: 'One.' }, inline(paint(square, 1)))
  await expect(images(page)).toHaveCount(1)
  await steps(page).first().getByRole('button', { name: 'More actions for this step' }).click()
  await page.getByRole('menuitem', { name: 'Generate another variation' }).click()
  const [other] = await imageModel.wait(1, 1)
  other?.answer({ text: 'Two.' }, inline(paint(square, 2)))
  await expect(images(page)).toHaveCount(2)
  await images(page).first().click()
  await expect(variations(page).first()).toHaveAttribute('aria-current', 'true')
  await draw(page, 'Larger.')
  const [edit] = await imageModel.wait(1, 2)
  expect(textsOf(edit)).toEqual(['user: A boat.', 'model: One.', 'user: Larger.'])
  edit?.answer({ text: 'Three.' }, inline(paint(square, 3)))
  await expect(images(page)).toHaveCount(3)

  await images(steps(page).first()).first().focus()
  await page.keyboard.press('Delete')
  await expect(page.getByText('Image moved to trash')).toBeVisible()
  await expect(images(page)).toHaveCount(2)
  await expect(steps(page).first()).toContainText('Image in the trash')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(steps(page)).toHaveCount(2)
  await expect(images(page)).toHaveCount(3)
})
