// The way out to an upstream: proxy, certificates, patience (decisions §7).
import { z } from 'zod'

export const proxyModes = ['system', 'custom', 'none'] as const

const seconds = (least: number, most: number) =>
  z
    .number({ error: 'must be a whole number of seconds' })
    .int('must be a whole number of seconds')
    .min(least, `must be at least ${least.toLocaleString('en')}`)
    .max(most, `must be at most ${most.toLocaleString('en')}`)

const proxySchemes = ['http:', 'https:', 'socks:', 'socks4:', 'socks5:', 'socks5h:']

export const ProxyUrl = z
  .string()
  .trim()
  .refine(isProxyAddress, 'must be a proxy URL, such as http://host:8080 or socks5://host:1080')
  .refine(hasNoCredentials, 'must not contain credentials; enter them separately')

function isProxyAddress(text: string): boolean {
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
    /** Counts where the mode is `custom`; kept otherwise. */
    proxyUrl: z.union([z.literal(''), ProxyUrl]).default(''),
    /** Hosts that are reached without the custom proxy: `example.com`, `.example.com`, `*.example.com:8080`, `10.0.0.0/8`. */
    bypass: z.array(z.string().trim().min(1, 'is required').max(253)).max(200).default([]),
    /** A PEM file of certificates to trust beside the system's; none where empty. */
    certificatesFile: z.string().trim().max(4096).default(''),
    /** Electron's own network stack, for proxies with integrated authentication. */
    systemStack: z.boolean().default(false),
    /** Seconds until a connection must stand. */
    connectSeconds: seconds(1, 600).default(10),
    /** Seconds an upstream may be silent in the middle of an answer. */
    silenceSeconds: seconds(1, 86_400).default(300),
  })
  .refine(({ proxyMode, proxyUrl }) => proxyMode !== 'custom' || proxyUrl !== '', {
    path: ['proxyUrl'],
    error: 'must be a proxy URL',
  })
export type NetworkSettings = z.infer<typeof NetworkSettings>

export const defaultNetwork: NetworkSettings = NetworkSettings.parse({})
