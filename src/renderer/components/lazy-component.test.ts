import { expect, test, vi } from 'vitest'
import { LoadError, lazyComponent } from './lazy-component'

const Empty = () => null

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
