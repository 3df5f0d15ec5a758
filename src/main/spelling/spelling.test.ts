// Spell checking over a real server on loopback: nothing is requested without consent, and only dictionaries are stored.
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createDispatcher } from '#gateway/outbound/dispatch'
import { defaultSpelling, SpellingSettings } from '#shared/schemas/spelling'
import { type DictionaryServer, makeDictionary, openDictionaryServer } from './dictionary.fixture'
import { findDictionaryProblem } from './dictionary-file'
import { type SpellChecker, Spelling, type SpellingPorts } from './spelling'

const english = makeDictionary(['light', 'model', 'playground', 'the'])
const german = makeDictionary(['Haus', 'licht'])

let server: DictionaryServer
let folder: string
const closing: (() => unknown)[] = []

beforeEach(async () => {
  server = await openDictionaryServer()
  folder = join(await mkdtemp(join(tmpdir(), 'gen-playground-spelling-')), 'dictionaries')
  server.files.set('en-us-10-1.bdic', english).set('de-de-3-0.bdic', german)
})

afterEach(async () => {
  for (const close of closing.splice(0)) await close()
  await server.close()
  await rm(join(folder, '..'), { recursive: true, force: true })
})

const fileNames: Readonly<Record<string, string>> = {
  'en-US': 'en-us-10-1.bdic',
  de: 'de-de-3-0.bdic',
  fr: 'fr-fr-3-0.bdic',
}

/** Keeps copies, and asks only for a dictionary that it does not have, as Chromium does. */
function openChecker(changes: Partial<SpellChecker> = {}) {
  const copies = new Map<string, Uint8Array>()
  const used: string[] = []
  const checker: SpellChecker = {
    isSystem: false,
    languages: Object.keys(fileNames),
    systemLanguages: ['de-AT', 'en-US'],
    load: async (language, provide) => {
      const bytes = copies.get(language) ?? (await provide(fileNames[language] ?? ''))
      if (!bytes || findDictionaryProblem(bytes)) return false
      copies.set(language, bytes)
      return true
    },
    use: (isOn, languages) => void used.push(isOn ? `on ${languages.join()}`.trim() : 'off'),
    clear: async () => copies.clear(),
    ...changes,
  }
  return { checker, copies, used }
}

function openSpelling(saved: Partial<SpellingSettings>, { checker }: { checker: SpellChecker }) {
  const settings = { ...defaultSpelling, dictionaryUrl: server.url, ...saved }
  const { send, close } = createDispatcher({ headersTimeout: 0, bodyTimeout: 0 })
  closing.push(close)
  const ports: SpellingPorts = {
    folder,
    checker,
    settings: () => ({ ...settings }),
    send,
    onChange: () => {},
    log: () => {},
  }
  const spelling = new Spelling(ports)
  closing.push(() => spelling.close())
  return { spelling, settings, ports }
}

describe('without consent', () => {
  test('it is off by default except where the system checks, and requests nothing in either case', async () => {
    const own = openChecker()
    const system = openChecker({ isSystem: true, languages: [], systemLanguages: ['en-US'] })
    const { spelling } = openSpelling({ languages: ['en-US'] }, own)
    const { spelling: systemSpelling } = openSpelling({}, system)
    await expect.poll(() => [own.used, system.used]).toEqual([['off'], ['on']])
    expect(await spelling.read()).toMatchObject({ isOn: false, suggested: 'de' })
    expect(await systemSpelling.read()).toMatchObject({ isOn: true, suggested: null })
    expect(server.requests).toEqual([])
  })

  test('turning it on and selecting languages requests nothing: they are reported as not ready', async () => {
    const opened = openChecker()
    const { spelling, settings } = openSpelling({}, opened)
    Object.assign(settings, { isOn: true, languages: ['en-US', 'de', 'unknown'] })
    spelling.follow()
    await expect.poll(() => opened.used).toEqual(['off', 'on'])
    expect(await spelling.read()).toMatchObject({ isOn: true, ready: [], dictionaries: [] })
    expect(server.requests).toEqual([])
  })
})

describe('a download', () => {
  test('stores the missing dictionaries under their languages; the next start needs no request', async () => {
    const opened = openChecker()
    const { spelling } = openSpelling({ isOn: true, languages: ['en-US', 'de'] }, opened)
    await spelling.download()
    expect(await spelling.read()).toMatchObject({
      ready: ['en-US', 'de'],
      dictionaries: [
        { language: 'en-US', bytes: english.length },
        { language: 'de', bytes: german.length },
      ],
      phase: { type: 'idle' },
    })
    expect(await readFile(join(folder, 'de.bdic'))).toEqual(german)
    expect(opened.used.at(-1)).toBe('on en-US,de')

    const later = openChecker()
    openSpelling({ isOn: true, languages: ['en-US', 'de'] }, later)
    await expect.poll(() => later.used).toEqual(['on en-US,de'])
    await spelling.download()
    expect(server.requests).toEqual(['en-us-10-1.bdic', 'de-de-3-0.bdic'])
  })

  test('can be canceled: the connection closes, and nothing half is stored', async () => {
    server.hold()
    const { spelling } = openSpelling({ isOn: true, languages: ['en-US'] }, openChecker())
    const download = spelling.download()
    const half = { bytes: Math.floor(english.length / 2), totalBytes: english.length }
    await expect.poll(async () => (await spelling.read()).phase).toMatchObject(half)
    spelling.cancelDownload()
    await download
    await expect.poll(() => server.aborted()).toBe(1)
    expect(await spelling.read()).toMatchObject({ phase: { type: 'idle' }, ready: [], dictionaries: [] })
    expect(await readdir(folder).catch(() => [])).toEqual([])
    server.release()
    await spelling.download()
    expect((await spelling.read()).ready).toEqual(['en-US'])
  })

  test('continues while another language is selected, and ends when its own is deselected', async () => {
    server.hold()
    const { spelling, settings } = openSpelling({ isOn: true, languages: ['en-US'] }, openChecker())
    const download = spelling.download()
    await expect.poll(async () => (await spelling.read()).phase.type).toBe('downloading')
    await expect.poll(() => server.requests).toHaveLength(1)
    settings.languages = ['en-US', 'de']
    spelling.follow()
    expect(server.aborted()).toBe(0)
    settings.languages = ['de']
    spelling.follow()
    await download
    await expect.poll(() => server.aborted()).toBe(1)
    expect(server.requests).toEqual(['en-us-10-1.bdic'])
  })

  test('a failure keeps what was stored before it, says what to do, and a retry requests only the rest', async () => {
    server.files.delete('de-de-3-0.bdic')
    const { spelling } = openSpelling({ isOn: true, languages: ['en-US', 'de', 'fr'] }, openChecker())
    await spelling.download()
    const { phase, ready } = await spelling.read()
    expect(phase).toEqual({
      type: 'failed',
      language: 'de',
      message:
        '127.0.0.1 doesn’t have this dictionary (HTTP 404). Check the download URL, or add a dictionary file.',
    })
    expect(ready).toEqual(['en-US'])
    server.files.set('de-de-3-0.bdic', german).set('fr-fr-3-0.bdic', german)
    await spelling.download()
    expect((await spelling.read()).ready).toEqual(['en-US', 'de', 'fr'])
    expect(server.requests).toEqual(['en-us-10-1.bdic', 'de-de-3-0.bdic', 'de-de-3-0.bdic', 'fr-fr-3-0.bdic'])
  })

  test('follows redirects, but none to a URL without HTTPS', async () => {
    const redirectTo = (location: string) => (response: import('node:http').ServerResponse) => {
      response.writeHead(302, { location }).end()
    }
    server.files.set('elsewhere.bdic', english)
    server.files.set('en-us-10-1.bdic', redirectTo('elsewhere.bdic'))
    server.files.set('de-de-3-0.bdic', redirectTo('http://dictionaries.example/de.bdic'))
    const { spelling } = openSpelling({ isOn: true, languages: ['en-US', 'de'] }, openChecker())
    await spelling.download()
    expect(await spelling.read()).toMatchObject({
      ready: ['en-US'],
      phase: { message: 'The server redirects to a URL without HTTPS: http://dictionaries.example.' },
    })
  })

  test('names the host if it cannot be reached, and gives up on one that sends nothing more', async () => {
    const { spelling, settings, ports } = openSpelling({ isOn: true, languages: ['en-US'] }, openChecker())
    settings.dictionaryUrl = 'http://127.0.0.1:9'
    spelling.follow()
    await spelling.download()
    expect((await spelling.read()).phase).toMatchObject({
      message: expect.stringMatching(/^Can’t reach 127\.0\.0\.1 \(ECONNREFUSED\)\. Check Settings > Network/),
    })
    server.hold()
    settings.dictionaryUrl = server.url
    const impatient = new Spelling({ ...ports, stallMs: 100, onChange: () => {} })
    await impatient.download()
    expect((await impatient.read()).phase).toMatchObject({ message: expect.stringMatching(/stalled/) })
  })
})

describe('a dictionary file', () => {
  const save = async (name: string, bytes: Uint8Array) => {
    const path = join(folder, '..', name)
    await writeFile(path, bytes)
    return path
  }

  test('is stored under the language of its name, replaces an earlier one, and can be deleted', async () => {
    const opened = openChecker()
    const { spelling } = openSpelling({ isOn: true, languages: ['de'] }, opened)
    expect(await spelling.addFile(await save('de_DE.bdic', english))).toBe('de')
    expect(opened.copies.get('de')).toEqual(english)
    expect(await spelling.addFile(await save('de-DE-3-0.bdic', german))).toBe('de')
    expect(opened.copies.get('de')).toEqual(german)
    await expect.poll(async () => (await spelling.read()).ready).toEqual(['de'])
    await spelling.deleteDictionary('de')
    expect(await spelling.read()).toMatchObject({ ready: [], dictionaries: [] })
    expect(opened.copies.size).toBe(0)
    await expect(spelling.deleteDictionary('../de')).rejects.toThrow('Dictionary not found.')
    expect(server.requests).toEqual([])
  })

  test('that has another content or name, or that Chromium cannot open, is rejected, and nothing is stored', async () => {
    for (const [name, bytes, message, changes] of [
      ['words.bdic', english, /Can’t tell the language of words\.bdic\. Rename it/, {}],
      [
        'en-US.bdic',
        Buffer.from('SET UTF-8\nlight\n'.repeat(9)),
        /isn’t a dictionary in Chromium’s \.bdic format/,
        {},
      ],
      ['en-US.bdic', english.subarray(0, 100), /en-US\.bdic is damaged/, {}],
      ['en-US.bdic', english, /Chromium can’t read/, { load: async () => false }],
    ] as const) {
      const { spelling } = openSpelling({ isOn: true }, openChecker(changes))
      await expect(spelling.addFile(await save(name, bytes))).rejects.toThrow(message)
      expect((await spelling.read()).dictionaries).toEqual([])
    }
  })
})

test('a download URL must use HTTPS, and languages must be codes', () => {
  const problemOf = (value: object) => SpellingSettings.safeParse(value).error?.issues[0]?.message
  expect(problemOf({ dictionaryUrl: 'http://mirror.example/dict' })).toBe('must start with https://')
  expect(problemOf({ dictionaryUrl: 'https://mirror.example/dict' })).toBeUndefined()
  expect(problemOf({ languages: ['../x'] })).toBe('must be a language code')
})
