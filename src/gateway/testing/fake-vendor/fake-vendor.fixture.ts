// A faithful double of both vendors on loopback, with what they do badly, for tests and offline work.
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
  /** The hosts are reached by https; a key and a certificate in PEM. */
  readonly tls?: Certificate
  /** The Gemini host takes its key as a token and in the query, too, as a service with this same API does. */
  readonly acceptsKeyAnywhere?: boolean
  /** How often an operation is still running when it is asked for; 2 where absent. */
  readonly pollsUntilDone?: number
  /** How often an uploaded film or recording is still PROCESSING when it is looked at; 1 where absent. */
  readonly pollsUntilActive?: number
}

export interface FakeVendor {
  readonly geminiUrl: string
  readonly openAiUrl: string
  /** Where downloads are redirected to. */
  readonly storageUrl: string
  readonly geminiKey: string
  readonly openAiKey: string
  /** As good as `geminiKey`, but someone else's: neither sees the other's files and operations. */
  readonly otherGeminiKey: string
  /** Every request to any of the hosts, in the order their heads arrived. */
  readonly requests: LoggedRequest[]
  /** The next `count` requests that the fault fits meet it; several faults are met in the order they were set. */
  readonly injectFault: (fault: Fault, count?: number) => void
  /** No fault waits any more. */
  readonly clearFaults: () => void
  /** Resolves with the first request from now on, or the first seen one, that is looked for. */
  readonly waitForRequest: (matches: (request: LoggedRequest) => boolean) => Promise<LoggedRequest>
  readonly close: () => Promise<void>
}

export async function openFakeVendor(options: FakeVendorOptions = {}): Promise<FakeVendor> {
  const { geminiKey = 'gemini-key-of-the-double', openAiKey = 'openai-key-of-the-double' } = options
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

/** Every request, and who waits for one. */
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
