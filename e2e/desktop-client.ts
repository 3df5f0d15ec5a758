// A client of the desktop API over a port of the page, which records every message unchanged.
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/message-port'
import type { ContractRouterClient } from '@orpc/contract'
import type { Page } from '@playwright/test'
import type { Contract } from '#shared/desktop/contract'

export interface DesktopClient {
  desktop: ContractRouterClient<Contract>
  /** All messages that the page received. */
  received: string[]
}

interface Messages {
  received: string[]
  listen: (event: { data: string }) => void
}

const clients = new WeakMap<Page, Promise<DesktopClient>>()
/** A function that is exposed to a page outlives its reloads, so there is one for all clients of the page. */
const messages = new WeakMap<Page, Messages>()

/** The only client of the loaded page. A reload ends its port, so the next call opens another one. */
export function openDesktopClient(page: Page): Promise<DesktopClient> {
  const client = clients.get(page) ?? openClient(page)
  clients.set(page, client)
  return client
}

async function receiveMessages(page: Page): Promise<Messages> {
  const known = messages.get(page)
  if (known) return known
  const created: Messages = { received: [], listen: () => {} }
  messages.set(page, created)
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) clients.delete(page)
  })
  await page.exposeFunction('reportToTest', (data: string) => {
    created.received.push(data)
    created.listen({ data })
  })
  return created
}

async function openClient(page: Page): Promise<DesktopClient> {
  // Until the page has its own port, each of both could receive the other one's, and responses to its requests.
  await page.getByRole('contentinfo').getByRole('button').first().waitFor()
  const messages = await receiveMessages(page)
  await page.evaluate(openPort)
  const port = {
    addEventListener: (type: string, listen: Messages['listen']) => {
      if (type === 'message') messages.listen = listen
    },
    postMessage: (data: string) => {
      void page.evaluate((text) => window.dispatchEvent(new CustomEvent('ask', { detail: text })), data)
    },
  }
  // The link needs only two functions of a port, but their types cover every event.
  const link = new RPCLink({ port: port as unknown as MessagePort })
  return { desktop: createORPCClient(link), received: messages.received }
}

/** Runs in the page. */
async function openPort(): Promise<void> {
  const port = await new Promise<MessagePort>((resolve) => {
    window.addEventListener('message', function receive({ data, ports: [received] }) {
      if (data !== 'desktop-port' || !received) return
      window.removeEventListener('message', receive)
      resolve(received)
    })
    window.postMessage('desktop-port?', location.origin)
  })
  // Added by `exposeFunction`.
  const { reportToTest } = window as unknown as { reportToTest: (text: string) => void }
  port.onmessage = ({ data }) => reportToTest(typeof data === 'string' ? data : JSON.stringify(data))
  // A custom event, with the message as its detail.
  window.addEventListener('ask', (event) => port.postMessage((event as CustomEvent<string>).detail))
}
