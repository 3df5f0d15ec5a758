// The operating system's secure storage as Electron reaches it, by its asynchronous calls where they exist (Electron 42 on).
import { safeStorage } from 'electron'
import type { Cipher } from '../vault/vault'

/** What Electron 25 to 45 may lack of today's types. */
type AnySafeStorage = Partial<typeof safeStorage>

/** Only after the application is ready. */
export async function openCipher(): Promise<Cipher> {
  // Compiled against the newest types, run on older ones: here every call must be looked for.
  const storage: AnySafeStorage = safeStorage
  const backend = nameBackend(storage)
  // `basic_text` scrambles with a password that everybody knows: that is no secure storage.
  const available = backend !== 'basic_text' && (await isAvailable(storage))
  return {
    available,
    backend: available ? backend : 'none',
    encrypt: async (text) => (await storage.encryptStringAsync?.(text)) ?? safeStorage.encryptString(text),
    decrypt: async (bytes) =>
      (await storage.decryptStringAsync?.(bytes))?.result ?? safeStorage.decryptString(bytes),
  }
}

async function isAvailable(storage: AnySafeStorage): Promise<boolean> {
  if (storage.isAsyncEncryptionAvailable) return storage.isAsyncEncryptionAvailable()
  return safeStorage.isEncryptionAvailable()
}

function nameBackend(storage: AnySafeStorage): string {
  if (process.platform === 'darwin') return 'Keychain'
  if (process.platform === 'win32') return 'Windows DPAPI'
  const selected = storage.getSelectedStorageBackend?.()
  if (selected === 'gnome_libsecret' || selected === undefined) return 'the system keyring (libsecret)'
  return selected
}
