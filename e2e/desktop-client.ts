// Asks the application what the page may ask, over a port of the page's own, and keeps every answer as it came.
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/message-port'
import type { ContractRouterClient } from '@orpc/contract'
import type { Page } from '@playwright/test'
import type { Contract } from '#shared/desktop/contract'

export interface DesktopClient {
  desktop: ContractRouterClient<Contract>
  /** Messages as they reached the page. */
  told: string[]
}

type Listener = (event: { data: unknown }) => void

/** Until the page is reloaded. */
export async function openDesktopClient(page: Page): Promise<DesktopClient> {
  const told: string[] = []
  const listeners: Listener[] = []
  await page.exposeFunction('tellTest', (data: string) => {
    told.push(data)
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
  // It wants two of a port's functions, typed for every event that there is.
  const link = new RPCLink({ port: port as unknown as MessagePort })
  return { desktop: createORPCClient(link), told }
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
  // `exposeFunction` has put it there.
  const { tellTest } = window as unknown as { tellTest: (text: string) => void }
  port.onmessage = ({ data }) => tellTest(typeof data === 'string' ? data : JSON.stringify(data))
  // An event of our own, with a text of our own.
  window.addEventListener('ask', (event) => port.postMessage((event as CustomEvent<string>).detail))
}
