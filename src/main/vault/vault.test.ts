// Checks the vault: the states of keys, what is written to disk, and that stored keys are not lost.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { lstat, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { hashKey } from '#gateway/server/accepted-keys'
import { type Cipher, openVault } from './vault'

const secret = 'canary-5f1c9d2e'
let folder = ''
let file = ''
let cipher: Cipher

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vault-'))
  file = join(folder, 'vault.json')
  cipher = keyring()
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

async function readAllFiles(): Promise<string> {
  const names = await readdir(folder)
  return (await Promise.all(names.map((name) => readFile(join(folder, name), 'latin1')))).join('\n')
}

test('a key is ready until it is cleared, survives a restart, and is never on disk in plain text', async () => {
  const vault = await openVault(file, cipher)
  expect(vault.status('service')).toEqual({ state: 'absent', usable: false, backend: 'a keyring' })
  await vault.set('service', secret)
  expect(vault.status('service')).toEqual({ state: 'ready', usable: true, backend: 'a keyring' })
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await openVault(file, cipher)).read('service')?.secret).toBe(secret)
  expect(await readAllFiles()).not.toContain(secret)
  await vault.clear('service')
  expect(vault.status('service').state).toBe('absent')
  expect((await openVault(file, cipher)).read('service')).toBeNull()
})

test('a key of another keyring is unreadable until it is entered again', async () => {
  await (await openVault(file, keyring())).set('service', secret)
  const vault = await openVault(file, keyring())
  expect(vault.status('service')).toEqual({ state: 'unreadable', usable: false, backend: 'a keyring' })
  await vault.set('service', secret)
  expect(vault.status('service').state).toBe('ready')
})

const lockedKeyring = { ...keyring(), encrypt: () => Promise.reject(new Error('the keyring is locked')) }

test.each([
  ['without secure storage', noKeyring],
  ['with a locked keyring', lockedKeyring],
])('%s, a key lasts for the session only, and saved keys stay', async (_, other) => {
  await (await openVault(file, cipher)).set('gemini', 'saved before')
  const vault = await openVault(file, other)
  expect(vault.status('gemini')).toMatchObject({ state: 'unreadable', usable: false })
  await vault.set('service', secret)
  expect(vault.status('service')).toEqual({ state: 'no-secure-storage', usable: true, backend: 'none' })
  expect(vault.read('service')?.secret).toBe(secret)
  expect((await openVault(file, other)).read('service')).toBeNull()
  expect(await readAllFiles()).not.toContain(secret)
  expect((await openVault(file, cipher)).read('gemini')?.secret).toBe('saved before')
})

test('the hash of the local key is readable with another keyring, until the key is cleared', async () => {
  const vault = await openVault(file, keyring())
  await vault.set('local', secret)
  expect((await openVault(file, keyring())).localKeyHash()).toBe(hashKey(secret))
  await vault.clear('local')
  expect((await openVault(file, keyring())).localKeyHash()).toBeNull()
  expect(await readFile(file, 'utf8')).not.toContain(hashKey(secret))
})

test('renames and reports a damaged vault file without a copy, without overwriting an earlier one', async () => {
  const damaged = ['{"version":1,"secr', 'not JSON at all']
  for (const text of damaged) {
    await writeFile(file, text)
    await rm(`${file}.backup`, { force: true })
    const vault = await openVault(file, keyring())
    expect(vault.status('service').state).toBe('absent')
    expect(vault.problem()).toEqual({
      kind: 'damaged',
      detail: expect.stringMatching(/^vault\.json\.damaged-/),
    })
    await vault.set('service', secret)
  }
  const names = (await readdir(folder)).filter((name) => name.startsWith('vault.json.damaged-'))
  const contents = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  expect(contents.sort()).toEqual(damaged.sort())
})

test.each([
  ['damaged', () => writeFile(file, '{"version":1,"secr'), /^vault\.json\.damaged-/],
  ['missing', () => rm(file), /^$/],
])('restores a %s vault file from its copy, and reports it until the next start', async (_, harm, detail) => {
  const vault = await openVault(file, cipher)
  await vault.set('local', 'the local key')
  await vault.set('gemini', 'entered')
  await vault.clear('gemini')
  await harm()
  const restored = await openVault(file, cipher)
  expect(restored.problem()).toEqual({ kind: 'restored', detail: expect.stringMatching(detail) })
  expect([restored.read('local')?.secret, restored.status('local').state]).toEqual(['the local key', 'ready'])
  expect(restored.read('gemini')).toBeNull()
  await restored.set('service', secret)
  const next = await openVault(file, cipher)
  expect([next.problem(), next.read('local')?.secret, next.read('service')?.secret]).toEqual([
    null,
    'the local key',
    secret,
  ])
})

test('a file that is damaged while the application runs is restored from memory', async () => {
  const vault = await openVault(file, cipher)
  await vault.set('local', 'the local key')
  await writeFile(file, 'no JSON')
  await rm(`${file}.backup`)
  await vault.set('service', secret)
  expect(vault.problem()).toMatchObject({ kind: 'restored' })
  const next = await openVault(file, cipher)
  expect([next.read('local')?.secret, next.read('service')?.secret]).toEqual(['the local key', secret])
})

test('a file that cannot be read keeps its local key, from its copy, and the other keys unused', async () => {
  const vault = await openVault(file, cipher)
  await vault.set('local', 'the local key')
  await vault.set('service', secret)
  await rm(file)
  await mkdir(file)
  const blocked = await openVault(file, cipher)
  expect([blocked.read('local')?.secret, blocked.localKeyHash(), blocked.status('service')]).toEqual([
    'the local key',
    hashKey('the local key'),
    { state: 'unreadable', usable: false, backend: 'a keyring' },
  ])
  await expect(blocked.set('local', 'rotated')).rejects.toThrow('EISDIR')
  expect([blocked.read('local')?.secret, blocked.status('local').state]).toEqual(['rotated', 'unreadable'])
  expect(blocked.localKeyHash()).toBeNull()
})

test.each([
  ['EISDIR', () => mkdir(file)],
  ['ELOOP', () => symlink('vault.json', file)],
])(
  'reports an unreadable vault file (%s) and never overwrites it; keys last for the session',
  async (code, makeUnreadable) => {
    await makeUnreadable()
    const vault = await openVault(file, keyring())
    expect(vault.problem()).toEqual({ kind: 'unreadable', detail: code })
    expect(vault.status('service')).toMatchObject({ state: 'unreadable', usable: false })
    await expect(vault.set('service', secret)).rejects.toThrow(code)
    expect(vault.read('service')?.secret).toBe(secret)
    expect(vault.status('service')).toMatchObject({ state: 'unreadable', usable: true })
    expect((await lstat(file)).isFile()).toBe(false)
  },
)

test('reloading the vault file finds its keys and saves those entered in the meantime', async () => {
  await (await openVault(file, cipher)).set('gemini', 'saved before')
  const saved = await readFile(file, 'utf8')
  await writeFile(file, saved.replace('"version":1', '"version":2'))
  const vault = await openVault(file, cipher)
  expect(vault.problem()).toEqual({ kind: 'newer', detail: '2' })
  await expect(vault.set('service', secret)).rejects.toThrow()
  expect(await readFile(file, 'utf8')).toContain('"version":2')
  await writeFile(file, saved)
  await vault.reload()
  expect(vault.problem()).toBeNull()
  expect([vault.status('gemini').state, vault.status('service').state]).toEqual(['ready', 'ready'])
  const reopened = await openVault(file, cipher)
  expect([reopened.read('gemini')?.secret, reopened.read('service')?.secret]).toEqual([
    'saved before',
    secret,
  ])
})

test('stores keys that are set concurrently, also by another process, and restores a deleted file', async () => {
  const [first, second] = [await openVault(file, cipher), await openVault(file, cipher)]
  await second.set('gemini', 'of the second')
  await Promise.all([first.set('service', secret), first.set('local', 'mine')])
  const readKeys = async () => {
    const vault = await openVault(file, cipher)
    return (['gemini', 'service', 'local'] as const).map((slot) => vault.read(slot)?.secret)
  }
  expect(await readKeys()).toEqual(['of the second', secret, 'mine'])
  await rm(file)
  await first.set('openai', 'one more')
  expect(await readKeys()).toEqual(['of the second', secret, 'mine'])
})

test('a replaced key does not come back after a restart if the new one cannot be encrypted', async () => {
  await (await openVault(file, cipher)).set('local', 'the old key')
  let fails = true
  const encrypt = (text: string) =>
    fails ? Promise.reject(new Error('the keyring is locked')) : cipher.encrypt(text)
  const vault = await openVault(file, { ...cipher, encrypt })
  await vault.set('local', 'the new key')
  expect(vault.read('local')?.secret).toBe('the new key')
  expect(vault.status('local').state).toBe('no-secure-storage')
  const restarted = await openVault(file, cipher)
  expect([restarted.read('local'), restarted.localKeyHash()]).toEqual([null, null])
  fails = false
  await vault.set('local', 'the newest key')
  expect(vault.status('local').state).toBe('ready')
})

test('a session key leaves the saved one in the file until that is readable again', async () => {
  await (await openVault(file, cipher)).set('local', 'the saved key')
  let isUnlocked = false
  const decrypt = (bytes: Buffer) =>
    isUnlocked ? cipher.decrypt(bytes) : Promise.reject(new Error('the keyring is locked'))
  const vault = await openVault(file, { ...cipher, decrypt })
  vault.setForSession('local', 'a temporary key')
  expect(vault.read('local')?.secret).toBe('a temporary key')
  expect(vault.status('local')).toMatchObject({ state: 'unreadable', usable: true })
  isUnlocked = true
  await vault.reload()
  expect(vault.read('local')?.secret).toBe('the saved key')
  expect(vault.status('local').state).toBe('ready')
})

test('stores the origins a key was entered for', async () => {
  await (await openVault(file, cipher, () => ['https://old.example'])).set('service', secret)
  const moved = await openVault(file, cipher, () => ['https://new.example'])
  expect(moved.read('service')).toEqual({ secret, origins: ['https://old.example'] })
})
