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

type Listener = (event: { data: unknown }) => void

const clients = new WeakMap<Page, Promise<DesktopClient>>()

/** The page's only client, which works until the page is reloaded. */
export function openDesktopClient(page: Page): Promise<DesktopClient> {
  const client = clients.get(page) ?? openClient(page)
  clients.set(page, client)
  return client
}

async function openClient(page: Page): Promise<DesktopClient> {
  // Until the page has its own port, each of both could receive the other one's, and responses to its requests.
  await page.getByRole('contentinfo').getByRole('button').first().waitFor()
  const received: string[] = []
  const listeners: Listener[] = []
  await page.exposeFunction('reportToTest', (data: string) => {
    received.push(data)
    for (const listen of listeners) listen({ data })
  })
  await page.evaluate(openPort)
  const port = {
    addEventListener: (type: string, listen: Listener) => {
      if (type === 'message') listeners.push(listen)
    },
    postMessage: (data: string) => {
      void page.evaluate((text) => window.dispatchEvent(new CustomEvent('ask', { detail: text })), data)
    },
  }
  // The link needs only two functions of a port, but their types cover every event.
  const link = new RPCLink({ port: port as unknown as MessagePort })
  return { desktop: createORPCClient(link), received }
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
