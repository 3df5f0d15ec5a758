// Spell checking by Chromium with the dictionaries that it has. It downloads one only when the user asks, in a session of
// its own. All sessions share its files.
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { app, type Session, session } from 'electron'
import { ApiError } from '#shared/schemas/api-error'
import { defaultDictionaryUrl, type SpellingPhase, type SpellingSettings } from '#shared/schemas/spelling'
import { createFolder, writeAtomically } from '#workspace/atomic-write'
import { createSerialQueue } from '#workspace/concurrency/locks'
import type { Workspace } from '#workspace/workspace'
import type { DesktopHost } from '../desktop-api/desktop-host'
import { findDictionary, listDictionaries, parseFileName } from '../dictionary-languages'
import { toFileError } from '../file-error'
import type { FileDialogs } from './file-dialogs'
import { blockDictionaryDownloads, noDownloads, stopSpellChecking } from './session-hardening'
import type { DesktopNetwork } from './system-network'

/** Milliseconds in which Chromium must have opened a dictionary, or downloaded it as well. */
const openTimeoutMs = 60_000
const downloadTimeoutMs = 300_000

/** Larger than any dictionary. */
const maxDictionaryBytes = 50_000_000

type Spelling = DesktopHost['spelling']

interface SpellCheckerPorts
  extends Pick<FileDialogs, 'openFile'>,
    Pick<DesktopNetwork, 'configureSession' | 'logInSession'> {
  /** The session whose text is checked. */
  readonly page: Session
}

const isSystem = process.platform === 'darwin'

/** The procedures of the page for spell checking, which follows the settings. */
export class SpellChecker implements Spelling {
  readonly #workspace: Workspace
  readonly #ports: SpellCheckerPorts
  readonly #enqueue = createSerialQueue()
  /** Chromium has files that it can't open, or those of an earlier version. */
  readonly #unusable = new Set<string>()
  #settings: SpellingSettings
  #phase: SpellingPhase = { type: 'idle' }
  #ready: readonly string[] = []

  constructor(workspace: Workspace, ports: SpellCheckerPorts) {
    this.#workspace = workspace
    this.#ports = ports
    this.#settings = workspace.settings.read().spelling
    ports.page.on('spellcheck-dictionary-download-failure', (_event, language) => {
      this.#unusable.add(language)
      void this.#apply()
    })
    workspace.changes.subscribe((topic) => {
      if (topic === 'settings') this.#follow(workspace.settings.read().spelling)
    })
    void this.#apply()
  }

  readonly read: Spelling['read'] = async () => {
    const languages = this.#listLanguages()
    const suggested = app.getPreferredSystemLanguages().map((tag) => findDictionary(tag, languages))
    const stored = [...(await listStored(languages))]
    return {
      ...{ isOn: this.#isOn(), isSystem, languages, ready: [...this.#ready], phase: this.#phase },
      suggested: suggested.find((language) => language !== undefined) ?? null,
      dictionaries: stored.map(([language, { bytes }]) => ({ language, bytes })),
    }
  }

  readonly download: Spelling['download'] = async () => {
    if (this.#phase.type === 'downloading') return
    const available = this.#listLanguages()
    const { languages, dictionaryUrl } = this.#settings
    const url = (dictionaryUrl || defaultDictionaryUrl).replace(/\/?$/, '/')
    let outcome: SpellingPhase = { type: 'idle' }
    try {
      for (const language of languages) {
        if (this.#ready.includes(language) || !available.includes(language)) continue
        this.#enter({ type: 'downloading', language })
        if (await this.#load(language, url)) continue
        const message = `Can’t download it from ${new URL(url).host}. Check the download URL and Settings > Network, then retry, or add a dictionary file.`
        outcome = { type: 'failed', language, message }
        break
      }
    } finally {
      // Also after an error. Otherwise nothing could be downloaded until the next start.
      this.#phase = outcome
      await this.#apply()
    }
  }

  readonly addFile: Spelling['addFile'] = async () => {
    const path = await this.#ports.openFile(['bdic'])
    if (path === null) return null
    const { language, file } = await storeFile(path, this.#listLanguages())
    if (!(await this.#load(language, noDownloads))) {
      await rm(file, { force: true })
      throw unreadable(basename(path))
    }
    this.#select([...new Set([...this.#settings.languages, language])], true)
    await this.#apply()
    return { language }
  }

  readonly deleteDictionary: Spelling['deleteDictionary'] = async ({ language }) => {
    this.#select(this.#settings.languages.filter((selected) => selected !== language))
    await this.#apply()
    await deleteStored(language, this.#listLanguages())
    this.#workspace.changes.emit('spelling')
  }

  readonly words: Spelling['words'] = async () =>
    [...(await this.#ports.page.listWordsInSpellCheckerDictionary())].sort(compare)

  readonly addWord: Spelling['addWord'] = ({ word }) => {
    this.#ports.page.addWordToSpellCheckerDictionary(word)
    this.#workspace.changes.emit('spelling')
  }

  readonly removeWord: Spelling['removeWord'] = ({ word }) => {
    this.#ports.page.removeWordFromSpellCheckerDictionary(word)
    this.#workspace.changes.emit('spelling')
  }

  #isOn(): boolean {
    return this.#settings.isOn ?? isSystem
  }

  /** Not at start, because the first use of Intl is slow. */
  #listLanguages(): string[] {
    return isSystem ? [] : listDictionaries(this.#ports.page.availableSpellCheckerLanguages)
  }

  #select(languages: string[], isOn = this.#settings.isOn): void {
    this.#workspace.settings.update({ spelling: { ...this.#settings, isOn, languages } })
  }

  #follow(settings: SpellingSettings): void {
    if (JSON.stringify(settings) === JSON.stringify(this.#settings)) return
    this.#settings = settings
    if (this.#phase.type === 'failed') this.#phase = { type: 'idle' }
    void this.#apply()
  }

  /** Checks with the dictionaries that Chromium has. */
  #apply(): Promise<void> {
    const { page } = this.#ports
    return this.#enqueue(async () => {
      const selected = this.#isOn() && !isSystem ? this.#settings.languages : []
      const stored = selected.length > 0 ? await listStored(this.#listLanguages()) : new Map()
      this.#ready = selected.filter((language) => stored.has(language) && !this.#unusable.has(language))
      if (!isSystem) {
        // An unchanged list would not make Chromium open new files.
        page.setSpellCheckerLanguages([])
        page.setSpellCheckerLanguages([...this.#ready])
      }
      page.setSpellCheckerEnabled(this.#isOn() && (isSystem || this.#ready.length > 0))
      this.#workspace.changes.emit('spelling')
    })
  }

  /** Resolves to whether Chromium has opened the dictionary; it is downloaded from the URL if its file is missing. */
  #load(language: string, url: string): Promise<boolean> {
    return this.#enqueue(async () => {
      const loader = session.fromPartition('dictionaries', { cache: false })
      stopSpellChecking(loader)
      await this.#ports.configureSession(loader)
      if (url !== noDownloads) await this.#ports.logInSession(loader, url)
      const isLoaded = await loadDictionary(loader, language, url)
      if (isLoaded) this.#unusable.delete(language)
      return isLoaded
    })
  }

  #enter(phase: SpellingPhase): void {
    this.#phase = phase
    this.#workspace.changes.emit('spelling')
  }
}

const { compare } = new Intl.Collator()

async function loadDictionary(loader: Session, language: string, url: string): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const loaded = new Promise<boolean>((resolve) => {
    const listen = (isLoaded: boolean) => (_event: unknown, code: string) => {
      if (code === language) resolve(isLoaded)
    }
    loader.on('spellcheck-dictionary-initialized', listen(true))
    loader.on('spellcheck-dictionary-download-failure', listen(false))
    timer = setTimeout(resolve, url === noDownloads ? openTimeoutMs : downloadTimeoutMs, false)
  })
  try {
    loader.setSpellCheckerDictionaryDownloadURL(url)
    loader.setSpellCheckerLanguages([language])
    return await loaded
  } finally {
    clearTimeout(timer)
    loader.removeAllListeners()
    blockDictionaryDownloads(loader)
    stopSpellChecking(loader)
  }
}

/** Of Chromium. */
const toFolder = () => join(app.getPath('sessionData'), 'Dictionaries')

/** The files of Chromium, by the language of their dictionary. */
async function listStored(languages: readonly string[]) {
  const stored = new Map<string, { readonly path: string; readonly bytes: number }>()
  for (const name of await readdir(toFolder()).catch(() => [])) {
    const language = parseFileName(name, languages)?.language
    const path = join(toFolder(), name)
    // It may have been deleted in the meantime.
    const file = language === undefined ? null : await stat(path).catch(() => null)
    if (language !== undefined && file) stored.set(language, { path, bytes: file.size })
  }
  return stored
}

async function deleteStored(language: string, languages: readonly string[]): Promise<void> {
  const file = (await listStored(languages)).get(language)
  if (!file) throw new ApiError('NOT_FOUND', 'Dictionary not found.')
  await rm(file.path, { force: true, maxRetries: 3 })
}

/** Resolves to the language and the path of the copy, which replaces an earlier dictionary. */
async function storeFile(path: string, languages: readonly string[]) {
  const name = basename(path)
  const parsed = parseFileName(name, languages)
  if (!parsed)
    throw new ApiError(
      'INVALID_ARGUMENT',
      `Can’t tell the language and version of ${name}. Rename it as Chromium does, such as en-US-10-1.bdic, then add it again.`,
    )
  try {
    if ((await stat(path)).size > maxDictionaryBytes)
      throw new ApiError('INVALID_ARGUMENT', `${name} is too large for a dictionary.`)
    const bytes = await readFile(path)
    // Otherwise Chromium would find out only after an earlier dictionary was replaced.
    if (bytes.toString('latin1', 0, 4) !== 'BDic') throw unreadable(name)
    await createFolder(toFolder())
    const file = join(toFolder(), parsed.fileName)
    await writeAtomically(toFolder(), file, bytes)
    return { language: parsed.language, file }
  } catch (error) {
    throw error instanceof ApiError ? error : toFileError(error, `Couldn’t copy ${name}`)
  }
}

function unreadable(name: string): ApiError {
  return new ApiError('INVALID_ARGUMENT', `Chromium can’t read ${name}. Choose another dictionary file.`)
}
