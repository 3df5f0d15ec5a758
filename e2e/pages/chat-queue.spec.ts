// Prompts that are sent while a response streams: queued, reordered, edited, removed, and sent one after the other.
import { expect, type Page } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import { answers, ask, finished, promptField } from '../chat-steps'
import { test } from '../page-test'
import type { ScriptedModel } from '../scripted-model'

const queue = (page: Page) => page.getByRole('list', { name: 'Queued prompts' })
const cards = (page: Page) => queue(page).getByRole('listitem')
const card = (page: Page, text: string) => cards(page).filter({ hasText: text })
const editButton = (page: Page, text: string) =>
  card(page, text).getByRole('button', { name: 'Edit queued prompt' })
const editor = (page: Page) => page.getByRole('form', { name: 'Edit queued prompt' })

/** Queues these prompts while a response streams, and returns the function that ends it. */
async function queuePrompts(page: Page, model: ScriptedModel, ...texts: string[]): Promise<() => void> {
  const end = model.pauses('It starts with', ' and it ends.')
  await ask(page, 'First')
  await expect(answers(page)).toContainText('It starts with')
  for (const text of texts) {
    await promptField(page).fill(text)
    await page.getByRole('button', { name: 'Queue', exact: true }).click()
    await expect(cards(page).last()).toContainText(text)
    await expect(promptField(page)).toHaveValue('')
  }
  return end
}

/** The last prompt of each request. */
const expectSent = (model: ScriptedModel, ...texts: string[]) =>
  expect.poll(() => model.requests.map(({ contents }) => contents.at(-1)?.parts[0]?.text)).toEqual(texts)

test('queued prompts are reordered, removed, and sent in order', async ({ application: { page }, model }) => {
  const end = await queuePrompts(page, model, 'One', 'Two', 'Three')
  const grip = (text: string) =>
    card(page, text).getByRole('button', { name: 'Move queued prompt', exact: true })
  await grip('Three').focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(cards(page)).toHaveText([/One/, /Three/, /Two/])
  await expect(grip('Three')).toBeFocused()
  await card(page, 'One')
    .getByText('One')
    .dragTo(card(page, 'Two'), { targetPosition: { x: 200, y: 30 } })
  await expect(cards(page)).toHaveText([/Three/, /Two/, /One/])
  await expectNoViolations(page, 'queued prompts')
  await grip('One').click()
  await expect(page.getByRole('menuitem', { name: 'Move down' })).toBeDisabled()
  await page.getByRole('menuitem', { name: 'Move up' }).click()
  await expect(cards(page)).toHaveText([/Three/, /One/, /Two/])
  await card(page, 'Two').getByRole('button', { name: 'Remove queued prompt' }).click()
  await expect(cards(page)).toHaveText([/Three/, /One/])
  // The offer to undo it must not cover the buttons of the others.
  const toast = page.locator('[data-sonner-toast]').filter({ hasText: 'Queued prompt removed' })
  const isClear = async () => {
    const [above, below] = await Promise.all([toast.boundingBox(), queue(page).boundingBox()])
    return above && below && above.y + above.height <= below.y
  }
  await expect.poll(isClear).toBe(true)
  end()
  await expectSent(model, 'First', 'Three', 'One')
  expect(model.requests[1]?.contents[1]?.parts).toEqual([{ text: 'It starts with and it ends.' }])
  await expect(queue(page)).toHaveCount(0)
})

test('a queued prompt is edited in its place, or in the composer', async ({
  application: { page },
  model,
}) => {
  const end = await queuePrompts(page, model, 'One', 'Two')
  await editButton(page, 'Two').click()
  await editor(page).getByRole('button', { name: 'Move to composer' }).click()
  await expect(promptField(page)).toHaveValue('Two')
  await expect(promptField(page)).toBeFocused()
  await expect(cards(page)).toHaveText([/One/])
  await page.getByRole('button', { name: 'Queue', exact: true }).click()
  await expect(cards(page)).toHaveText([/One/, /Two/])

  await editButton(page, 'One').click()
  const text = editor(page).getByRole('textbox', { name: 'Text' })
  await expect(text).toBeFocused()
  await text.fill('One about {{topic}}')
  const save = editor(page).getByRole('button', { name: 'Save', exact: true })
  await expect(save).toBeDisabled()
  await expect(save).toHaveAccessibleDescription('Fill in “topic”')
  await expectNoViolations(page, 'a queued prompt that is edited')
  // The queue waits at the prompt, whose place and text survive a crash of the page.
  end()
  await expect(finished(page)).toContainText('and it ends.')
  await expect
    .poll(async () => {
      await page.reload()
      return await text.inputValue()
    })
    .toBe('One about {{topic}}')
  expect(model.requests).toHaveLength(1)
  await editor(page).getByRole('textbox', { name: 'topic' }).fill('rivers')
  await editor(page).getByRole('textbox', { name: 'topic' }).press('Enter')
  await expectSent(model, 'First', 'One about rivers', 'Two')
})
