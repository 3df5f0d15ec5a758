// A test certificate authority, and the certificates it signs.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generate } from 'selfsigned'

export interface KeyPair {
  readonly key: string
  readonly cert: string
}

export interface Authority {
  /** In PEM. */
  readonly certificate: string
  /** Path of a file with the certificate, in PEM. */
  readonly file: string
  readonly sign: (request?: SigningRequest) => Promise<KeyPair>
}

interface SigningRequest {
  /** Default: `upstream.test`, `proxy.test` and `localhost`. 127.0.0.1 is always included. */
  readonly names?: readonly string[]
  readonly notAfter?: Date
}

const day = 86_400_000

export async function openAuthority(): Promise<Authority> {
  const root = await generate([{ name: 'commonName', value: 'Test Authority' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true },
    ],
  })
  const file = writeScratch('authority.pem', root.cert)
  return { certificate: root.cert, file, sign: (request = {}) => sign(request, root) }
}

async function sign(
  { names = ['upstream.test', 'proxy.test', 'localhost'], notAfter }: SigningRequest,
  root: { private: string; cert: string },
): Promise<KeyPair> {
  const signed = await generate([{ name: 'commonName', value: names[0] ?? '' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date((notAfter?.getTime() ?? Date.now()) - 2 * day),
    notAfterDate: notAfter ?? new Date(Date.now() + 2 * day),
    extensions: [
      { name: 'basicConstraints', cA: false },
      {
        name: 'subjectAltName',
        altNames: [...names.map((value) => ({ type: 2 as const, value })), { type: 7, ip: '127.0.0.1' }],
      },
    ],
    ca: { key: root.private, cert: root.cert },
  })
  return { key: signed.private, cert: signed.cert }
}

const folders: string[] = []

/** Call after the tests of a file. */
export function removeScratch(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
}

/** Writes a file in a new folder. Returns its path. */
export function writeScratch(name: string, content: string | Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), 'certificates-'))
  folders.push(folder)
  const file = join(folder, name)
  writeFileSync(file, content)
  return file
}
