// The description of a certificate.
import { expect, test } from 'vitest'
import { describeCertificate, toCommonName } from './Certificates'

const now = Date.UTC(2026, 10, 21, 12)
const day = 86_400_000

test('a certificate is expired, expires soon, or is valid', () => {
  expect([-1, 10, 400].map((after) => describeCertificate(now + after * day, now))).toEqual([
    { text: 'Expired Nov 20, 2026', tone: 'danger' },
    { text: 'Expires soon: Dec 1, 2026', tone: 'warn' },
    { text: 'Valid until Dec 26, 2027', tone: 'quiet' },
  ])
})

test('a certificate is shown by its common name, wherever that is in the subject', () => {
  expect(
    ['CN=Root', 'C=DE\nO=Example\nCN=Example Root', 'O=Example, CN=Root 2', 'O=Only'].map(toCommonName),
  ).toEqual(['Root', 'Example Root', 'Root 2', 'O=Only'])
})
