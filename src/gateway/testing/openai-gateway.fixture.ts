// A listening gateway with an OpenAI-compatible upstream and a fake of the server.
import { defaultLimits, type Limits } from '../ports'
import { type BodyThread, createBodyThread, createBodyTranslator } from '../server/body-thread'
import { createOpenAiUpstream, type OpenAiSettings } from '../upstreams/openai'
import type { FakeServerName } from './fake-openai-servers/deviations.fixture'
import { type FakeOpenAiServer, openFakeServer } from './fake-openai-servers/fake-server.fixture'
import { openOutbound, openTestGateway, type TestGateway } from './test-gateway.fixture'

export interface OpenAiGateway {
  readonly server: FakeOpenAiServer
  readonly gateway: TestGateway
  /** Sends JSON to `/v1beta/models/` and the path. */
  readonly call: (path: string, body: unknown) => ReturnType<TestGateway['send']>
  /** The JSON that the server received last, without that of lists. */
  readonly lastBody: () => unknown
  /** Bodies that were translated in the thread. */
  readonly threadCalls: () => number
  readonly close: () => Promise<void>
}

export interface OpenAiGatewayOptions {
  readonly settings?: Partial<OpenAiSettings>
  readonly limits?: Partial<Limits>
  /** The server's own key; local servers have none. */
  readonly serverKey?: string
  /** The compiled `body-worker`. */
  readonly bodyWorker?: string
}

export async function openOpenAiGateway(
  name: FakeServerName,
  { settings, limits, serverKey, bodyWorker }: OpenAiGatewayOptions = {},
): Promise<OpenAiGateway> {
  const server = await openFakeServer(name, serverKey === undefined ? {} : { key: serverKey })
  const allLimits = { ...defaultLimits, ...limits }
  const outbound = openOutbound(allLimits)
  const thread = bodyWorker === undefined ? undefined : createBodyThread(bodyWorker)
  let threadCalls = 0
  const countCalls =
    (call: BodyThread): BodyThread =>
    (...job) => {
      threadCalls += 1
      return call(...job)
    }
  const upstream = createOpenAiUpstream(
    {
      id: 'openai',
      baseUrl: server.baseUrl,
      key: null,
      server: name,
      defaults: {},
      aliases: [],
      kinds: {},
      ...settings,
    },
    outbound,
    createBodyTranslator(thread && countCalls(thread)),
  )
  const gateway = await openTestGateway({
    upstream,
    limits: allLimits,
    bodyThread: thread,
  })
  return {
    server,
    gateway,
    threadCalls: () => threadCalls,
    call: (path, body) => gateway.send(`/v1beta/models/${path}`, { body: JSON.stringify(body) }),
    lastBody: () =>
      JSON.parse(server.requests.findLast(({ method }) => method === 'POST')?.body.toString() ?? ''),
    close: async () => {
      await gateway.close()
      await outbound.close()
      await server.close()
    },
  }
}
