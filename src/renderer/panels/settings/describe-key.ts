// Describes the status of a key in words.
import type { KeyStatus } from '#shared/schemas/key-status'

export interface KeyDescription {
  readonly brief: string
  readonly tone: 'quiet' | 'warn'
  /** If the brief word does not say everything. */
  readonly detail?: string
}

export function describeKey(status: KeyStatus): KeyDescription {
  const { state, usable, backend, refusedOrigins } = status
  if (usable && refusedOrigins.length > 0) return { brief: 'Entered for another address', tone: 'warn' }
  if (usable && state !== 'ready')
    return { brief: 'Stored for this session only', tone: 'warn', detail: describeUnsaved(status) }
  switch (state) {
    case 'absent':
      return { brief: 'Not set', tone: 'quiet' }
    case 'ready':
      return { brief: `Stored in ${backendNames[backend] ?? backend}`, tone: 'quiet' }
    case 'unreadable':
      return {
        brief: 'Can’t be read',
        tone: 'warn',
        detail: status.isFileReadable
          ? 'A key is saved but can’t be read: the keyring is locked or isn’t the one it was saved with. Unlock it and restart, or enter the key again.'
          : 'The key file can’t be read. A key you enter lasts until you quit.',
      }
    case 'no-secure-storage':
      return {
        brief: 'Not set',
        tone: 'warn',
        detail: 'This system has no secure storage. A key you enter lasts until you quit.',
      }
  }
}

function describeUnsaved({ state, backend, isFileReadable }: KeyStatus): string {
  if (!isFileReadable) return 'The key file can’t be read, so this key isn’t saved. It lasts until you quit.'
  if (state === 'unreadable')
    return 'This key lasts until you quit. Another one is saved but can’t be read: the keyring is locked or isn’t the one it was saved with.'
  return backend === 'none'
    ? 'This system has no secure storage, so this key isn’t saved. It lasts until you quit.'
    : 'The key file couldn’t be written, so this key isn’t saved. It lasts until you quit.'
}

const backendNames: Readonly<Record<string, string>> = {
  gnome_libsecret: 'the GNOME keyring',
  'gnome-libsecret': 'the GNOME keyring',
  kwallet: 'KWallet',
  kwallet5: 'KWallet',
  kwallet6: 'KWallet',
  keychain: 'the macOS Keychain',
  dpapi: 'Windows Data Protection',
}
