// The gateway's worker seen from the main thread, with real workers that answer, refuse and die.
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { defaultGatewayLimits } from '#shared/schemas/settings'
import type { GatewaySettings } from './gateway-settings'
import { startGatewayThread } from './gateway-thread'

const settings: GatewaySettings = {
  port: 1,
  localKey: 'key',
  upstream: { kind: 'demo' },
  upstreamKey: null,
  allowedOrigins: [],
  limits: defaultGatewayLimits,
  demoPace: null,
  version: '0.0.0',
}

/** Listens on the port it is told, refuses port 2, dies when told port 3, and at once where `start` says so. */
const program = (start: string) => `
  const { parentPort, workerData } = require('node:worker_threads')
  ${start}
  const tell = (id, port) => parentPort.postMessage({ type: 'listening', id, address: { url: 'port ' + port, notice: null } })
  tell(0, workerData.port)
  parentPort.on('message', (request) => {
    if (request.type === 'close') return parentPort.postMessage({ type: 'closed' })
    if (request.settings.port === 2) return parentPort.postMessage({ type: 'failed', id: request.id, message: 'taken' })
    if (request.settings.port === 3 && workerData.port !== 3) throw new Error('broken')
    tell(request.id, request.settings.port)
  })`

async function start(first = '') {
  const file = join(await mkdtemp(join(tmpdir(), 'gateway-thread-')), 'worker.cjs')
  await writeFile(file, program(first))
  const restarts: string[] = []
  let noteRestart = () => {}
  const restarted = new Promise<void>((resolve) => {
    noteRestart = resolve
  })
  const gateway = startGatewayThread(file, settings, {
    onExchange: () => {},
    onRestart: (reason) => {
      restarts.push(reason)
      noteRestart()
    },
  })
  return { gateway, restarts, restarted }
}

test('a new setting moves the address; one that is refused leaves the old one', async () => {
  const { gateway } = await start()
  expect(await gateway.address()).toEqual({ url: 'port 1', notice: null })
  expect(await gateway.configure({ ...settings, port: 7 })).toEqual({ url: 'port 7', notice: null })
  await expect(gateway.configure({ ...settings, port: 2 })).rejects.toThrow('taken')
  expect((await gateway.address()).url).toBe('port 7')
  await gateway.close(0)
})

test('a gateway that dies is started again with the newest settings', async () => {
  const { gateway, restarts, restarted } = await start()
  await gateway.address()
  await expect(gateway.configure({ ...settings, port: 3 })).rejects.toThrow('The gateway stopped: broken')
  await restarted
  expect((await gateway.address()).url).toBe('port 3')
  expect(restarts).toEqual(['The gateway stopped: broken'])
  await gateway.close(0)
})

test('a gateway that always dies is given up, says why, and does not keep the application from closing', async () => {
  const { gateway, restarts } = await start(`throw new Error('no room')`)
  for (let tries = 0; tries < 6; tries += 1) {
    await expect(gateway.address()).rejects.toThrow('The gateway stopped: no room')
    await new Promise((resolve) => setImmediate(resolve))
  }
  await gateway.close(0)
  expect(restarts.length).toBeLessThanOrEqual(5)
})
