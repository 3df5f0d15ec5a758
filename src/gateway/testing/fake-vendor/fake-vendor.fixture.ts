// A faithful double of both vendors on loopback, with what they do badly, for tests and offline work.
import type { Fault } from './fault.fixture'
import { createFaults } from './faults.fixture'
import { Files } from './files.fixture'
import { answerGemini, type Gemini } from './gemini.fixture'
import { type Certificate, type Host, openHost, type SeenRequest } from './host.fixture'
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
  readonly takesKeyAnywhere?: boolean
  /** How often an operation is still running when it is asked for; 2 where absent. */
  readonly pollsUntilDone?: number
  /** How often an uploaded film or recording is still PROCESSING when it is looked at; 1 where absent. */
  readonly looksUntilActive?: number
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
  readonly seen: SeenRequest[]
  /** The next `count` requests that the fault fits meet it; several faults are met in the order they were set. */
  readonly misbehave: (fault: Fault, count?: number) => void
  /** No fault waits any more. */
  readonly behave: () => void
  /** Resolves with the first request from now on, or the first seen one, that is looked for. */
  readonly waitFor: (isIt: (seen: SeenRequest) => boolean) => Promise<SeenRequest>
  readonly close: () => Promise<void>
}

export async function openFakeVendor(options: FakeVendorOptions = {}): Promise<FakeVendor> {
  const { geminiKey = 'gemini-key-of-the-double', openAiKey = 'openai-key-of-the-double' } = options
  const otherGeminiKey = 'gemini-key-of-someone-else'
  const watch = new Watch()
  const urls: Record<HostName, string> = { gemini: '', openai: '', storage: '' }
  const faults = createFaults(() => urls.storage)
  const gemini = createGemini(options, [geminiKey, otherGeminiKey], urls)
  const answers: Record<HostName, (asked: ReceivedRequest) => Reply | Promise<Reply>> = {
    gemini: (asked) => faults.meet(asked, (fault) => answerGemini(asked, gemini, fault)),
    openai: (asked) => faults.meet(asked, () => answerOpenAi(asked, [openAiKey])),
    storage: (asked) => gemini.storage.answer(asked),
  }
  const hosts: Host[] = []
  for (const name of ['gemini', 'openai', 'storage'] as const) {
    const host = await openHost({ name, tls: options.tls, onSeen: watch.note, answer: answers[name] })
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
    seen: watch.seen,
    misbehave: faults.misbehave,
    behave: faults.behave,
    waitFor: watch.waitFor,
    close: async () => {
      await Promise.all(hosts.map((host) => host.close()))
    },
  }
}

function createGemini(
  { pollsUntilDone = 2, looksUntilActive = 1, takesKeyAnywhere = false }: FakeVendorOptions,
  keys: readonly string[],
  urls: Readonly<Record<HostName, string>>,
): Gemini {
  const url = (): string => urls.gemini
  const files = new Files({ url, looksUntilActive })
  const videos = new Videos({ url, files, pollsUntilDone })
  return { keys, takesKeyAnywhere, files, videos, storage: new Storage(), storageUrl: () => urls.storage }
}

/** Every request, and who waits for one. */
class Watch {
  readonly seen: SeenRequest[] = []
  readonly #waiting = new Set<(seen: SeenRequest) => void>()

  readonly note = (seen: SeenRequest): void => {
    this.seen.push(seen)
    for (const look of this.#waiting) look(seen)
  }

  readonly waitFor = (isIt: (seen: SeenRequest) => boolean): Promise<SeenRequest> =>
    new Promise((resolve) => {
      const already = this.seen.find(isIt)
      if (already) return resolve(already)
      const look = (seen: SeenRequest): void => {
        if (!isIt(seen)) return
        this.#waiting.delete(look)
        resolve(seen)
      }
      this.#waiting.add(look)
    })
}
