// Loading components while the page is idle.
import { beforeEach, expect, test, vi } from 'vitest'
import { LoadError, lazyComponent, preloadWhenIdle } from './lazy-component'

const Empty = () => null
let idle: (() => void)[] = []

beforeEach(() => {
  idle = []
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => idle.push(callback))
  vi.stubGlobal('cancelIdleCallback', (handle: number) => {
    idle[handle - 1] = () => undefined
  })
  return () => vi.unstubAllGlobals()
})

/** Runs the pending idle callback, and what follows from it. */
async function runIdle() {
  idle.at(-1)?.()
  await new Promise((resolve) => setImmediate(resolve))
}

test('loads one component in each idle time, and the next ones after a failure', async () => {
  const loaded: string[] = []
  const define = (name: string) =>
    lazyComponent(async () => {
      loaded.push(name)
      if (name === 'missing') throw new TypeError('Failed to fetch')
      return Empty
    })
  preloadWhenIdle([define('first'), define('missing'), define('last')])
  expect(loaded).toEqual([])
  await runIdle()
  expect(loaded).toEqual(['first'])
  await runIdle()
  await runIdle()
  expect(loaded).toEqual(['first', 'missing', 'last'])
})

test('loads a component once, and says what could not be read', async () => {
  const load = vi.fn(async () => Empty)
  const component = lazyComponent(load)
  await Promise.all([component.preload(), component.preload()])
  expect(load).toHaveBeenCalledTimes(1)
  const missing = lazyComponent(() => Promise.reject(new TypeError('Failed to fetch x.js')))
  const failure = await missing.preload().catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(LoadError)
  expect(String(failure)).toMatch(/couldn’t be read.*\nFailed to fetch x\.js$/s)
})
