// Counts the components that the page draws, by what React tells its developer tools.
import { expect, type Locator, type Page } from '@playwright/test'

export interface RenderCounter {
  /** Since it was last read. */
  read: () => Promise<number>
  /** Drawn with the click itself, and by nothing that comes after it. */
  click: (target: Locator) => Promise<number>
}

/** The window is loaded anew for it. */
export async function trackRenders(page: Page): Promise<RenderCounter> {
  await page.context().addInitScript(countCommits)
  await page.reload()
  await page.getByRole('navigation', { name: 'Panels' }).waitFor()
  const read = () =>
    page.evaluate(() => {
      const { drawn } = window as unknown as { drawn: { count: number } }
      const { count } = drawn
      drawn.count = 0
      return count
    })
  // The application itself: else nothing would be counted at all.
  await expect.poll(read).toBeGreaterThan(300)
  const click = (target: Locator) =>
    target.evaluate(async (button: HTMLElement) => {
      const { drawn } = window as unknown as { drawn: { count: number } }
      drawn.count = 0
      button.click()
      // React draws within the task, in a microtask of its own.
      await null
      await null
      return drawn.count
    })
  return { read, click }
}

/** Runs in the page, before its own code. */
function countCommits() {
  interface Fiber {
    readonly flags: number
    readonly type: unknown
    readonly alternate: Fiber | null
    readonly child: Fiber | null
    readonly sibling: Fiber | null
  }
  /** React's own mark of a component that was called. */
  const performedWork = 1
  const count = (fiber: Fiber): number => {
    let drawn = typeof fiber.type !== 'string' && (fiber.flags & performedWork) !== 0 ? 1 : 0
    // What stands below is what stood there before: none of it was drawn.
    if (fiber.child === fiber.alternate?.child) return drawn
    for (let child = fiber.child; child; child = child.sibling) drawn += count(child)
    return drawn
  }
  const drawn = { count: 0 }
  Object.assign(window, {
    drawn,
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberRoot: (_id: number, root: { current: Fiber }) => {
        drawn.count += count(root.current)
      },
      onCommitFiberUnmount: () => {},
      onPostCommitFiberRoot: () => {},
    },
  })
}
