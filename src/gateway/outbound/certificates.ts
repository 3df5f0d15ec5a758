// The certificates to trust: Node's own list, the operating system's if this Node can read them, and the user's file.
import { X509Certificate } from 'node:crypto'
import { readFileSync, type Stats, statSync } from 'node:fs'
import { basename } from 'node:path'
import tls from 'node:tls'
import { ApiError } from '#shared/schemas/api-error'

interface CertificateReader {
  getCACertificates?: (source: 'system' | 'bundled' | 'extra') => readonly string[]
}

/**
 * Returns PEM; undefined means Node's defaults apply. `extraFile` is a path or empty.
 * Throws FAILED_PRECONDITION, `param: 'certificatesFile'`, if the file cannot be used.
 */
export function readCertificates(extraFile: string): readonly string[] | undefined {
  const known = readKnown()
  if (extraFile === '') return known
  const added = readCertificatesFile(extraFile).map((certificate) => certificate.toString())
  return [...new Set([...(known ?? [...tls.rootCertificates, ...readEnvironmentFile()]), ...added])]
}

/** Lists the certificates of the user's file; `validTo` is in ms since 1970. Throws as `readCertificates` does. */
export function describeCertificates(extraFile: string): { subject: string; validTo: number }[] {
  return readCertificatesFile(extraFile).map(({ subject, validTo }) => ({
    subject: toDisplayName(subject),
    validTo: Date.parse(validTo),
  }))
}

/** Returns undefined if this Node cannot list them: then it uses its own list, and NODE_EXTRA_CA_CERTS. */
function readKnown(): readonly string[] | undefined {
  // Node 22.15 and 23.10 added this function; the types in use are older.
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

/** Ignores a file that cannot be used, as Node does. */
function readEnvironmentFile(): readonly string[] {
  const file = process.env.NODE_EXTRA_CA_CERTS
  if (!file) return []
  try {
    return [readFileSync(file, 'utf8')]
  } catch {
    return []
  }
}

/** Returns the common name, unit or organization of a subject with one attribute per line, or all of it. */
function toDisplayName(subject: string): string {
  const lines = subject.split('\n')
  const named = ['CN=', 'OU=', 'O='].flatMap((prefix) => lines.filter((line) => line.startsWith(prefix)))[0]
  return named ? named.slice(named.indexOf('=') + 1) : lines.join(', ')
}

/** Bytes; all public certificate authorities fit into less than one megabyte. */
const maxFileBytes = 8 * 1024 * 1024

const block =
  /-----BEGIN (?:X509 |TRUSTED )?CERTIFICATE-----[^-]+-----END (?:X509 |TRUSTED )?CERTIFICATE-----/g

/** Returns at least one. Throws FAILED_PRECONDITION, `param: 'certificatesFile'`. */
function readCertificatesFile(file: string): readonly X509Certificate[] {
  const bytes = readBytes(file)
  // Every DER certificate is a SEQUENCE with a length of two bytes.
  if (bytes[0] === 0x30 && bytes[1] === 0x82) return [parseCertificate(bytes, file, '')]
  const blocks = bytes.toString('latin1').match(block)
  if (!blocks)
    throw certificatesError(file, 'contains no certificate. Use a PEM file with -----BEGIN CERTIFICATE-----')
  const position = (index: number) => (blocks.length === 1 ? '' : `number ${index + 1}, `)
  return blocks.map((pem, index) => parseCertificate(pem, file, position(index)))
}

function readBytes(file: string): Buffer {
  const stats = readStats(file)
  if (stats.isDirectory()) throw certificatesError(file, 'is a folder, not a file')
  if (!stats.isFile()) throw certificatesError(file, 'is not a regular file')
  if (stats.size > maxFileBytes) throw certificatesError(file, 'is too large for a certificate list')
  if (stats.size === 0) throw certificatesError(file, 'is empty')
  try {
    return readFileSync(file)
  } catch {
    throw certificatesError(file, "can't be read. Check its permissions")
  }
}

function readStats(file: string): Stats {
  try {
    return statSync(file)
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    throw certificatesError(
      file,
      isMissing ? 'does not exist' : "can't be read. Check its name and permissions",
    )
  }
}

function parseCertificate(bytes: string | Buffer, file: string, position: string): X509Certificate {
  try {
    return new X509Certificate(bytes)
  } catch {
    throw certificatesError(file, `contains an invalid certificate (${position}damaged or unsupported)`)
  }
}

/** Names only the last part of the path, because clients of the gateway see this message. */
function certificatesError(file: string, what: string): ApiError {
  const name = basename(file) || file
  return new ApiError('FAILED_PRECONDITION', `The extra certificates file, ${name}, ${what}.`, {
    param: 'certificatesFile',
  })
}
