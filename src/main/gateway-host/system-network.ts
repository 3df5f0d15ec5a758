// The desktop's own network for a gateway in another thread: its proxy settings, and requests over Chromium's stack.
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import type { Outbound } from '#gateway/outbound/outbound'
import { readPacAnswer } from '#gateway/outbound/proxy'
import { ApiError } from '#shared/schemas/api-error'
import type { NetworkSettings } from '#shared/schemas/network'
import { cacheProxyRoutes } from './cache-proxy-routes'
import type { SystemNetworking } from './configurable-outbound'
import type { GatewayNetwork } from './gateway-settings'
import { sendOverPort } from './send-over-port'
import { serveRequestsOverPort } from './serve-over-port'

export interface SystemNetwork {
  /** The way that calls over `stack` take from now on. */
  readonly configure: (network: GatewayNetwork) => void
  readonly resolveProxy: ResolveProxy
  readonly stack: Pick<Outbound, 'send'>
}

/** To be handed to the gateway's thread at its start. */
export interface SystemPorts {
  readonly questions: MessagePort
  readonly calls: MessagePort
}

/** A pair of ports for one thread; they close with it. */
export function openSystemPorts({ resolveProxy, stack }: SystemNetwork): SystemPorts {
  const questions = new MessageChannel()
  const calls = new MessageChannel()
  serveProxyResolution(questions.port1, resolveProxy)
  serveRequestsOverPort(calls.port1, stack)
  return { questions: questions.port2, calls: calls.port2 }
}

/** The ways out of a thread that was given these ports. */
export function networkingOverPorts({ questions, calls }: SystemPorts): SystemNetworking {
  const ask = resolveProxyOverPort(questions)
  return {
    systemProxy: (login) => cacheProxyRoutes(async (origin) => readPacAnswer(await ask(`${origin}/`), login)),
    systemStack: sendOverPort(calls),
  }
}

interface Question {
  readonly id: number
  readonly url: string
}

/** `answer` in the words of a PAC file; null where the system did not say. */
interface Reply {
  readonly id: number
  readonly answer: string | null
}

export type ResolveProxy = (url: string) => Promise<string>

function serveProxyResolution(port: MessagePort, resolve: ResolveProxy): void {
  port.on('message', async ({ id, url }: Question) => {
    const answer = await resolve(url).catch(() => null)
    port.postMessage({ id, answer } satisfies Reply)
  })
}

function resolveProxyOverPort(port: MessagePort): ResolveProxy {
  const waiting = new Map<number, (answer: string | null) => void>()
  let lastId = 0
  port.on('message', ({ id, answer }: Reply) => {
    waiting.get(id)?.(answer)
    waiting.delete(id)
  })
  port.on('close', () => {
    for (const settle of waiting.values()) settle(null)
    waiting.clear()
  })
  return async (url) => {
    lastId += 1
    const id = lastId
    port.postMessage({ id, url } satisfies Question)
    const answer = await new Promise<string | null>((resolve) => waiting.set(id, resolve))
    if (answer !== null) return answer
    throw new ApiError('UNAVAILABLE', 'The system did not say which proxy to use. Check the proxy settings.')
  }
}

/** What `session.setProxy` takes. */
interface ProxyConfig {
  readonly mode: 'direct' | 'fixed_servers'
  readonly proxyRules?: string
  readonly proxyBypassRules?: string
}

type ProxyChoice = Pick<NetworkSettings, 'proxyMode' | 'proxyUrl' | 'bypass'>

/** For a custom proxy or none; the system's needs no configuration. */
export function toProxyConfig({ proxyMode, proxyUrl, bypass }: ProxyChoice): ProxyConfig {
  if (proxyMode !== 'custom') return { mode: 'direct' }
  return {
    mode: 'fixed_servers',
    // Chromium's SOCKS 5 leaves the names to the proxy in any case, and has no other word for it.
    proxyRules: proxyUrl
      .replace(/^socks5h:/, 'socks5:')
      .replace(/^socks:/, 'socks5:')
      .replace(/\/$/, ''),
    proxyBypassRules: bypass.flatMap(toRules).join(','),
  }
}

/** A name alone means also what is below it; in Chromium's words only the name with a dot before it does. */
function toRules(entry: string): readonly string[] {
  const isName = /^[a-z\d_-][a-z\d._-]*(:\d+)?$/i.test(entry) && !/^[\d.]+(:\d+)?$/.test(entry)
  return isName ? [entry, `.${entry}`] : [entry]
}
