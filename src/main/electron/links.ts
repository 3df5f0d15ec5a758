// Opens links of answers outside of the application, and only those that cannot do harm.
import { shell } from 'electron'
import { readOpenableLink } from './openable-link'

/** False where the address is not one of `https`, `http`, `mailto`. */
export async function openLink(address: string): Promise<boolean> {
  const url = readOpenableLink(address)
  if (!url) return false
  await shell.openExternal(url.href)
  return true
}
