// A faithful fake of both vendor APIs on loopback, including their faults, for tests and offline work.
import type { Fault } from './fault.fixture'
import { createFaults } from './faults.fixture'
import { Files } from './files.fixture'
import { answerGemini, type Gemini } from './gemini.fixture'
import { type Certificate, type Host, type LoggedRequest, openHost } from './host.fixture'
import { answerOpenAi } from './openai.fixture'
import type { HostName, ReceivedRequest, Reply } from './reply.fixture'
import { Storage } from './storage.fixture'
import { Videos } from './videos.fixture'

export interface FakeVendorOptions {
  readonly geminiKey?: string
  readonly openAiKey?: string
  /** Serves all hosts over HTTPS; a key and a certificate in PEM. */
  readonly tls?: Certificate
  /** The Gemini host accepts its key as a token and in the query, too, as a compatible service does. */
  readonly acceptsKeyAnywhere?: boolean
  /** How many polls find an operation still running; 2 if absent. */
  readonly pollsUntilDone?: number
  /** How many requests find an uploaded video or audio file still PROCESSING; 1 if absent. */
  readonly pollsUntilActive?: number
}

export interface FakeVendor {
  readonly geminiUrl: string
  readonly openAiUrl: string
  /** The redirect target of downloads. */
  readonly storageUrl: string
  readonly geminiKey: string
  readonly openAiKey: string
  /** A valid key of another user: neither sees the other's files and operations. */
  readonly otherGeminiKey: string
  /** Every request to any of the hosts, in the order in which their headers arrived. */
  readonly requests: LoggedRequest[]
  /** The next `count` requests that match the fault fail with it; faults apply in the order they were added. */
  readonly injectFault: (fault: Fault, count?: number) => void
  /** Removes all pending faults. */
  readonly clearFaults: () => void
  /** Resolves with the first matching request, past or future. */
  readonly waitForRequest: (matches: (request: LoggedRequest) => boolean) => Promise<LoggedRequest>
  readonly close: () => Promise<void>
}

export async function openFakeVendor(options: FakeVendorOptions = {}): Promise<FakeVendor> {
  const { geminiKey = 'gemini-key-of-the-fake', openAiKey = 'openai-key-of-the-fake' } = options
  const otherGeminiKey = 'gemini-key-of-someone-else'
  const log = new RequestLog()
  const urls: Record<HostName, string> = { gemini: '', openai: '', storage: '' }
  const faults = createFaults(() => urls.storage)
  const gemini = createGemini(options, [geminiKey, otherGeminiKey], urls)
  const handlers: Record<HostName, (received: ReceivedRequest) => Reply | Promise<Reply>> = {
    gemini: (received) => faults.respond(received, (fault) => answerGemini(received, gemini, fault)),
    openai: (received) => faults.respond(received, () => answerOpenAi(received, [openAiKey])),
    storage: (received) => gemini.storage.respond(received),
  }
  const hosts: Host[] = []
  for (const name of ['gemini', 'openai', 'storage'] as const) {
    const host = await openHost({ name, tls: options.tls, onRequest: log.record, respond: handlers[name] })
    urls[name] = host.url
    hosts.push(host)
  }
  return {
    geminiUrl: urls.gemini,
    openAiUrl: urls.openai,
    storageUrl: urls.storage,
    geminiKey,
    openAiKey,
    otherGeminiKey,
    requests: log.requests,
    injectFault: faults.injectFault,
    clearFaults: faults.clearFaults,
    waitForRequest: log.waitForRequest,
    close: async () => {
      await Promise.all(hosts.map((host) => host.close()))
    },
  }
}

function createGemini(
  { pollsUntilDone = 2, pollsUntilActive = 1, acceptsKeyAnywhere = false }: FakeVendorOptions,
  keys: readonly string[],
  urls: Readonly<Record<HostName, string>>,
): Gemini {
  const url = (): string => urls.gemini
  const files = new Files({ url, pollsUntilActive })
  const videos = new Videos({ url, files, pollsUntilDone })
  return { keys, acceptsKeyAnywhere, files, videos, storage: new Storage(), storageUrl: () => urls.storage }
}

/** All requests, and the listeners waiting for one. */
class RequestLog {
  readonly requests: LoggedRequest[] = []
  readonly #listeners = new Set<(request: LoggedRequest) => void>()

  readonly record = (request: LoggedRequest): void => {
    this.requests.push(request)
    for (const listener of this.#listeners) listener(request)
  }

  readonly waitForRequest = (matches: (request: LoggedRequest) => boolean): Promise<LoggedRequest> =>
    new Promise((resolve) => {
      const existing = this.requests.find(matches)
      if (existing) return resolve(existing)
      const listener = (request: LoggedRequest): void => {
        if (!matches(request)) return
        this.#listeners.delete(listener)
        resolve(request)
      }
      this.#listeners.add(listener)
    })
}
