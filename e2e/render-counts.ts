// Counts rendered components, from the data that React reports to its developer tools.
import { expect, type Locator, type Page } from '@playwright/test'

export interface RenderCounter {
  /** Returns the number of renders since the last read. */
  read: () => Promise<number>
  /** Counts renders caused synchronously by the click. */
  click: (target: Locator) => Promise<number>
}

/** Reloads the window to install the counter. */
export async function trackRenders(page: Page): Promise<RenderCounter> {
  await page.context().addInitScript(countCommits)
  await page.reload()
  await page.getByRole('navigation', { name: 'Panels' }).waitFor()
  const read = () =>
    page.evaluate(() => {
      const { renders } = window as unknown as { renders: { count: number } }
      const { count } = renders
      renders.count = 0
      return count
    })
  // Without the renders of the application itself, the counter would not work at all.
  await expect.poll(read).toBeGreaterThan(300)
  const click = (target: Locator) =>
    target.evaluate(async (button: HTMLElement) => {
      const { renders } = window as unknown as { renders: { count: number } }
      renders.count = 0
      button.click()
      // React renders within the task, in a microtask.
      await null
      await null
      return renders.count
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
  /** React's flag for a component that was called. */
  const performedWork = 1
  const count = (fiber: Fiber): number => {
    let rendered = typeof fiber.type !== 'string' && (fiber.flags & performedWork) !== 0 ? 1 : 0
    // The children are the same objects as before: none of them was rendered.
    if (fiber.child === fiber.alternate?.child) return rendered
    for (let child = fiber.child; child; child = child.sibling) rendered += count(child)
    return rendered
  }
  const renders = { count: 0 }
  Object.assign(window, {
    renders,
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberRoot: (_id: number, root: { current: Fiber }) => {
        renders.count += count(root.current)
      },
      onCommitFiberUnmount: () => {},
      onPostCommitFiberRoot: () => {},
    },
  })
}
