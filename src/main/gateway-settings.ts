// What a gateway is told, as a plain message that can cross to another thread.
import type { GatewayLimits } from '#shared/schemas/settings'
import type { UpstreamSettings } from '#shared/schemas/upstream'

export interface GatewaySettings {
  /** 0 takes any free port. */
  readonly port: number
  readonly localKey: string
  readonly upstream: UpstreamSettings
  /** Null where none is set, or where the demo needs none. */
  readonly upstreamKey: string | null
  readonly allowedOrigins: readonly string[]
  readonly limits: GatewayLimits
  /** `instant`, or tokens per second; the demo service's own default where null. */
  readonly demoPace: string | null
  readonly version: string
}

export interface GatewayAddress {
  readonly url: string
  /** Why it listens on another port than asked. */
  readonly notice: string | null
}

export interface GatewayHandle {
  /** Where it listens now; rejects where it cannot listen at all. */
  readonly address: () => Promise<GatewayAddress>
  /** Counts from the next call on; another port is opened before the old one closes. */
  readonly configure: (settings: GatewaySettings) => Promise<GatewayAddress>
  /** Finishes what is under way, for at most `grace` milliseconds. */
  readonly close: (grace: number) => Promise<void>
}
