// Which key the lines have, and the keys that were created here: in memory only, until the window is closed.
import { create } from 'zustand'
import type { IssuedKey } from '#shared/schemas/key-status'

export const localKeyId = 'local'

interface ConnectKeys {
  /** The ID of a named key, or `localKeyId`. */
  readonly chosen: string
  /** When the key was chosen, or the page was first opened. Earlier requests don't count. */
  readonly since: number
  /** By the ID of the named key. */
  readonly issued: Readonly<Record<string, string>>
}

export const useConnectKeys = create<ConnectKeys>(() => ({
  chosen: localKeyId,
  since: Number.POSITIVE_INFINITY,
  issued: {},
}))

/** Requests that arrive while another tab is open count, too. */
export function startWaiting(): void {
  useConnectKeys.setState(({ since }) => ({ since: Math.min(since, Date.now()) }))
}

export function chooseKey(chosen: string): void {
  useConnectKeys.setState({ chosen, since: Date.now() })
}

export function fillInKey({ namedKey, key }: IssuedKey): void {
  useConnectKeys.setState(({ issued }) => ({
    chosen: namedKey.id,
    since: Date.now(),
    issued: { ...issued, [namedKey.id]: key },
  }))
}
