// Reads the user's file of extra certificates, in PEM or DER, and says plainly what is wrong with it.
import { X509Certificate } from 'node:crypto'
import { readFileSync, type Stats, statSync } from 'node:fs'
import { basename } from 'node:path'
import { ApiError } from '#shared/schemas/api-error'

/** Bytes; every certificate authority that the world knows fits into less than one megabyte. */
const largestFile = 8 * 1024 * 1024

const block =
  /-----BEGIN (?:X509 |TRUSTED )?CERTIFICATE-----[^-]+-----END (?:X509 |TRUSTED )?CERTIFICATE-----/g

/** At least one. Throws FAILED_PRECONDITION, `param: 'certificatesFile'`. */
export function readCertificatesFile(file: string): readonly X509Certificate[] {
  const bytes = readBytes(file)
  // Every DER certificate is a SEQUENCE with a length of two bytes.
  if (bytes[0] === 0x30 && bytes[1] === 0x82) return [parseCertificate(bytes, file, '')]
  const blocks = bytes.toString('latin1').match(block)
  if (!blocks)
    throw refuse(file, 'holds no certificate: it must be a PEM file with -----BEGIN CERTIFICATE----- in it')
  const place = (index: number) => (blocks.length === 1 ? '' : `number ${index + 1}, `)
  return blocks.map((pem, index) => parseCertificate(pem, file, place(index)))
}

function readBytes(file: string): Buffer {
  const stats = lookAt(file)
  if (stats.isDirectory()) throw refuse(file, 'is a folder, not a file')
  if (!stats.isFile()) throw refuse(file, 'is no ordinary file')
  if (stats.size > largestFile) throw refuse(file, 'is too large to be a list of certificates')
  if (stats.size === 0) throw refuse(file, 'is empty')
  try {
    return readFileSync(file)
  } catch {
    throw refuse(file, 'cannot be read: check its permissions')
  }
}

function lookAt(file: string): Stats {
  try {
    return statSync(file)
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    throw refuse(file, isMissing ? 'does not exist' : 'cannot be read: check its name and permissions')
  }
}

function parseCertificate(bytes: string | Buffer, file: string, place: string): X509Certificate {
  try {
    return new X509Certificate(bytes)
  } catch {
    throw refuse(file, `holds something that is no certificate (${place}damaged or of another kind)`)
  }
}

/** Only the last part of the path: callers of the gateway read this too. */
function refuse(file: string, what: string): ApiError {
  const name = basename(file) || file
  return new ApiError('FAILED_PRECONDITION', `The file of extra certificates, ${name}, ${what}.`, {
    param: 'certificatesFile',
  })
}
