// A gateway in its thread, with its log in another one or without a log, as in the application; a child of the benchmark.
import { join } from 'node:path'

/** @typedef {{ upstream: { port: number, key: string }, isLogged: boolean, programs: string, modules: Record<string, string>, folder: string, key: string }} Options */

/** @type {Options} */
const { upstream, isLogged, programs, modules, folder, key } = JSON.parse(process.argv[2] ?? '')
const load = async (/** @type {string} */ name) => await import(modules[name] ?? '')
const { startGatewayThread } = await load('gateway-thread')
const { createLogThread } = await load('log-thread')
const { createExchanges } = await load('exchanges')
const { demoSettings } = await load('gateway-settings.fixture')

const program = (/** @type {string} */ name) => join(programs, `${name}-worker.cjs`)
const log = createExchanges({
  file: join(folder, 'exchanges.db'),
  changes: { emit: () => {}, subscribe: () => () => {} },
  settings: () => ({ maxRows: 100_000, maxDays: 30, maxMegabytes: 1024, bodies: true }),
  openLog: createLogThread(program('log'), console.error),
})
const settings = {
  ...demoSettings,
  localKey: key,
  active: 'service',
  upstreams: [
    { kind: 'service', id: 'service', baseUrl: `http://127.0.0.1:${upstream.port}`, key: upstream.key },
  ],
}
const gateway = startGatewayThread(program('gateway'), settings, {
  onExchanges: isLogged ? (/** @type {any} */ report) => log.addBatch(report.batch) : () => {},
  onRejectedExchange: () => {},
  onRunning: isLogged ? log.setRunning : () => {},
  onRefusals: () => {},
  onRestart: console.error,
  network: { configure: () => {}, resolveProxy: async () => 'DIRECT', stack: {} },
})
process.once('disconnect', () => process.exit())
process.send?.({ port: Number(new URL((await gateway.address()).url).port) })
