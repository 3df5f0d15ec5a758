// The chat: a response streams, is stopped, continued, and survives a reload and a restart; meanwhile prompts are queued.
import { expect } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import { answers, ask, finished, promptField, prompts } from '../chat-steps'
import { test } from '../page-test'
import { answerOf } from '../scripted-model'

test('a response survives a reload, is stopped, and continued', async ({ application: { page }, model }) => {
  const stream = model.streams()
  await ask(page, 'Tell me of a river')
  const text = answers(page).locator('.markdown').last()
  stream.add('One. ')
  await expect(text).toHaveText('One.')
  await page.reload()
  await expect(text).toHaveText('One.')
  await page.getByRole('button', { name: 'Images' }).click()
  await expect(answers(page)).toHaveCount(0)
  stream.add('Two.')
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  await expect(text).toHaveText('One. Two.')
  await expect(answers(page)).toHaveAttribute('aria-busy', 'true')
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(finished(page)).toContainText('You stopped this response')
  model.answers(answerOf({ text: ' Three.' }))
  await finished(page).getByRole('button', { name: 'Continue' }).click()
  await expect(finished(page).locator('.markdown').last()).toHaveText('One. Two. Three.')
  await expect(answers(page)).toHaveCount(1)
  const [partial] = model.requests[1]?.contents.filter(({ role }) => role === 'model') ?? []
  expect(partial?.parts).toEqual([{ text: 'One. Two.' }])

  model.streams()
  await ask(page, 'And of a lake')
  await page.getByRole('button', { name: 'Stop' }).click()
  await promptField(page).fill('or of a sea')
  await page.getByRole('button', { name: 'Send both' }).click()
  await expect(prompts(page).last()).toContainText(/And of a lake\s+or of a sea\s*2 of 2/)
  await prompts(page).last().getByRole('button', { name: 'Previous version' }).click()
  await expect(prompts(page).last()).toContainText('No response. Later')
})

test('a restart keeps finished turns, received text, and the draft', async ({ application, model }) => {
  const { page } = application
  await ask(page, 'What is 6 times 7?')
  await expect(finished(page)).toContainText('42')
  model.streams().add('It starts with')
  await ask(page, 'And then?')
  await expect(answers(page).last()).toContainText('It starts with')
  const words = { name: 'words.txt', mimeType: 'text/plain', buffer: Buffer.from('words') }
  await page.getByLabel('Files to attach').setInputFiles(words)
  await promptField(page).fill('Half a thought')
  await expect(page.getByRole('button', { name: 'Remove words.txt' })).toBeVisible()
  await application.relaunch()
  await expect(prompts(application.page)).toHaveText([/6 times 7/, /And then/])
  await expect(answers(application.page)).toHaveText([
    /42/,
    /It starts with[\s\S]*Gen Playground closed before this response finished/,
  ])
  await expect(promptField(application.page)).toHaveValue('Half a thought')
  await expect(application.page.getByRole('button', { name: 'Remove words.txt' })).toBeVisible()
})

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
