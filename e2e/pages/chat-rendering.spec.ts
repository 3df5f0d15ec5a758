// The chat re-renders what changed, and not everything around it: counts what React reports to its developer tools.
import { expect, type Page } from '@playwright/test'
import { answers, ask, createChat, finished, openChat, promptField } from '../chat-steps'
import { test } from '../page-test'

type CountingWindow = typeof globalThis & { renderCount: number }

/** Runs in the page, before its own code. */
function countCommits() {
  interface Fiber {
    readonly flags: number
    readonly type: unknown
    readonly alternate: Fiber | null
    readonly child: Fiber | null
    readonly sibling: Fiber | null
  }
  /** React's flag for a component that was called. */
  const performedWork = 1
  const count = (fiber: Fiber): number => {
    let rendered = typeof fiber.type !== 'string' && (fiber.flags & performedWork) !== 0 ? 1 : 0
    // The children are the same objects as before: none of them was rendered.
    if (fiber.child === fiber.alternate?.child) return rendered
    for (let child = fiber.child; child; child = child.sibling) rendered += count(child)
    return rendered
  }
  const counting = globalThis as CountingWindow
  counting.renderCount = 0
  Object.assign(window, {
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberRoot: (_id: number, root: { current: Fiber }) => {
        counting.renderCount += count(root.current)
      },
    },
  })
}

/** The number of renders since the last read. */
const readRenders = (page: Page) =>
  page.evaluate(() => {
    const counting = globalThis as CountingWindow
    const { renderCount } = counting
    counting.renderCount = 0
    return renderCount
  })

/** Waits until earlier renders are done, and discards their count. */
const settle = (page: Page) => expect.poll(() => readRenders(page), { intervals: [100] }).toBe(0)

/** The composer has some 250 components, the inspector some 450. */
test('typing and streaming re-render only what changes', async ({ application, model }) => {
  const { page } = application
  await createChat(page, 'The first')
  await page.addInitScript(countCommits)
  await page.reload()
  // Else the counter would not work at all.
  await expect.poll(() => readRenders(page)).toBeGreaterThan(300)
  await openChat(page, 'The first')
  await promptField(page).fill('Why')
  await settle(page)
  await page.keyboard.type('?')
  await expect(promptField(page)).toHaveValue('Why?')
  expect(await readRenders(page)).toBeLessThan(40)

  const stream = model.streams()
  stream.add('Here is the code:\n\n```js\nconst one = 1\n')
  await ask(page, 'Write it down.')
  const answer = answers(page).last()
  await expect(answer.getByRole('button', { name: 'Copy code' })).toBeVisible()
  await settle(page)
  stream.add('const two = 2\n')
  await expect(answer).toContainText('const two')
  // The lines of the code, and the button that scrolls to the end.
  expect(await readRenders(page)).toBeLessThan(50)
  await settle(page)
  stream.end()
  await finished(page).getByRole('button', { name: 'More actions' }).waitFor()
  // Mostly the controls of the response, which are new.
  expect(await readRenders(page)).toBeLessThan(600)
})
