// The chat re-renders what changed, and not everything around it.
import { expect } from '@playwright/test'
import { answers, ask, askInANewChat, finished, promptField } from '../chat-steps'
import { test } from '../page-test'
import { type RenderCounter, trackRenders } from '../render-counts'

/** Waits until earlier renders are done, and discards their count. */
async function settle(renders: RenderCounter): Promise<void> {
  await expect.poll(renders.read, { intervals: [100] }).toBe(0)
}

/** The composer has some 250 components, the inspector some 450, a row of the chat list 50. */
test.describe('unrelated components do not re-render', () => {
  test('when a character is typed', async ({ application: { page } }) => {
    const renders = await trackRenders(page)
    await askInANewChat(page)
    await promptField(page).fill('Why')
    await settle(renders)
    await page.keyboard.type('?')
    await expect(promptField(page)).toHaveValue('Why?')
    expect(await renders.read()).toBeLessThan(40)
  })

  test('when an answer streams, and when it ends', async ({ model, application: { page } }) => {
    const renders = await trackRenders(page)
    const stream = model.streams()
    await page.getByRole('button', { name: 'New chat' }).first().click()
    await ask(page, 'Write it down.')
    const answer = answers(page).last()
    stream.add('Here is the code:\n\n```js\nconst one = 1\n')
    await expect(answer.getByRole('button', { name: 'Copy code' })).toBeVisible()
    await settle(renders)
    stream.add('const two = 2\n')
    await expect(answer).toContainText('const two')
    // The lines of the code, and the button that scrolls to the end.
    expect(await renders.read()).toBeLessThan(50)
    await settle(renders)
    stream.end()
    await finished(page).getByRole('button', { name: 'More actions' }).waitFor()
    // Mostly the controls of the answer, which are new.
    expect(await renders.read()).toBeLessThan(600)
  })

  test('when another chat is opened, except its row and the previous one', async ({
    application: { page },
  }) => {
    const renders = await trackRenders(page)
    for (const prompt of ['The first', 'The second', 'The third', 'The fourth']) {
      await askInANewChat(page, prompt)
    }
    const row = page
      .getByRole('list', { name: 'All chats' })
      .getByRole('button', { name: 'The first', exact: true })
    await row.focus()
    await settle(renders)
    // Counts the click itself only: the chat's content loads later.
    expect(await renders.click(row)).toBeLessThan(300)
  })
})
