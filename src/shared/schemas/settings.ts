// What the user has set, keys excepted: those live in the vault.
import { z } from 'zod'
import { UpstreamSettings } from './upstream'

export const defaultGatewayPort = 4715

export const Settings = z.object({
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  /** 0 takes any free port. */
  gatewayPort: z.number().int().min(0).max(65_535).default(defaultGatewayPort),
  /** Browser origins that may call the gateway (decisions §3). */
  allowedOrigins: z.array(z.string()).default([]),
  upstream: UpstreamSettings.default({ kind: 'demo' }),
  /** Filled in when the user has entered a service once, so that going back to the demo forgets nothing. */
  service: z.object({ baseUrl: z.string(), apiBaseUrl: z.string() }).default({ baseUrl: '', apiBaseUrl: '' }),
})
export type Settings = z.infer<typeof Settings>

export const SettingsPatch = z.object({
  theme: z.enum(['system', 'light', 'dark']).optional(),
  gatewayPort: z
    .number('must be a port: 0 to 65535')
    .int('must be a port: 0 to 65535')
    .min(0, 'must be a port: 0 to 65535')
    .max(65_535, 'must be a port: 0 to 65535')
    .optional(),
  allowedOrigins: z.array(z.string()).optional(),
  upstream: UpstreamSettings.optional(),
  service: z.object({ baseUrl: z.string(), apiBaseUrl: z.string() }).optional(),
})
export type SettingsPatch = z.infer<typeof SettingsPatch>
