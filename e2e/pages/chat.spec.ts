// The chat: a response streams, is stopped and continued, and survives a reload and a restart.
import { expect } from '@playwright/test'
import { answers, ask, expectOnDisk, finished, promptField, prompts } from '../chat-steps'
import { test } from '../page-test'
import { answerOf } from '../scripted-model'

test.describe('the demo', () => {
  test.use({ launchEnvironment: { GEN_PLAYGROUND_DEMO_PACE: '40' } })

  test('answers without a key, is marked, and is stopped by Escape', async ({
    application: { page, upstream },
  }) => {
    expect(upstream).toBe('demo')
    await ask(page, 'Write 2000 words about rivers.')
    await expect(prompts(page)).toContainText('2000 words')
    await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible()
    await expect.poll(async () => (await answers(page).innerText()).length).toBeGreaterThan(100)
    await page.keyboard.press('Escape')
    await expect(finished(page)).toContainText('You stopped this response')
    await expect(finished(page)).toContainText('Demo')
    await ask(page, 'What is 6 times 7?')
    await expect(finished(page)).toContainText('42')
  })
})

test('Stop saves the text received so far, and Continue appends the rest', async ({
  application: { page },
  model,
}) => {
  model.pauses('The river begins in the', ' never sent')
  await ask(page, 'Tell me of a river')
  await expect(answers(page)).toContainText('The river begins in the')
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(finished(page)).toContainText('You stopped this response')
  await page.reload()
  await expect(finished(page).locator('.markdown').last()).toHaveText('The river begins in the')
  model.answers(answerOf({ text: ' mountains.' }))
  await finished(page).getByRole('button', { name: 'Continue' }).click()
  await expect(finished(page).locator('.markdown').last()).toHaveText('The river begins in the mountains.')
  await expect(answers(page)).toHaveCount(1)
  const [partial] = model.requests[1]?.contents.filter(({ role }) => role === 'model') ?? []
  expect(partial?.parts).toEqual([{ text: 'The river begins in the' }])
})

test('a response continues through a reload and while another panel is open', async ({
  application: { page },
  model,
}) => {
  const stream = model.streams()
  await ask(page, 'Tell me of a river')
  const text = answers(page).locator('.markdown').last()
  stream.add('One. ')
  await expect(text).toHaveText('One.')
  await page.reload()
  await expect(text).toHaveText('One.')
  stream.add('Two. ')
  await expect(text).toHaveText('One. Two.')
  await page.getByRole('button', { name: 'Images' }).click()
  await expect(answers(page)).toHaveCount(0)
  stream.add('Three. ')
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  await expect(text).toHaveText('One. Two. Three.')
  await expect(answers(page)).toHaveAttribute('aria-busy', 'true')
  stream.add('Four.')
  stream.end()
  await expect(finished(page).locator('.markdown').last()).toHaveText('One. Two. Three. Four.')
})

test('a restart keeps finished turns, received text, and the draft', async ({ application, model }) => {
  const { page } = application
  await ask(page, 'What is 6 times 7?')
  await expect(finished(page)).toContainText('42')
  model.streams().add('It starts with')
  await ask(page, 'And then?')
  await expect(answers(page).last()).toContainText('It starts with')
  await promptField(page).fill('Half a thought')
  // A kill would not lose it either.
  await expectOnDisk(application, 'Half a thought')
  await promptField(page).pressSequentially(', and its end')
  await application.relaunch()
  await expect(prompts(application.page)).toHaveText([/6 times 7/, /And then/])
  await expect(answers(application.page)).toHaveText([
    /42/,
    /It starts with[\s\S]*Gen Playground closed before this response finished/,
  ])
  await expect(promptField(application.page)).toHaveValue('Half a thought, and its end')
})
