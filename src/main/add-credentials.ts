// Gives a login that was entered separately to whichever proxy the environment names.
import type { FindProxy, ProxyRoute } from '#gateway/outbound/outbound'
import { type ProxyLogin, withLogin } from '#gateway/outbound/proxy'

/** Null leaves the login in the proxy's own URL. */
export function addCredentials(find: FindProxy, login: ProxyLogin | null): FindProxy {
  if (login === null) return find
  const add = (route: ProxyRoute): ProxyRoute => (route.kind === 'direct' ? route : withLogin(route, login))
  return (origin) => {
    const route = find(origin)
    return route instanceof Promise ? route.then(add) : add(route)
  }
}
