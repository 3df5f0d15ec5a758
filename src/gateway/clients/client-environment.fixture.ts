// The environment of a client under test: a gateway with one of the four upstreams, which can inject faults.
import { createDemoService } from '#demo/demo'
import type { UpstreamKind } from '#shared/schemas/upstream'
import type { HttpRequest, Send } from '#shared/wire/http'
import { readText } from '#shared/wire/read-body'
import type { Upstream } from '../ports'
import { openFakeServer } from '../testing/fake-openai-servers/fake-server.fixture'
import { openFakeVendor } from '../testing/fake-vendor/fake-vendor.fixture'
import type { Fault } from '../testing/fake-vendor/faults.fixture'
import { localKey, openOutbound, openTestGateway } from '../testing/test-gateway.fixture'
import { createOpenAiUpstream } from '../upstreams/openai'
import { createServiceUpstream } from '../upstreams/service'
import { createVendorUpstream } from '../upstreams/vendor'

/** How the upstream fails on the next request. */
type InjectedFault = 'bad request' | 'quota' | 'failure in mid-stream' | 'silence' | 'silence in mid-stream'

export interface ClientEnvironment {
  readonly upstream: UpstreamKind
  /** The gateway's URL, without a trailing slash. */
  readonly url: string
  /** The local key. */
  readonly key: string
  readonly injectFault: (fault: InjectedFault) => void
  /** Resolves with the next request that the gateway sends to its upstream. */
  readonly nextUpstreamRequest: () => Promise<HttpRequest>
  readonly close: () => Promise<void>
}

/** The gateway's upstream, and how to inject faults. */
interface TestUpstream {
  readonly upstream: Upstream
  readonly injectFault: (fault: InjectedFault) => void
  readonly close: () => Promise<void>
}

export async function openClientEnvironment(kind: UpstreamKind): Promise<ClientEnvironment> {
  const testUpstream = await openTestUpstream[kind]()
  const waiters: ((request: HttpRequest) => void)[] = []
  const send: Send = (request) => {
    waiters.shift()?.(request)
    return testUpstream.upstream.send(request)
  }
  const gateway = await openTestGateway({ upstream: { ...testUpstream.upstream, send } })
  return {
    upstream: kind,
    url: gateway.url,
    key: localKey,
    injectFault: testUpstream.injectFault,
    nextUpstreamRequest: () => new Promise((resolve) => waiters.push(resolve)),
    close: async () => {
      await gateway.close()
      await testUpstream.close()
    },
  }
}

const openTestUpstream: Record<UpstreamKind, () => Promise<TestUpstream>> = {
  demo: openDemo,
  service: openService,
  vendor: openVendor,
  openai: openOpenAi,
}

const demoControl: Record<InjectedFault, string> = {
  'bad request': 'fail=400',
  quota: 'fail=429; retry-delay=7',
  'failure in mid-stream': 'fail-after=1',
  silence: 'delay=600s',
  'silence in mid-stream': 'stall-after=1',
}

/** Shared by all gateways of a test file, so that a video is generated only once. */
const demo = createDemoService({ pace: 'instant' })

async function openDemo(): Promise<TestUpstream> {
  let control: string | undefined
  return {
    upstream: {
      id: 'demo',
      kind: 'demo',
      send: (request) => {
        const headers = control === undefined ? request.headers : { ...request.headers, 'x-demo': control }
        control = undefined
        return demo({ ...request, headers })
      },
    },
    injectFault: (fault) => {
      control = demoControl[fault]
    },
    close: async () => undefined,
  }
}

/** A second gateway, reached over HTTP. */
async function openService(): Promise<TestUpstream> {
  const key = 'key-of-the-second-gateway'
  const testUpstream = await openDemo()
  const second = await openTestGateway({ upstream: testUpstream.upstream, key })
  const outbound = openOutbound()
  return {
    upstream: createServiceUpstream({ id: 'service', baseUrl: second.url, key }, outbound),
    injectFault: testUpstream.injectFault,
    close: async () => {
      await outbound.close()
      await second.close()
    },
  }
}

const vendorFault = {
  'bad request': 'key-in-error',
  quota: '429-with-retry-info',
  'failure in mid-stream': 'data-error-in-mid-stream',
  silence: 'slow-headers',
  'silence in mid-stream': 'silent-body',
} as const satisfies Record<InjectedFault, Fault>

/** The fake vendor APIs. */
async function openVendor(): Promise<TestUpstream> {
  const vendor = await openFakeVendor()
  const outbound = openOutbound()
  const { geminiUrl, openAiUrl, geminiKey, openAiKey } = vendor
  const settings = { geminiUrl, openAiUrl, geminiKey, openAiKey, aliases: [] }
  return {
    upstream: createVendorUpstream(settings, outbound),
    injectFault: (fault) => vendor.injectFault(vendorFault[fault]),
    close: async () => {
      await outbound.close()
      await vendor.close()
    },
  }
}

/** A fake of an OpenAI-compatible server with a model of each kind that it can have. */
async function openOpenAi(): Promise<TestUpstream> {
  const server = await openFakeServer('openai', { changes: { reasoning: 'reasoning_content' } })
  const outbound = openOutbound()
  const { baseUrl, injectFault } = server
  const settings = { id: 'openai', baseUrl, key: null, server: 'openai', countsTokens: true } as const
  return {
    upstream: createOpenAiUpstream({ ...settings, defaults: {}, aliases: [], kinds: {} }, outbound),
    injectFault,
    close: async () => {
      await outbound.close()
      await server.close()
    },
  }
}

/** Reads the `contents` of a request that the gateway sent. */
export async function readTurns(sent: Promise<HttpRequest>): Promise<readonly unknown[]> {
  const { contents } = (await readJson(sent)) as { contents: readonly unknown[] }
  return contents
}

export async function readJson(sent: Promise<HttpRequest>): Promise<unknown> {
  return JSON.parse(await readText((await sent).body))
}
