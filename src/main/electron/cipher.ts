// Encrypts with the operating system's secure storage, asynchronously where Electron supports it (since version 42).
import { safeStorage } from 'electron'
import type { Cipher } from '../vault/vault'

/** Members that are missing in some versions from Electron 25 to 45. */
type AnySafeStorage = Partial<typeof safeStorage>

/** Must be called after the application is ready. */
export async function openCipher(): Promise<Cipher> {
  // Older versions of Electron lack some of these functions, so each must be checked.
  const storage: AnySafeStorage = safeStorage
  const backend = nameBackend(storage)
  // `basic_text` uses a publicly known password, so it is not secure storage.
  const available = backend !== 'basic_text' && (await isAvailable(storage))
  return {
    available,
    backend: available ? backend : 'none',
    encrypt: async (text) => (await storage.encryptStringAsync?.(text)) ?? safeStorage.encryptString(text),
    decrypt: async (bytes) =>
      (await storage.decryptStringAsync?.(bytes))?.result ?? safeStorage.decryptString(bytes),
  }
}

const rejectNoStorage = () => Promise.reject(new Error('There is no secure storage.'))

/** Keys last until the application quits. */
export const noCipher: Cipher = {
  available: false,
  backend: 'none',
  encrypt: rejectNoStorage,
  decrypt: rejectNoStorage,
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
