// Tests the list of trusted certificates, and errors about the user's file.
import { X509Certificate } from 'node:crypto'
import { dirname, join } from 'node:path'
import tls from 'node:tls'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Authority, openAuthority, removeScratch, writeScratch } from '../testing/authority.fixture'
import { describeCertificates, readCertificates } from './certificates'

let one: Authority
let other: Authority

afterAll(removeScratch)

beforeAll(async () => {
  one = await openAuthority()
  other = await openAuthority()
})

afterEach(() => vi.unstubAllEnvs())

const normal = (pem: string) => new X509Certificate(pem).toString()
const der = (pem: string) => new X509Certificate(pem).raw

test('without a file adds nothing to what Node trusts', () => {
  const known = readCertificates('')
  expect(known === undefined || known.length >= tls.rootCertificates.length).toBe(true)
})

test('adds a file with several certificates, other text and a byte order mark to Node’s own list', () => {
  const file = writeScratch(
    'two.pem',
    `\ufeff# one\r\n${one.certificate}\r\n\r\nother:\n${other.certificate}`,
  )
  const trusted = readCertificates(file)
  expect(trusted).toEqual(expect.arrayContaining([normal(one.certificate), normal(other.certificate)]))
  expect(trusted?.length).toBeGreaterThan(tls.rootCertificates.length)
  expect(describeCertificates(file)).toEqual(
    [one, other].map(({ certificate }) => ({
      subject: 'Test Authority',
      validTo: Date.parse(new X509Certificate(certificate).validTo),
    })),
  )
})

test('still trusts the file of the environment variable', () => {
  vi.stubEnv('NODE_EXTRA_CA_CERTS', other.file)
  const trusted = readCertificates(one.file)?.join('\n')
  expect(trusted).toContain(normal(one.certificate).trim())
  // A Node that lists its certificates has loaded the file of the variable at its start.
  if (!('getCACertificates' in tls)) expect(trusted).toContain(other.certificate.trim())
})

test('ignores an unreadable file of the environment variable', () => {
  vi.stubEnv('NODE_EXTRA_CA_CERTS', '/nowhere/none.pem')
  expect(readCertificates(one.file)).toContain(normal(one.certificate))
})

test('reads DER, too', () => {
  const file = writeScratch('one.cer', der(one.certificate))
  expect(readCertificates(file)).toContain(normal(one.certificate))
})

describe('rejects an unusable file, naming it', () => {
  test.each<[string, () => string, RegExp]>([
    ['missing', () => join(dirname(one.file), 'none.pem'), /, none\.pem, does not exist/],
    ['a folder', () => dirname(one.file), /is a folder/],
    ['a device', () => '/dev/zero', /zero, is not a regular file/],
    ['empty', () => writeScratch('empty.pem', ''), /empty\.pem, is empty/],
    ['huge', () => writeScratch('huge.pem', Buffer.alloc(9_000_000, 'x')), /huge\.pem, is too large/],
    ['a text', () => writeScratch('note.txt', 'hello'), /note\.txt, contains no certificate/],
    [
      'a private key',
      () => writeScratch('key.pem', '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n'),
      /key\.pem, contains no certificate/,
    ],
    [
      'damaged in its second certificate',
      () =>
        writeScratch(
          'bad.pem',
          one.certificate + other.certificate.replace(/\n.{20}/, '\nAAAAAAAAAAAAAAAAAAAA'),
        ),
      /bad\.pem, contains an invalid certificate \(number 2, damaged/,
    ],
    [
      'cut DER',
      () => writeScratch('cut.der', der(one.certificate).subarray(0, 100)),
      /cut\.der, contains an invalid certificate/,
    ],
    ['a name with a zero byte', () => 'a\0b', /can't be read/],
  ])('%s', (_, file, message) => {
    const path = file()
    for (const read of [readCertificates, describeCertificates]) {
      expect(() => read(path)).toThrow(message)
      expect(() => read(path)).toThrow(
        expect.objectContaining({ code: 'FAILED_PRECONDITION', param: 'certificatesFile' }),
      )
      expect(() => read(path)).not.toThrow(dirname(one.file))
    }
  })
})
