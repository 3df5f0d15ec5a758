// Prompts that are sent while a response streams: queued, reordered, edited, removed, and sent one after the other.
import { expect } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import { answers, ask, finished, promptField } from '../chat-steps'
import { test } from '../page-test'

test('queued prompts are reordered, edited, and sent in order', async ({ application: { page }, model }) => {
  const queue = page.getByRole('list', { name: 'Queued prompts' })
  const cards = queue.getByRole('listitem')
  const card = (text: string) => cards.filter({ hasText: text })
  const grip = (text: string) => card(text).getByRole('button', { name: 'Move queued prompt', exact: true })
  const editButton = (text: string) => card(text).getByRole('button', { name: 'Edit queued prompt' })
  const editor = page.getByRole('form', { name: 'Edit queued prompt' })

  const end = model.pauses('It starts with', ' and it ends.')
  await ask(page, 'First')
  await expect(answers(page)).toContainText('It starts with')
  for (const text of ['One', 'Two', 'Three']) {
    await promptField(page).fill(text)
    await page.getByRole('button', { name: 'Queue', exact: true }).click()
    await expect(cards.last()).toContainText(text)
    await expect(promptField(page)).toHaveValue('')
  }
  await grip('Three').focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(cards).toHaveText([/One/, /Three/, /Two/])
  await expect(grip('Three')).toBeFocused()
  await card('One')
    .getByText('One')
    .dragTo(card('Two'), { targetPosition: { x: 200, y: 30 } })
  await expect(cards).toHaveText([/Three/, /Two/, /One/])
  await expectNoViolations(page, 'queued prompts')
  await grip('One').click()
  await expect(page.getByRole('menuitem', { name: 'Move down' })).toBeDisabled()
  await page.getByRole('menuitem', { name: 'Move up' }).click()
  await expect(cards).toHaveText([/Three/, /One/, /Two/])
  await card('Two').getByRole('button', { name: 'Remove queued prompt' }).click()
  await expect(cards).toHaveText([/Three/, /One/])
  // The offer to undo it must not cover the buttons of the others.
  const toast = page.locator('[data-sonner-toast]').filter({ hasText: 'Queued prompt removed' })
  const isClear = async () => {
    const [above, below] = await Promise.all([toast.boundingBox(), queue.boundingBox()])
    return above && below && above.y + above.height <= below.y
  }
  await expect.poll(isClear).toBe(true)

  await editButton('Three').click()
  await editor.getByRole('button', { name: 'Move to composer' }).click()
  await expect(promptField(page)).toHaveValue('Three')
  await page.getByRole('button', { name: 'Queue', exact: true }).click()
  await expect(cards).toHaveText([/One/, /Three/])
  await editButton('One').click()
  const text = editor.getByRole('textbox', { name: 'Text' })
  await expect(text).toBeFocused()
  await text.fill('One about {{topic}}')
  const save = editor.getByRole('button', { name: 'Save', exact: true })
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
  await editor.getByRole('textbox', { name: 'topic' }).fill('rivers')
  await editor.getByRole('textbox', { name: 'topic' }).press('Enter')
  await expect
    .poll(() => model.requests.map(({ contents }) => contents.at(-1)?.parts[0]?.text))
    .toEqual(['First', 'One about rivers', 'Three'])
  expect(model.requests[1]?.contents[1]?.parts).toEqual([{ text: 'It starts with and it ends.' }])
})
