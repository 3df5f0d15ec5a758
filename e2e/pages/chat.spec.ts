// The chat: a response streams, is stopped and continued, and survives a reload and a restart.
import { expect } from '@playwright/test'
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
