// Tells which addresses of answers may be opened outside of the application.

const allowedProtocols = ['https:', 'http:', 'mailto:']

/** Undefined where the address is none, or could do harm (`file:`, `smb:`, `javascript:`). */
export function readOpenableLink(address: string): URL | undefined {
  try {
    const url = new URL(address)
    return allowedProtocols.includes(url.protocol) ? url : undefined
  } catch {
    return undefined
  }
}
