// Spell checking: keeps the dictionaries of the selected languages, and downloads them only when the user asks.
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Outbound } from '#gateway/ports'
import { ApiError } from '#shared/schemas/api-error'
import {
  defaultDictionaryUrl,
  type SpellingPhase,
  type SpellingSettings,
  type SpellingState,
} from '#shared/schemas/spelling'
import { createFolder, removeTempFiles, writeAtomically } from '#workspace/atomic-write'
import { createSerialQueue } from '#workspace/concurrency/locks'
import { createThrottle } from '#workspace/concurrency/timing'
import { toFileError } from '../file-error'
import type { Log } from '../log'
import { downloadDictionary, findDictionaryProblem, maxDictionaryBytes } from './dictionary-file'
import { findDictionary, findDictionaryOfFile } from './dictionary-languages'

/** Resolves to a dictionary's bytes; null without one. `fileName` has Chromium's version of it. */
type ProvideDictionary = (fileName: string) => Promise<Uint8Array | null>

/** Chromium's spell checker. */
export interface SpellChecker {
  /** The operating system checks spelling, without dictionaries of the application. */
  readonly isSystem: boolean
  readonly languages: readonly string[]
  /** The user's languages in the operating system, the preferred one first. */
  readonly systemLanguages: readonly string[]
  /** Resolves to whether the language can be checked. Asks for its dictionary only if Chromium does not have it. */
  readonly load: (language: string, provide: ProvideDictionary) => Promise<boolean>
  /** Checks what the user types. `languages` must be loaded. */
  readonly use: (isOn: boolean, languages: readonly string[]) => void
  /** Deletes Chromium's copies of all dictionaries. None may be in use. */
  readonly clear: () => Promise<void>
}

export interface SpellingPorts {
  /** Holds the dictionaries. */
  readonly folder: string
  readonly checker: SpellChecker
  readonly settings: () => SpellingSettings
  /** Must use the proxy of the settings. */
  readonly send: Outbound['send']
  readonly onChange: () => void
  readonly log: Log['write']
  /** Milliseconds without a byte after which a download fails; default: 30 s. */
  readonly stallMs?: number
}

const progressMs = 250

export class Spelling {
  readonly #ports: SpellingPorts
  readonly #queue = createSerialQueue()
  #settings: SpellingSettings
  #loaded: ReadonlySet<string> = new Set()
  #ready: readonly string[] = []
  #phase: SpellingPhase = { type: 'idle' }
  #download: AbortController | undefined

  constructor(ports: SpellingPorts) {
    this.#ports = ports
    this.#settings = ports.settings()
    // A crash may have left a file half-written.
    removeTempFiles(ports.folder).catch(() => undefined)
    void this.#load()
  }

  async read(): Promise<SpellingState> {
    const { isSystem, languages, systemLanguages } = this.#ports.checker
    const suggested = systemLanguages.flatMap((tag) => findDictionary(tag, languages) ?? [])
    return {
      isOn: this.#isOn(),
      isSystem,
      languages: [...languages],
      suggested: suggested[0] ?? null,
      dictionaries: await this.#listDictionaries(),
      ready: [...this.#ready],
      phase: this.#phase,
    }
  }

  /** Downloads the missing dictionaries of the selected languages. Resolves once it has ended, in whatever way. */
  async download(): Promise<void> {
    if (this.#download) return
    this.#download = new AbortController()
    this.#enter({ type: 'idle' })
    await this.#load(this.#download.signal)
    this.#download = undefined
  }

  cancelDownload(): void {
    this.#download?.abort()
  }

  /** Resolves to the file's language, which its name starts with. Replaces an earlier dictionary. */
  async addFile(path: string): Promise<string> {
    const name = basename(path)
    const bytes = await readDictionary(path)
    const language = findDictionaryOfFile(name, this.#ports.checker.languages)
    if (language === undefined)
      throw new ApiError(
        'INVALID_ARGUMENT',
        `Can’t tell the language of ${name}. Rename it to start with its language, such as en-US.bdic, then add it again.`,
      )
    await this.#queue(async () => {
      await this.#store(language, bytes)
      await this.#clear()
      if (await this.#loadOne(language)) return
      await rm(this.#fileOf(language), { force: true })
      throw new ApiError('INVALID_ARGUMENT', `Chromium can’t read ${name}. Choose another dictionary file.`)
    }).finally(() => void this.#load())
    return language
  }

  async deleteDictionary(language: string): Promise<void> {
    if (!this.#ports.checker.languages.includes(language))
      throw new ApiError('NOT_FOUND', 'Dictionary not found.')
    await this.#queue(async () => {
      await rm(this.#fileOf(language), { force: true })
      await this.#clear()
    })
    await this.#load()
  }

  /** Called after the settings have changed. */
  follow(): void {
    const before = this.#settings
    this.#settings = this.#ports.settings()
    if (JSON.stringify(before) === JSON.stringify(this.#settings)) return
    const { languages, dictionaryUrl } = this.#settings
    const isNeeded = this.#phase.type !== 'downloading' || languages.includes(this.#phase.language)
    if (!this.#isOn() || !isNeeded || before.dictionaryUrl !== dictionaryUrl) this.#download?.abort()
    if (this.#phase.type === 'failed') this.#enter({ type: 'idle' })
    void this.#load()
  }

  close(): void {
    this.#download?.abort()
  }

  #isOn(): boolean {
    return this.#settings.isOn ?? this.#ports.checker.isSystem
  }

  /** Loads the dictionaries that are needed and checks with them. Without `download`, nothing is requested. */
  #load(download?: AbortSignal): Promise<void> {
    const { checker, log, onChange } = this.#ports
    return this.#queue(async () => {
      try {
        const isOn = this.#isOn()
        const selected = this.#settings.languages.filter((language) => checker.languages.includes(language))
        const ready: string[] = []
        for (const language of isOn ? selected : [])
          if (await this.#loadOne(language, download)) ready.push(language)
        this.#ready = ready
        checker.use(isOn, ready)
      } catch (error) {
        log('Couldn’t load the dictionaries', error)
      }
      if (this.#phase.type === 'downloading') this.#phase = { type: 'idle' }
      onChange()
    })
  }

  async #loadOne(language: string, download?: AbortSignal): Promise<boolean> {
    if (this.#loaded.has(language)) return true
    const isLoaded = await this.#ports.checker.load(language, async (fileName) => {
      const stored = await this.#readStored(language)
      return stored ?? (download ? await this.#receive(language, fileName, download) : null)
    })
    if (isLoaded) this.#loaded = new Set([...this.#loaded, language])
    return isLoaded
  }

  /** Null after a failure, which the phase reports, and once one was canceled or has failed. */
  async #receive(language: string, fileName: string, signal: AbortSignal): Promise<Uint8Array | null> {
    if (signal.aborted || this.#phase.type === 'failed') return null
    const { send, stallMs = 30_000, log } = this.#ports
    const url = new URL(fileName, toFolderUrl(this.#settings.dictionaryUrl)).href
    const progress = { bytes: 0, totalBytes: 0 }
    const show = () => this.#enter({ type: 'downloading', language, ...progress })
    const throttle = createThrottle(progressMs, show)
    const onProgress = (bytes: number, totalBytes: number) => {
      Object.assign(progress, { bytes, totalBytes })
      throttle.schedule()
    }
    show()
    try {
      const bytes = await downloadDictionary({ send, url, signal, onProgress, stallMs })
      await this.#store(language, bytes)
      return bytes
    } catch (error) {
      if (signal.aborted) return null
      log('Couldn’t download a dictionary', error)
      throttle.cancel()
      this.#enter({
        type: 'failed',
        language,
        message: error instanceof ApiError ? error.message : String(error),
      })
      return null
    } finally {
      throttle.cancel()
    }
  }

  async #store(language: string, bytes: Uint8Array): Promise<void> {
    const { folder } = this.#ports
    try {
      await createFolder(folder)
      await writeAtomically(folder, this.#fileOf(language), bytes)
    } catch (error) {
      throw toFileError(error, 'Couldn’t save the dictionary')
    }
  }

  /** Null if it is missing or damaged. */
  async #readStored(language: string): Promise<Uint8Array | null> {
    const bytes = await readFile(this.#fileOf(language)).catch(() => null)
    return bytes && findDictionaryProblem(bytes) === undefined ? bytes : null
  }

  async #listDictionaries(): Promise<SpellingState['dictionaries']> {
    const { folder, checker } = this.#ports
    const names = new Set(await readdir(folder).catch(() => []))
    const stored = checker.languages.filter((language) => names.has(`${language}.bdic`))
    return Promise.all(
      stored.map(async (language) => ({ language, bytes: (await stat(this.#fileOf(language))).size })),
    )
  }

  #fileOf(language: string): string {
    return join(this.#ports.folder, `${language}.bdic`)
  }

  async #clear(): Promise<void> {
    this.#loaded = new Set()
    this.#ports.checker.use(false, [])
    await this.#ports.checker.clear()
  }

  #enter(phase: SpellingPhase): void {
    this.#phase = phase
    this.#ports.onChange()
  }
}

/** Rejects what Chromium can’t read. */
async function readDictionary(path: string): Promise<Uint8Array> {
  const name = basename(path)
  try {
    if ((await stat(path)).size > maxDictionaryBytes)
      throw new ApiError('INVALID_ARGUMENT', `${name} is too large for a dictionary.`)
    const bytes = await readFile(path)
    const problem = findDictionaryProblem(bytes)
    if (problem === undefined) return bytes
    const reason = problem === 'damaged' ? 'is damaged' : 'isn’t a dictionary in Chromium’s .bdic format'
    throw new ApiError('INVALID_ARGUMENT', `${name} ${reason}. Choose another file.`)
  } catch (error) {
    throw error instanceof ApiError ? error : toFileError(error, `Couldn’t read ${name}`)
  }
}

function toFolderUrl(url: string): string {
  const folder = url || defaultDictionaryUrl
  return folder.endsWith('/') ? folder : `${folder}/`
}
