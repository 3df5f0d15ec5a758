// A workspace that sends through a real gateway on loopback.
import { onTestFinished } from 'vitest'
import { localKey, type TestGateway } from '../gateway/testing/test-gateway.fixture'
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
