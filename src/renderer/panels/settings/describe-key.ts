// What is known of a key, in plain words.
import type { KeyStatus } from '#shared/schemas/key-status'

export interface KeyDescription {
  readonly brief: string
  readonly tone: 'quiet' | 'warn'
  /** Where there is more to say than the brief word. */
  readonly detail?: string
}

export function describeKey({ state, usable, backend }: KeyStatus): KeyDescription {
  switch (state) {
    case 'absent':
      return { brief: 'Not set', tone: 'quiet' }
    case 'ready':
      return { brief: `Kept by ${backendNames[backend] ?? backend}`, tone: 'quiet' }
    case 'unreadable':
      return {
        brief: 'Cannot be read',
        tone: 'warn',
        detail:
          'There is a key, but it cannot be decrypted here: another user, or a changed keyring. Enter it again.',
      }
    case 'no-secure-storage':
      return {
        brief: usable ? 'Kept for this session only' : 'Not set',
        tone: 'warn',
        detail: usable
          ? 'This system has no secure storage, so the key is not written anywhere and is gone when the application quits.'
          : 'This system has no secure storage. A key that you enter is kept for this session only.',
      }
  }
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
