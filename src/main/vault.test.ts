// The four states of a key, and that none of them ever puts it on disk in plain text.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { type Cipher, openVault } from './vault'

const secret = 'canary-5f1c9d2e'
let folder = ''
let file = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vault-'))
  file = join(folder, 'vault.json')
})

function keyring(password = randomBytes(32)): Cipher {
  return {
    available: true,
    backend: 'a keyring',
    encrypt: async (text) => {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', password, nonce)
      const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), bytes])
    },
    decrypt: async (bytes) => {
      const decipher = createDecipheriv('aes-256-gcm', password, bytes.subarray(0, 12))
      decipher.setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
    },
  }
}

const noKeyring: Cipher = {
  available: false,
  backend: 'none',
  encrypt: () => Promise.reject(new Error('no secure storage')),
  decrypt: () => Promise.reject(new Error('no secure storage')),
}

async function everythingOnDisk(): Promise<string> {
  const names = await readdir(folder)
  return (await Promise.all(names.map((name) => readFile(join(folder, name), 'latin1')))).join('\n')
}

test('a key that was never entered is absent', async () => {
  const vault = await openVault(file, keyring())
  expect(vault.status('service')).toEqual({ state: 'absent', usable: false, backend: 'a keyring' })
})

test('a key is ready, survives a restart and never lies on disk in plain text', async () => {
  const cipher = keyring()
  const vault = await openVault(file, cipher)
  expect(await vault.set('service', secret)).toEqual({ state: 'ready', usable: true, backend: 'a keyring' })
  expect((await openVault(file, cipher)).read('service')).toBe(secret)
  expect(await everythingOnDisk()).not.toContain(secret)
})

test('a key of another keyring is unreadable, and entering it again mends that', async () => {
  await (await openVault(file, keyring())).set('service', secret)
  const vault = await openVault(file, keyring())
  expect(vault.status('service')).toEqual({ state: 'unreadable', usable: false, backend: 'a keyring' })
  expect((await vault.set('service', secret)).state).toBe('ready')
})

test('without secure storage a key lives for the session only', async () => {
  const vault = await openVault(file, noKeyring)
  expect(await vault.set('service', secret)).toEqual({
    state: 'no-secure-storage',
    usable: true,
    backend: 'none',
  })
  expect(vault.read('service')).toBe(secret)
  expect((await openVault(file, noKeyring)).read('service')).toBeNull()
  expect(await everythingOnDisk()).not.toContain(secret)
})

test('a session without secure storage does not spoil the keys kept before', async () => {
  const cipher = keyring()
  await (await openVault(file, cipher)).set('service', secret)
  await (await openVault(file, noKeyring)).set('local', 'another')
  expect((await openVault(file, cipher)).read('service')).toBe(secret)
})

test('a keyring that refuses to keep a key is said to be none, and the key works for the session', async () => {
  const refusing = { ...keyring(), encrypt: () => Promise.reject(new Error('the keyring is locked')) }
  const vault = await openVault(file, refusing)
  expect(await vault.set('service', secret)).toEqual({
    state: 'no-secure-storage',
    usable: true,
    backend: 'none',
  })
  expect(vault.read('service')).toBe(secret)
})

test('a cleared key is gone for good', async () => {
  const cipher = keyring()
  const vault = await openVault(file, cipher)
  await vault.set('service', secret)
  expect((await vault.clear('service')).state).toBe('absent')
  expect((await openVault(file, cipher)).read('service')).toBeNull()
})

test('two keys set at once are both kept', async () => {
  const cipher = keyring()
  const vault = await openVault(file, cipher)
  await Promise.all([vault.set('service', secret), vault.set('local', 'mine')])
  const reopened = await openVault(file, cipher)
  expect([reopened.read('service'), reopened.read('local')]).toEqual([secret, 'mine'])
})

test('a damaged vault file is set aside and a new one begun', async () => {
  await writeFile(file, '{"version":1,"secr')
  const vault = await openVault(file, keyring())
  expect(vault.status('service').state).toBe('absent')
  expect(await readFile(`${file}.damaged`, 'utf8')).toBe('{"version":1,"secr')
})
