// The network as the desktop has it: which proxy it names for an address, and calls over Chromium's own stack.
import { type Session, session } from 'electron'
import { type GatewayNetwork, toProxyLogin } from '../gateway-settings'
import { toProxyConfig } from '../system-network/proxy-config'
import type { SystemNetwork } from '../system-network/system-network'
import { requestOver } from './system-request'

/** Only after the application is ready. */
export function openSystemNetwork(): SystemNetwork {
  let network: GatewayNetwork | undefined
  const system = openSession('system')
  let opening = Promise.resolve(system)
  return {
    configure: (next) => {
      const last = network
      network = next
      if (last && fingerprint(last) === fingerprint(next)) return
      // One choice that failed is told to the calls that want it; the next one is made all the same.
      const choose = () => chooseSession(next)
      opening = opening.then(choose, choose)
      opening.catch(() => undefined)
    },
    // The page's own session has a proxy that leads nowhere (`session-hardening`).
    resolveProxy: (url) => system.resolveProxy(url),
    stack: {
      sendTo: (origin) => async (call) => {
        const login = network ? toProxyLogin(network) : null
        return requestOver({ session: await opening, origin, call, login })
      },
    },
  }
}

function fingerprint({ proxyMode, proxyUrl, bypass, proxyCredentials, proxyHosts }: GatewayNetwork): string {
  return JSON.stringify([proxyMode, proxyUrl, bypass, proxyCredentials, proxyHosts])
}

async function chooseSession(network: GatewayNetwork): Promise<Session> {
  const chosen = openSession(network.proxyMode)
  // Chromium goes on with credentials that it has once been given.
  await chosen.clearAuthCache()
  // A session that was ever told of a proxy leaves the command line's switches out of what is the system's.
  if (network.proxyMode !== 'system') await chosen.setProxy(toProxyConfig(network))
  return chosen
}

/** Kept in memory, and used for nothing but upstreams: no cookies, no cache, no page. */
function openSession(proxyMode: GatewayNetwork['proxyMode']): Session {
  const opened = session.fromPartition(`upstreams ${proxyMode}`, { cache: false })
  // Its dictionaries would be fetched from a stranger's server.
  opened.setSpellCheckerLanguages([])
  return opened
}
