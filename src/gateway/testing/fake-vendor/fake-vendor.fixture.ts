// A strict fake of both vendor APIs on loopback, including their faults, for tests and offline work.
import { createFaults, type Faults } from './faults.fixture'
import { GeminiApi } from './gemini.fixture'
import { type HostName, type LoggedRequest, openHost, type ReceivedRequest, type Reply } from './host.fixture'
import { answerOpenAi } from './openai.fixture'

export interface FakeVendorOptions {
  readonly geminiKey?: string
  readonly openAiKey?: string
  /** The Gemini host accepts its key as a token and in the query, too, as a compatible service does. */
  readonly acceptsKeyAnywhere?: boolean
}

export interface FakeVendor extends Pick<Faults, 'injectFault' | 'clearFaults'> {
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
  /** Resolves with the first matching request, past or future. */
  readonly waitForRequest: (matches: (request: LoggedRequest) => boolean) => Promise<LoggedRequest>
  readonly close: () => Promise<void>
}

export async function openFakeVendor({
  geminiKey = 'gemini-key-of-the-fake',
  openAiKey = 'openai-key-of-the-fake',
  acceptsKeyAnywhere = false,
}: FakeVendorOptions = {}): Promise<FakeVendor> {
  const otherGeminiKey = 'gemini-key-of-someone-else'
  const requests: LoggedRequest[] = []
  const listeners = new Set<(request: LoggedRequest) => void>()
  const urls: Record<HostName, string> = { gemini: '', openai: '', storage: '' }
  const faults = createFaults(() => urls.storage)
  const gemini = new GeminiApi({
    keys: [geminiKey, otherGeminiKey],
    acceptsKeyAnywhere,
    url: () => urls.gemini,
    storageUrl: () => urls.storage,
  })
  const handlers: Record<HostName, (received: ReceivedRequest) => Reply | Promise<Reply>> = {
    gemini: (received) => faults.respond(received, (fault) => gemini.respond(received, fault)),
    openai: (received) => faults.respond(received, () => answerOpenAi(received, [openAiKey])),
    storage: (received) => gemini.storage.respond(received),
  }
  const onRequest = (request: LoggedRequest): void => {
    requests.push(request)
    for (const listener of listeners) listener(request)
  }
  const hosts = await Promise.all(
    (['gemini', 'openai', 'storage'] as const).map(async (name) => {
      const host = await openHost({ name, onRequest, respond: handlers[name] })
      urls[name] = host.url
      return host
    }),
  )
  return {
    geminiUrl: urls.gemini,
    openAiUrl: urls.openai,
    storageUrl: urls.storage,
    geminiKey,
    openAiKey,
    otherGeminiKey,
    requests,
    injectFault: faults.injectFault,
    clearFaults: faults.clearFaults,
    waitForRequest: (matches) =>
      new Promise((resolve) => {
        const existing = requests.find(matches)
        if (existing) return resolve(existing)
        const listener = (request: LoggedRequest): void => {
          if (!matches(request)) return
          listeners.delete(listener)
          resolve(request)
        }
        listeners.add(listener)
      }),
    close: async () => {
      await Promise.all(hosts.map((host) => host.close()))
    },
  }
}
