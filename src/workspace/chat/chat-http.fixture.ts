// A real gateway with the demo service, which records the requests that it receives from the chat.
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDemoService } from '#demo/demo'
import type { HttpRequest } from '#shared/wire/http'
import { readBody } from '#shared/wire/read-body'
import { localKey, openTestGateway, type TestGateway } from '../../gateway/testing/test-gateway.fixture'
import { openLoopback } from '../../main/gateway-host/loopback'
import { type Media, openMedia } from '../media/media'
import { toChatHttpRequest } from './chat-http'
import type { ChatRequestInput } from './chat-request'

interface ReceivedBody {
  readonly path: string
  readonly body: unknown
}

export interface ChatTestGateway {
  readonly gateway: TestGateway
  readonly media: Media
  /** The requests that the upstream has received, in order. */
  readonly received: readonly ReceivedBody[]
  /** Sends a request to the gateway as the chat does. */
  readonly ask: (question: ChatRequestInput) => Promise<ReceivedRequest>
  readonly close: () => Promise<void>
}

interface ReceivedRequest extends ReceivedBody {
  readonly status: number
  /** The endpoint in the gateway's log. */
  readonly endpoint: string | null
  readonly answer: string
}

export async function openChatTestGateway(): Promise<ChatTestGateway> {
  const demo = createDemoService({ pace: 'instant' })
  const received: ReceivedBody[] = []
  const send = async (request: HttpRequest) => {
    const body = await readBody(request.body)
    received.push({ path: request.path, body: JSON.parse(Buffer.from(body).toString()) })
    return demo({ ...request, body })
  }
  const gateway = await openTestGateway({ upstream: { id: 'demo', kind: 'demo', send } })
  const loopback = openLoopback({ origin: async () => gateway.url, key: () => localKey })
  const media = await openMedia(await mkdtemp(join(tmpdir(), "chat's media ")))
  return {
    gateway,
    media,
    received,
    ask: async (question) => {
      const request = await toChatHttpRequest(question, media, new AbortController().signal)
      const { status, body } = await loopback.send(request)
      const answer = Buffer.from(await readBody(body)).toString()
      const { endpoint } = await gateway.nextExchange()
      const { path, body: sent } = received.at(-1) ?? { path: '', body: null }
      return { status, answer, endpoint, path, body: sent }
    },
    close: async () => {
      await loopback.close()
      await gateway.close()
    },
  }
}
