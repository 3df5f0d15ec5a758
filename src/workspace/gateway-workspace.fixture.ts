// A workspace that sends through a real gateway on loopback.
import { onTestFinished } from 'vitest'
import { createDemoService } from '#demo/demo'
import type { Send } from '#shared/wire/http'
import { localKey, openTestGateway, type TestGateway } from '../gateway/testing/test-gateway.fixture'
import { openLoopback } from '../main/gateway-host/loopback'
import { openTestWorkspace } from './workspace.fixture'

type Options = Parameters<typeof openTestWorkspace>[0] & { readonly key?: string }

/** The gateway is closed with the workspace. */
export async function openGatewayWorkspace(
  gateway: TestGateway,
  { key = localKey, ...options }: Options = {},
) {
  const loopback = openLoopback({ origin: async () => gateway.url, key: () => key })
  // After the workspace, which is opened later.
  onTestFinished(async () => {
    await loopback.close()
    await gateway.close()
  })
  return { ...(await openTestWorkspace({ ...options, send: loopback.send })), gateway }
}

interface DemoOptions extends NonNullable<Options> {
  /** Settings of the demo service for every request (`x-demo`). */
  readonly demo?: string
}

export async function openDemoWorkspace({ demo = '', ...options }: DemoOptions = {}) {
  const service = createDemoService({ pace: 'instant' })
  const send: Send = (request) => service({ ...request, headers: { ...request.headers, 'x-demo': demo } })
  const gateway = await openTestGateway({ upstream: { id: 'demo', kind: 'demo', send } })
  return await openGatewayWorkspace(gateway, options)
}
