// Chromium's spell checker. The page's session never downloads dictionaries: another one gets them from this process.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { app, type Session, session } from 'electron'
import { listDictionaries } from '../spelling/dictionary-languages'
import type { SpellChecker } from '../spelling/spelling'

/** Nothing listens here. */
const noDownloads = 'http://127.0.0.1:9/'

/** Milliseconds in which Chromium must open a dictionary or ask for it. */
const loadTimeoutMs = 30_000

/** Applies to all sessions. Otherwise Chromium would download dictionaries from its maker's server, without asking. */
export function blockDictionaryDownloads(target: Session): void {
  target.setSpellCheckerDictionaryDownloadURL(noDownloads)
}

/** Must be called as soon as a session exists, because it starts with the system's language. */
export function stopSpellChecking(target: Session): void {
  target.setSpellCheckerEnabled(false)
  if (process.platform !== 'darwin') target.setSpellCheckerLanguages([])
}

/** `page`: the session whose text is checked. */
export function openSpellChecker(page: Session): SpellChecker {
  const isSystem = process.platform === 'darwin'
  return {
    isSystem,
    // Not at start, because the first use of Intl is slow.
    get languages() {
      return isSystem ? [] : listDictionaries(page.availableSpellCheckerLanguages)
    },
    systemLanguages: app.getPreferredSystemLanguages(),
    load: loadDictionary,
    use: (isOn, languages) => {
      if (!isSystem) {
        // An unchanged list would not make Chromium open new files.
        page.setSpellCheckerLanguages([])
        page.setSpellCheckerLanguages([...languages])
      }
      page.setSpellCheckerEnabled(isOn && (isSystem || languages.length > 0))
    },
    clear: async () => {
      const folder = join(app.getPath('sessionData'), 'Dictionaries')
      const names = await readdir(folder).catch(() => [])
      for (const name of names.filter((each) => each.endsWith('.bdic')))
        await rm(join(folder, name), { force: true, maxRetries: 3 })
    },
  }
}

/** All sessions share Chromium's copies, so that the page's finds those that this one has been given. */
const loadDictionary: SpellChecker['load'] = async (language, provide) => {
  const loader = session.fromPartition('dictionaries', { cache: false })
  stopSpellChecking(loader)
  await loader.setProxy({ mode: 'direct' })
  const { result, restart, pause } = waitForDictionary(loader, language)
  const token = randomBytes(16).toString('hex')
  const server = createServer((request, response) => {
    pause()
    void answer(request, response, { token, provide }).finally(restart)
  })
  try {
    const { port } = await listen(server)
    loader.setSpellCheckerDictionaryDownloadURL(`http://127.0.0.1:${port}/${token}/`)
    loader.setSpellCheckerLanguages([language])
    return await result
  } finally {
    blockDictionaryDownloads(loader)
    stopSpellChecking(loader)
    server.closeAllConnections()
    server.close()
  }
}

/** Resolves to whether Chromium has opened it. The time runs out only while it is Chromium's turn. */
function waitForDictionary(loader: Session, language: string) {
  let end = (_isLoaded: boolean): void => {}
  const result = new Promise<boolean>((resolve) => {
    end = resolve
  })
  const start = () => setTimeout(() => end(false), loadTimeoutMs)
  let timer = start()
  const onInitialized = (_event: unknown, code: string) => code === language && end(true)
  const onFailure = (_event: unknown, code: string) => code === language && end(false)
  loader.on('spellcheck-dictionary-initialized', onInitialized)
  loader.on('spellcheck-dictionary-download-failure', onFailure)
  return {
    result: result.finally(() => {
      clearTimeout(timer)
      loader.off('spellcheck-dictionary-initialized', onInitialized)
      loader.off('spellcheck-dictionary-download-failure', onFailure)
    }),
    pause: () => clearTimeout(timer),
    restart: () => {
      timer = start()
    },
  }
}

async function listen(server: Server): Promise<AddressInfo> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A TCP server has no other kind of address.
  return server.address() as AddressInfo
}

interface AnswerOptions {
  /** The first part of the path, unknown to other programs. */
  readonly token: string
  readonly provide: Parameters<SpellChecker['load']>[1]
}

async function answer(request: IncomingMessage, response: ServerResponse, { token, provide }: AnswerOptions) {
  const [, sent, name = ''] = /^\/(\w+)\/([\w-]+\.bdic)$/.exec(request.url ?? '') ?? []
  const bytes = sent === token ? await provide(name).catch(() => null) : null
  if (bytes) response.writeHead(200, { 'content-length': bytes.length }).end(bytes)
  else response.writeHead(404).end()
}
