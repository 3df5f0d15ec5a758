// The desktop contract, joined for tests: a client over a MessagePort, the workspace, the real gateway, the demo service.
import { basename } from 'node:path'
import { MessageChannel } from 'node:worker_threads'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/message-port'
import type { ContractRouterClient } from '@orpc/contract'
import { RPCHandler } from '@orpc/server/message-port'
import type { Contract } from '#shared/desktop/contract'
import { type Application, openApplication } from '../application'
import { createIncidents } from '../error-log'
import { openGateway } from '../gateway-host/open-gateway'
import type { Cipher } from '../vault/vault'
import type { DesktopHost } from './desktop-host'
import { createDesktopRouter } from './desktop-router'

/** What the user points at in dialogs, and what has been asked of the system. */
interface User {
  /** The file or folder; null leaves the dialog. */
  chosen: string | null
  /** What the dialogs were asked with. */
  readonly suggested: string[]
  readonly openedLinks: string[]
  /** What was taken out of the application. */
  readonly outside: string[]
}

export interface Desktop {
  readonly client: ContractRouterClient<Contract>
  readonly application: Application
  readonly user: User
  readonly close: () => Promise<void>
}

/** Turns bytes over: enough to see that nothing is written as it is. */
export const turningCipher = {
  available: true,
  backend: 'a keyring',
  encrypt: async (text: string) => Buffer.from(text).reverse(),
  decrypt: async (bytes: Buffer) => Buffer.from(bytes).reverse().toString('utf8'),
}

export async function openDesktop(
  folder: string,
  demoPace = 'instant',
  cipher: Cipher = turningCipher,
): Promise<Desktop> {
  const application = await openApplication({
    folder,
    cipher,
    gatewayPort: 0,
    demoPace,
    version: '0.0.0',
    resolveProxy,
    startGateway: (settings, { onExchange, onRefusals }) => openGateway(settings, onExchange, { onRefusals }),
  })
  const user: User = { chosen: null, suggested: [], openedLinks: [], outside: [] }
  const { port1, port2 } = new MessageChannel()
  new RPCHandler(createDesktopRouter(application, hostOf(user))).upgrade(port1)
  port1.start()
  port2.start()
  return {
    client: createORPCClient(new RPCLink({ port: port2 })),
    application,
    user,
    async close() {
      port2.close()
      await application.close()
    },
  }
}

const resolveProxy = async (url: string) => `PROXY for ${url}`

function hostOf(user: User): DesktopHost {
  return {
    watchIncidents: createIncidents({ file: '', write: () => {}, redact: () => {} }).watch,
    openLog: async () => {},
    openLink: async (url) => user.openedLinks.push(url) > 0,
    revealFolder: async () => {},
    chooseCertificates: async () => user.chosen,
    saveFile: async (name, extensions) => {
      user.suggested.push(`${name} (${extensions.join()})`)
      return user.chosen
    },
    openFile: async (extensions) => {
      user.suggested.push(`open (${extensions.join()})`)
      return user.chosen
    },
    openFolder: async () => user.chosen,
    revealFile: (path) => void user.outside.push(`revealed ${basename(path)}`),
    dragFile: async (path, name) => void user.outside.push(`dragged ${basename(path)} as ${name}`),
    resolveProxy,
  }
}
