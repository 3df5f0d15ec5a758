// Network settings for upstreams: proxy, certificates, timeouts (decisions §7).
import { z } from 'zod'

export const proxyModes = ['system', 'custom', 'none'] as const

const seconds = (min: number, max: number) =>
  z
    .number({ error: 'must be a whole number of seconds' })
    .int('must be a whole number of seconds')
    .min(min, `must be at least ${min.toLocaleString('en')}`)
    .max(max, `must be at most ${max.toLocaleString('en')}`)

const proxySchemes = ['http:', 'https:', 'socks:', 'socks4:', 'socks5:', 'socks5h:']

export const ProxyUrl = z
  .string()
  .trim()
  .refine(isProxyUrl, 'must be a proxy URL, such as http://host:8080 or socks5://host:1080')
  .refine(hasNoCredentials, 'must not contain credentials; enter them separately')

function isProxyUrl(text: string): boolean {
  if (!/^\w+:\/\/[^/]/.test(text)) return false
  try {
    const { protocol, hostname, pathname } = new URL(text)
    return proxySchemes.includes(protocol) && hostname !== '' && (pathname === '' || pathname === '/')
  } catch {
    return false
  }
}

function hasNoCredentials(text: string): boolean {
  return !/^\w+:\/\/[^/]*@/.test(text)
}

export const NetworkSettings = z
  .object({
    proxyMode: z.enum(proxyModes).default('system'),
    /** Used if the mode is `custom`, stored in any mode. */
    proxyUrl: z.union([z.literal(''), ProxyUrl]).default(''),
    /** Hosts that bypass the custom proxy: `example.com`, `.example.com`, `*.example.com:8080`, `10.0.0.0/8`. */
    bypass: z.array(z.string().trim().min(1, 'is required').max(253)).max(200).default([]),
    /** A PEM file of certificates to trust, besides the system's; empty for none. */
    certificatesFile: z.string().trim().max(4096).default(''),
    /** Electron's own network stack, for proxies with integrated authentication. */
    systemStack: z.boolean().default(false),
    /** Connect timeout in seconds. */
    connectSeconds: seconds(1, 600).default(10),
    /** Idle timeout in seconds: the maximum gap within a response. */
    silenceSeconds: seconds(1, 86_400).default(300),
  })
  .refine(({ proxyMode, proxyUrl }) => proxyMode !== 'custom' || proxyUrl !== '', {
    path: ['proxyUrl'],
    error: 'must be a proxy URL',
  })
export type NetworkSettings = z.infer<typeof NetworkSettings>

export const defaultNetwork: NetworkSettings = NetworkSettings.parse({})
