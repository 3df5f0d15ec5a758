// Media of logged requests as files: stored once by hash, and deleted with their requests.
import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findMarks } from '#shared/exchange/body-marks'
import type { EndedExchange } from '#shared/schemas/exchange'
import type { RequestLogSettings } from '#shared/schemas/request-log'
import { storeFile } from '../media/store-file'
import { makeFolder } from '../workspace.fixture'
import { makeExchange, now, openTestLog } from './exchange.fixture'
import { decodeRun, encodeRun } from './log-media'

function open(settings: Partial<RequestLogSettings> = {}, folder = makeFolder()) {
  return openTestLog({ folder, settings, mediaFolder: () => join(folder, 'media') })
}

function makePng(length = 3000): Buffer {
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), randomBytes(length)])
}

/** With each image as the gateway reports it. */
function withImages(id: string, images: readonly Buffer[], startedAt = now): EndedExchange {
  const files = images.map((image, index) => ({
    reference: `${id}/${index}`,
    isBase64: true,
    chunks: [Buffer.from(image.toString('base64'))],
  }))
  const marks = images.map((image, index) => {
    const { length } = image.toString('base64')
    return `{"data":"<${length} characters of Base64, file ${id}/${index}>"}`
  })
  return { ...makeExchange(id, startedAt, `[${marks.join()}]`), files }
}

const listFiles = (folder: string) =>
  readdirSync(join(folder, 'exchange-media'), { recursive: true }).filter((name) => `${name}`.length > 60)

const hashesOf = (body: string | undefined) => findMarks(body ?? '').map(({ hash }) => hash ?? '')

test('stores each image once, and opens it by the hash in its mark', async () => {
  const { log, folder } = open()
  const [one, other] = [makePng(), makePng()]
  log.add(withImages('a', [one, other]))
  log.add(withImages('b', [one]))
  const a = await log.read({ id: 'a' })
  const [hash = '', second = ''] = hashesOf(a?.responseBody)
  expect(a?.responseBody).toBe(
    `[{"data":"<4012 characters of Base64, SHA-256 ${hash}>"},{"data":"<4012 characters of Base64, SHA-256 ${second}>"}]`,
  )
  expect(hashesOf((await log.read({ id: 'b' }))?.responseBody)).toEqual([hash])
  expect(listFiles(folder)).toHaveLength(2)
  const file = await log.openFile(hash)
  expect(file.mimeType).toBe('image/png')
  expect(readFileSync(file.path).equals(one)).toBe(true)
  await expect(log.openFile('../../exchanges.db')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
})

test('deletes files with their last request: beyond a limit, and when the log is cleared', async () => {
  const { log, folder } = open({ maxRows: 2 })
  const shared = makePng()
  log.add(withImages('a', [shared, makePng()]))
  await log.list({})
  log.add(withImages('b', [shared], now + 1))
  log.add(withImages('c', [makePng()], now + 2))
  await expect.poll(async () => (await log.list({})).rows.map(({ id }) => id)).toEqual(['c', 'b'])
  await expect.poll(() => listFiles(folder)).toHaveLength(2)
  expect(hashesOf((await log.read({ id: 'b' }))?.responseBody)).toHaveLength(1)
  await log.clear()
  expect(readdirSync(folder)).not.toContain('exchange-media')
})

test('counts files within the size limit', async () => {
  const { log, folder } = open({ maxMegabytes: 2 })
  for (let index = 0; index < 24; index += 1)
    log.add(withImages(`n${index}`, [makePng(200_000)], now + index))
  await expect.poll(async () => (await log.list({})).rows).toHaveLength(24)
  await expect.poll(() => listFiles(folder).length).toBeLessThan(12)
  const { rows } = await log.list({})
  expect(rows).toHaveLength(24)
  expect(rows.filter(({ hasDetail }) => hasDetail)).toHaveLength(listFiles(folder).length)
})

test('removes what a crash has left at the next start, and nothing else', async () => {
  const { log, folder } = open()
  log.add(withImages('a', [makePng()]))
  await log.close()
  await storeFile(join(folder, 'exchange-media'), makePng())
  const own = join(folder, 'exchange-media', 'notes.txt')
  writeFileSync(own, 'mine')
  expect(listFiles(folder)).toHaveLength(2)
  const { log: next } = open({}, folder)
  next.add(makeExchange('b', now))
  expect(hashesOf((await next.read({ id: 'a' }))?.responseBody)).toHaveLength(1)
  await next.list({})
  expect(listFiles(folder)).toHaveLength(1)
  expect(readFileSync(own, 'utf8')).toBe('mine')
})

test('takes no space for a file that the workspace has', async () => {
  const { log, folder } = open()
  const image = makePng()
  mkdirSync(join(folder, 'media'))
  const known = await storeFile(join(folder, 'media'), image)
  log.add(withImages('a', [image]))
  const [hash = ''] = hashesOf((await log.read({ id: 'a' }))?.responseBody)
  const file = await log.openFile(hash)
  expect(file.path).not.toBe(known.path)
  expect(statSync(file.path).ino).toBe(statSync(known.path).ino)
})

// A text that looks like a reference must not show the files of another request.
test('ignores a reference in the text of another request', async () => {
  const { log } = open()
  log.add(withImages('a', [makePng()]))
  log.add(makeExchange('b', now, '{"text":"<4012 characters of Base64, file a/0>"}'))
  expect((await log.read({ id: 'b' }))?.responseBody).toBe('{"text":"<4012 characters of Base64, file a/0>"}')
})

test.each([
  ['base64', (bytes: Buffer) => bytes.toString('base64')],
  ['base64', (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')],
  ['base64url', (bytes: Buffer) => bytes.toString('base64url')],
  ['base64url', (bytes: Buffer) => bytes.toString('base64').replaceAll('+', '-').replaceAll('/', '_')],
  ['escaped', (bytes: Buffer) => bytes.toString('base64').replaceAll('/', '\\/')],
] as const)('encodes %s as it was, for any length', (kind, encode) => {
  for (let length = 300; length < 306; length += 1) {
    const bytes = Buffer.alloc(length, '\xfb\xff\xbe', 'latin1')
    const text = encode(bytes)
    const decoded = decodeRun(text)
    expect(decoded).toEqual({ kind, bytes })
    expect(encodeRun(bytes, { kind, length: text.length })).toBe(text)
  }
})

test('knows Base64 that it can’t write again, and other texts', () => {
  const lines = 'QUJDREVGR0hJ\\r\\n'.repeat(30)
  expect(decodeRun(lines)).toMatchObject({ kind: 'other', bytes: Buffer.from('ABCDEFGHI'.repeat(30)) })
  expect(decodeRun(`${'QUJD'.repeat(80)} and ${'QUJD'.repeat(80)}`)).toBeNull()
  expect(decodeRun(`${'QUJD'.repeat(80)}QR==`)).toMatchObject({ kind: 'other' })
})
