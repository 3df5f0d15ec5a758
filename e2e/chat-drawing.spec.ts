// What the chat draws anew when something changes: that, and not all that stands around it.
import { expect } from '@playwright/test'
import { test } from './application'
import { answers, ask, askInANewChat, finished, promptField } from './chat-steps'
import { type RenderCounter, trackRenders } from './render-counts'

/** What came before is drawn to its end, and does not count. */
async function settle(drawn: RenderCounter): Promise<void> {
  await expect.poll(drawn.read, { intervals: [100] }).toBe(0)
}

/** The composer's tools alone are some 250 components, the inspector's controls some 450, a conversation's row 50. */
test.describe('of all that stands around it nothing is drawn', () => {
  test('with a letter that is typed', async ({ application: { page } }) => {
    const drawn = await trackRenders(page)
    await askInANewChat(page)
    await promptField(page).fill('Why')
    await settle(drawn)
    await page.keyboard.type('?')
    await expect(promptField(page)).toHaveValue('Why?')
    expect(await drawn.read()).toBeLessThan(40)
  })

  test('with an answer that grows, and that ends', async ({ model, application: { page } }) => {
    const drawn = await trackRenders(page)
    const writing = model.writes()
    await page.getByRole('button', { name: 'New chat' }).first().click()
    await ask(page, 'Write it down.')
    const answer = answers(page).last()
    writing.add('Here is the code:\n\n```js\nconst one = 1\n')
    await expect(answer.getByRole('button', { name: 'Copy code' })).toBeVisible()
    await settle(drawn)
    writing.add('const two = 2\n')
    await expect(answer).toContainText('const two')
    // The code's own lines, and the way down to them.
    expect(await drawn.read()).toBeLessThan(50)
    await settle(drawn)
    writing.end()
    await finished(page).getByRole('button', { name: 'More actions' }).waitFor()
    // Most of it the answer's controls, which are new.
    expect(await drawn.read()).toBeLessThan(600)
  })

  test('with another conversation that is opened, but its row and the one before', async ({
    application: { page },
  }) => {
    const drawn = await trackRenders(page)
    for (const prompt of ['The first', 'The second', 'The third', 'The fourth']) {
      await askInANewChat(page, prompt)
    }
    const row = page
      .getByRole('list', { name: 'All chats' })
      .getByRole('button', { name: 'The first', exact: true })
    await row.focus()
    await settle(drawn)
    // With the click itself: what is read of it comes later.
    expect(await drawn.click(row)).toBeLessThan(300)
  })
})
