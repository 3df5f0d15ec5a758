// Gives credentials that were entered on their own to whichever proxy is found.
import type { FindProxy, ProxyRoute } from '#gateway/upstreams/outbound'
import { readCredentials } from '#gateway/upstreams/proxy-url'

/** `credentials`: `name:password`; null leaves what the proxy's own address holds. */
export function addCredentials(find: FindProxy, credentials: string | null): FindProxy {
  if (credentials === null) return find
  const entered = readCredentials(credentials)
  const add = (route: ProxyRoute): ProxyRoute =>
    route.kind === 'direct' ? route : { ...route, credentials: entered }
  return (origin) => {
    const route = find(origin)
    return route instanceof Promise ? route.then(add) : add(route)
  }
}
