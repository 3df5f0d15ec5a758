// The certificates to trust: Node's own list, the operating system's where this Node can read them, and the user's file.
import { readFileSync } from 'node:fs'
import tls from 'node:tls'
import { readCertificatesFile } from './certificates-file'

interface CertificateReader {
  getCACertificates?: (source: 'system' | 'bundled' | 'extra') => readonly string[]
}

/**
 * In PEM; undefined leaves Node's defaults in force. `extraFile` is a path, empty where there is none.
 * Throws FAILED_PRECONDITION, `param: 'certificatesFile'`, where the file cannot be used.
 */
export function readCertificates(extraFile: string): readonly string[] | undefined {
  const known = readKnown()
  if (extraFile === '') return known
  const own = readCertificatesFile(extraFile).map((certificate) => certificate.toString())
  return [...new Set([...(known ?? [...tls.rootCertificates, ...readEnvironmentFile()]), ...own])]
}

/** What the user's file holds; `validTo` in milliseconds since 1970. Throws as `readCertificates` does. */
export function describeCertificates(extraFile: string): { subject: string; validTo: number }[] {
  return readCertificatesFile(extraFile).map(({ subject, validTo }) => ({
    subject: nameSubject(subject),
    validTo: Date.parse(validTo),
  }))
}

/** Undefined where this Node cannot tell: without a list of ours it uses its own, and NODE_EXTRA_CA_CERTS. */
function readKnown(): readonly string[] | undefined {
  // Node 22.15 and 23.10 brought this call; the types in use are older.
  const { getCACertificates } = tls as CertificateReader
  if (!getCACertificates) return undefined
  try {
    const known = (['bundled', 'system'] as const).flatMap((source) => [...getCACertificates(source)])
    const extra = getCACertificates('extra')
    return [...new Set([...known, ...(extra.length > 0 ? extra : readEnvironmentFile())])]
  } catch {
    return undefined
  }
}

/** As Node does, without an error where the file cannot be used. */
function readEnvironmentFile(): readonly string[] {
  const file = process.env.NODE_EXTRA_CA_CERTS
  if (!file) return []
  try {
    return [readFileSync(file, 'utf8')]
  } catch {
    return []
  }
}

/** The common name of a distinguished name with one attribute a line; its unit or organisation, or all of it. */
function nameSubject(subject: string): string {
  const lines = subject.split('\n')
  const named = ['CN=', 'OU=', 'O='].flatMap((prefix) => lines.filter((line) => line.startsWith(prefix)))[0]
  return named ? named.slice(named.indexOf('=') + 1) : lines.join(', ')
}
