// Opens links of answers outside of the application, and only those that cannot do harm.
import { shell } from 'electron'

const allowedProtocols = ['https:', 'http:', 'mailto:']

/** False where the address is not one of `https`, `http`, `mailto`. */
export async function openLink(address: string): Promise<boolean> {
  const url = parse(address)
  if (!url || !allowedProtocols.includes(url.protocol)) return false
  await shell.openExternal(url.href)
  return true
}

function parse(address: string): URL | undefined {
  try {
    return new URL(address)
  } catch {
    return undefined
  }
}
