// The certificates of the operating system, where this Node can read them.
import tls from 'node:tls'

interface CertificateReader {
  getCACertificates?: (source: 'system' | 'bundled' | 'extra') => readonly string[]
}

/** Node's own list and the operating system's; undefined leaves Node's defaults in force. */
export function readCertificates(): readonly string[] | undefined {
  // Node 22.15 and 23.10 brought this call; the types in use are older.
  const { getCACertificates } = tls as CertificateReader
  if (!getCACertificates) return undefined
  try {
    const all = (['bundled', 'system', 'extra'] as const).flatMap((source) => [...getCACertificates(source)])
    return [...new Set(all)]
  } catch {
    return undefined
  }
}
