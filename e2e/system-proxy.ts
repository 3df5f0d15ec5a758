// The fixture `systemProxy`: the proxy that the system has for the process, for loopback too. No request leaves it.
import { type ForwardProxy, openForwardProxy } from '../src/gateway/testing/forward-proxy.fixture'
import { test as base } from './journey-test'

interface SystemProxy extends ForwardProxy {
  /** From now on, it requires these: `name:password`. */
  require(credentials: string): void
}

export const test = base.extend<{ systemProxy: SystemProxy }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures are needed.
  systemProxy: async ({}, use) => {
    const options: { credentials?: string } = {}
    const proxy = await openForwardProxy(options)
    const require = (credentials: string) => void Object.assign(options, { credentials })
    await use({ ...proxy, require })
    await proxy.close()
  },
  launchArguments: async ({ systemProxy: { port } }, use) =>
    use([`--proxy-server=http://127.0.0.1:${port}`, '--proxy-bypass-list=<-loopback>']),
})
