// Editing step by step: what the model is told of the steps before, the way back, other ways on, a restart.
import { expect } from '@playwright/test'
import { test } from './application'
import { draw, drawn, expectPixels, inline, paint, steps, variations } from './drawing-steps'
import type { ImageRequest } from './scripted-image-model'

const square = { width: 64, height: 64 }
const thought = { text: '**Planning the house**', thought: true, thoughtSignature: 'dGhvdWdodA==' }

/** With a signature on each part, and a field that no document names. */
const toAnswer = (words: string, colour: number) => [
  { text: words, thoughtSignature: 'd29yZHM=' },
  { ...inline(paint(square, colour)), thoughtSignature: 'cGljdHVyZQ==', novelty: { since: 2027 } },
]

const textsOf = (call: ImageRequest | undefined) =>
  call?.request.contents.flatMap(({ role, parts }) =>
    parts.flatMap(({ text }) => (text ? [`${role}: ${text}`] : [])),
  )

test('two edits and a branch: each request carries the answers before it verbatim', async ({
  application,
  studio,
}) => {
  const { page } = application
  await draw(page, 'A house.')
  const [first] = await studio.wait(1)
  const house = toAnswer('A house with a round door.', 0xcc0000)
  first?.answer(thought, ...house)
  await expect(drawn(page)).toHaveCount(1)
  await expect(page.getByRole('group', { name: 'Editing' })).toContainText('A house.')

  await draw(page, 'Make the roof red.')
  const [second] = await studio.wait(1, 1)
  expect(second?.request.contents).toEqual([
    { role: 'user', parts: [{ text: 'A house.' }] },
    { role: 'model', parts: [thought, ...house] },
    { role: 'user', parts: [{ text: 'Make the roof red.' }] },
  ])
  const roof = toAnswer('The roof is red now.', 0x00cc00)
  second?.answer(...roof)
  await expect(drawn(page)).toHaveCount(2)
  await draw(page, 'Add a cat.')
  const [third] = await studio.wait(1, 2)
  expect(third?.request.contents[3]).toEqual({ role: 'model', parts: roof })
  third?.answer(...toAnswer('A cat sits there.', 0x0000cc))
  await expect(drawn(page)).toHaveCount(3)

  await steps(page).first().getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByRole('group', { name: 'Editing' })).toContainText('A house.')
  await draw(page, 'Make it blue.')
  const [branch] = await studio.wait(1, 3)
  expect(branch?.request.contents).toEqual([
    { role: 'user', parts: [{ text: 'A house.' }] },
    { role: 'model', parts: [thought, ...house] },
    { role: 'user', parts: [{ text: 'Make it blue.' }] },
  ])
  branch?.answer(...toAnswer('Blue it is.', 0x0000ff))
  await expect(steps(page)).toHaveCount(2)
  const ways = page.getByRole('group', { name: '2 branches' })
  await expect(ways).toContainText('2 of 2')
  await ways.getByRole('button', { name: 'Previous branch' }).click()
  await expect(steps(page)).toHaveCount(3)
  await expect(steps(page).last()).toContainText('Add a cat.')
  await expect(ways).toContainText('1 of 2')

  await application.relaunch()
  const again = application.page
  await expect(steps(again)).toHaveCount(3)
  await expect(steps(again).nth(1)).toContainText('Make the roof red.')
  await expectPixels(drawn(again).last().getByRole('img'), square.width)
  await again.getByRole('group', { name: '2 branches' }).getByRole('button', { name: 'Next branch' }).click()
  await expect(steps(again).last()).toContainText('Make it blue.')
  expect(studio.calls).toHaveLength(4)
})

test('one of several variations is gone on from, and a deleted one keeps its steps and comes back', async ({
  application: { page },
  studio,
}) => {
  await draw(page, 'A boat.')
  const [first] = await studio.wait(1)
  first?.answer({ text: 'One.' }, inline(paint(square, 1)))
  await expect(drawn(page)).toHaveCount(1)
  await steps(page).first().getByRole('button', { name: 'More actions for this step' }).click()
  await page.getByRole('menuitem', { name: 'Generate another variation' }).click()
  const [other] = await studio.wait(1, 1)
  other?.answer({ text: 'Two.' }, inline(paint(square, 2)))
  await expect(drawn(page)).toHaveCount(2)
  await drawn(page).first().click()
  await expect(variations(page).first()).toHaveAttribute('aria-current', 'true')
  await draw(page, 'Larger.')
  const [edit] = await studio.wait(1, 2)
  expect(textsOf(edit)).toEqual(['user: A boat.', 'model: One.', 'user: Larger.'])
  edit?.answer({ text: 'Three.' }, inline(paint(square, 3)))
  await expect(drawn(page)).toHaveCount(3)

  await drawn(steps(page).first()).first().focus()
  await page.keyboard.press('Delete')
  await expect(page.getByText('Image moved to trash')).toBeVisible()
  await expect(drawn(page)).toHaveCount(2)
  await expect(steps(page).first()).toContainText('Image in the trash')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(steps(page)).toHaveCount(2)
  await expect(drawn(page)).toHaveCount(3)
})
