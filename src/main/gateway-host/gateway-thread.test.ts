// Checks the main thread's side of the gateway worker, with real workers that respond, fail and die.
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createEventLimit } from '../error-policy'
import type { GatewayNetwork } from './gateway-settings'
import { demoSettings } from './gateway-settings.fixture'
import { startGatewayThread } from './gateway-thread'

const settings = { ...demoSettings, port: 1 }

/** Listens on the given port; rejects port 2, dies with port 3, never closes if started with 4; `start` can make it die immediately. */
const program = (start: string) => `
  const { parentPort, workerData } = require('node:worker_threads')
  ${start}
  const first = workerData.port
  const tell = (id, port) => parentPort.postMessage({ type: 'result', id, value: { url: 'port ' + port, notice: null } })
  const fail = (id, code, message) =>
    parentPort.postMessage({ type: 'failure', id, failure: { code, message, causeCode: '' } })
  let asking = 0
  parentPort.on('message', ({ type, id, name, input, value }) => {
    if (type === 'result') return fail(asking, 'UNAVAILABLE', value)
    if (type === 'cancel') return fail(id, 'CANCELLED', 'aborted')
    if (name === 'address') return tell(id, first)
    if (name === 'close') return first === 4 || tell(id)
    if (name === 'check' && input === 'nothing') return
    if (name === 'check' && input === 'crash') throw new Error('crashed')
    if (name === 'check' && input === 'proxy') {
      asking = id
      return parentPort.postMessage({ type: 'call', id: 1, name: 'resolveProxy', input: 'http://upstream.test/' })
    }
    if (name === 'check') return fail(id, 'NOT_FOUND', 'no upstream ' + input)
    if (input.port === 2) return fail(id, 'UNAVAILABLE', 'taken')
    if (input.port === 3 && first !== 3) throw new Error('broken')
    tell(id, input.port)
  })`

async function start(first = '', port = settings.port, now = () => performance.now()) {
  const file = join(await mkdtemp(join(tmpdir(), 'gateway-thread-')), 'worker.cjs')
  await writeFile(file, program(first))
  const restarts: string[] = []
  const networks: GatewayNetwork[] = []
  let noteRestart = () => {}
  const restarted = new Promise<void>((resolve) => {
    noteRestart = resolve
  })
  const gateway = startGatewayThread(
    file,
    { ...settings, port },
    {
      onExchanges: () => {},
      onRefusals: () => {},
      onRejectedExchange: () => {},
      onRunning: () => {},
      onRestart: (reason) => {
        restarts.push(reason)
        noteRestart()
      },
      mayRestart: createEventLimit(5, 60_000, now),
      network: {
        configure: (network) => networks.push(network),
        resolveProxy: async (url) => `PROXY of ${url}`,
        stack: { send: () => Promise.reject(new Error('not asked')) },
      },
    },
  )
  return { gateway, restarts, restarted, networks }
}

test('a new setting changes the address; a rejected one keeps the old address and has the gateway’s code', async () => {
  const { gateway } = await start()
  expect(await gateway.address()).toEqual({ url: 'port 1', notice: null })
  expect(await gateway.configure({ ...settings, port: 7 })).toEqual({ url: 'port 7', notice: null })
  await expect(gateway.configure({ ...settings, port: 2 })).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: 'taken',
  })
  expect((await gateway.address()).url).toBe('port 7')
  await gateway.close(0)
})

test('aborting a test of an upstream cancels it in the thread', async () => {
  const { gateway } = await start()
  const abortController = new AbortController()
  const checking = gateway.check('nothing', abortController.signal)
  abortController.abort()
  await expect(checking).rejects.toMatchObject({ code: 'CANCELLED', message: 'aborted' })
  await expect(gateway.check('nothing', abortController.signal)).rejects.toMatchObject({ code: 'CANCELLED' })
  await gateway.close(0)
})

test('terminates a gateway that does not close', async () => {
  const { gateway } = await start('', 4)
  expect((await gateway.address()).url).toBe('port 4')
  await gateway.close(0)
})

test('configures the network before the gateway, and restarts one that dies with the newest settings', async () => {
  const { gateway, restarted, networks } = await start()
  const custom = { ...settings.network, proxyMode: 'custom', proxyUrl: 'http://proxy:1' } as const
  await gateway.configure({ ...settings, network: custom })
  expect(networks).toEqual([settings.network, custom])
  await expect(gateway.check('proxy')).rejects.toThrow('PROXY of http://upstream.test/')
  await expect(gateway.configure({ ...settings, network: custom, port: 3 })).rejects.toThrow('broken')
  await restarted
  expect((await gateway.address()).url).toBe('port 3')
  expect(networks.at(-1)).toEqual(custom)
  await expect(gateway.check('proxy')).rejects.toThrow('PROXY of http://upstream.test/')
  await gateway.close(0)
})

test('stops restarting a gateway that always dies, reports why, and can still close', async () => {
  const { gateway, restarts } = await start(`throw new Error('out of space')`)
  for (let tries = 0; tries < 6; tries += 1) {
    await expect(gateway.address()).rejects.toThrow('The gateway stopped: out of space')
    await new Promise((resolve) => setImmediate(resolve))
  }
  await expect(gateway.configure(settings)).rejects.toThrow('The gateway stopped: out of space')
  await expect(gateway.check('demo')).rejects.toThrow('The gateway stopped: out of space')
  await gateway.close(0)
  expect(restarts.length).toBeLessThanOrEqual(6)
})

test('restarts a gateway that crashes occasionally, any number of times', async () => {
  let minutes = 0
  const { gateway, restarts } = await start('', settings.port, () => minutes * 60_000)
  for (; minutes < 12; minutes += 1) {
    await expect(gateway.check('crash')).rejects.toThrow('The gateway stopped: crashed')
    expect(await gateway.address()).toEqual({ url: 'port 1', notice: null })
  }
  expect(restarts).toEqual(Array(12).fill('The gateway stopped: crashed'))
  await gateway.close(0)
})

test('reports a gateway that crashes repeatedly within a minute as not running', async () => {
  const { gateway, restarts } = await start('', settings.port, () => 0)
  for (let crash = 0; crash < 6; crash += 1)
    await expect(gateway.check('crash')).rejects.toThrow('The gateway stopped: crashed')
  await expect(gateway.address()).rejects.toThrow('The gateway stopped: crashed')
  // Five restarts, and the final report.
  expect(restarts).toHaveLength(6)
  await gateway.close(0)
})
