// The selected key of the lines, and the keys that were created here: in memory only, until the window is closed.
import { create } from 'zustand'
import type { IssuedKey, NamedKey } from '#shared/schemas/key-status'

export const localKeyId = 'local'

interface ConnectKeys {
  /** The ID of a named key, or `localKeyId`. */
  readonly selected: string
  /** When the key was selected, or the page was first opened. Earlier requests don't count. */
  readonly since: number
  /** By the ID of the named key. */
  readonly issued: Readonly<Record<string, string>>
}

export const useConnectKeys = create<ConnectKeys>(() => ({
  selected: localKeyId,
  since: Number.POSITIVE_INFINITY,
  issued: {},
}))

/** Requests that arrive while another tab is open count, too. */
export function startWaiting(): void {
  useConnectKeys.setState(({ since }) => ({ since: Math.min(since, Date.now()) }))
}

export function chooseKey(selected: string): void {
  useConnectKeys.setState({ selected, since: Date.now() })
}

export function fillInKey({ namedKey, key }: IssuedKey): void {
  useConnectKeys.setState(({ issued }) => ({
    selected: namedKey.id,
    since: Date.now(),
    issued: { ...issued, [namedKey.id]: key },
  }))
}

/** Null if the text is unknown, or the key was rotated elsewhere since. */
export function readIssued(issued: ConnectKeys['issued'], { id, ending }: NamedKey): string | null {
  const text = issued[id]
  return text?.endsWith(ending) ? text : null
}
