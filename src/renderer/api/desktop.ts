// The client of the desktop contract: everything the renderer can request from the application.
import { createORPCClient, DynamicLink } from '@orpc/client'
import { RPCLink } from '@orpc/client/message-port'
import type { ContractRouterClient } from '@orpc/contract'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import type { Contract } from '#shared/desktop/contract'
import { pullStreams } from '#shared/desktop/pulled-streams'
import { requestPort } from './request-port'

export type Desktop = ContractRouterClient<Contract>

/** Requested once, without waiting for it; the page renders its first frame meanwhile. */
const link = requestPort('desktop-port').then((port) => {
  port.start()
  // Fails only if the application has closed, which ends the stream, too.
  const pull = (stream: string) => void desktop.streams.pull({ stream }).catch(() => undefined)
  return new RPCLink({ port, ...pullStreams(() => crypto.randomUUID(), pull) })
})
// The first call reports a failure. Without this catch, the browser would report it a second time.
link.catch(() => {})

export const desktop: Desktop = createORPCClient(new DynamicLink(() => link))

/** Query and mutation options of every procedure. */
export const queries = rememberPaths(createTanstackQueryUtils(desktop))

/** oRPC builds the options of a path, and of everything below it, again at each access; every render has many. */
function rememberPaths<Node extends object>(node: Node): Node {
  const known = new Map<string | symbol, unknown>()
  return new Proxy(node, {
    get(target, name) {
      if (!known.has(name)) {
        const value: unknown = Reflect.get(target, name)
        known.set(name, typeof value === 'object' && value !== null ? rememberPaths(value) : value)
      }
      return known.get(name)
    },
  })
}
