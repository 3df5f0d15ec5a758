// A gateway in its thread, with its log in another one or without a log, as in the application; a child of the benchmark.
import { join } from 'node:path'
import { bundleModule } from './bundle-module.mjs'
import { outFolder } from './paths.mjs'

const [upstream = '', folder = '', key = '', isLogged = ''] = process.argv.slice(2)
const load = async (/** @type {string} */ name, /** @type {string[]} */ ...path) =>
  await import(await bundleModule(name, 'src', ...path, `${name}.ts`))
const { startGatewayThread } = await load('gateway-thread', 'main', 'gateway-host')
const { createLogThread } = await load('log-thread', 'main')
const { createExchanges } = await load('exchanges', 'workspace', 'exchange-log')

const program = (/** @type {string} */ name) => join(outFolder, 'main', `${name}-worker.cjs`)
const log = createExchanges({
  file: join(folder, 'exchanges.db'),
  changes: { emit: () => {}, subscribe: () => () => {} },
  settings: () => ({ maxRows: 100_000, maxDays: 30, maxMegabytes: 1024, bodies: true }),
  openLog: createLogThread(program('log'), console.error),
})
const { demoSettings } = await load('gateway-settings.fixture', 'main', 'gateway-host')
const settings = {
  ...demoSettings,
  localKey: key,
  active: 'service',
  upstreams: [{ kind: 'service', id: 'service', baseUrl: upstream, key }],
}
const gateway = startGatewayThread(program('gateway'), settings, {
  onExchanges: isLogged === 'log' ? (/** @type {any} */ report) => log.addBatch(report.batch) : () => {},
  onRejectedExchange: () => {},
  onRunning: isLogged === 'log' ? log.setRunning : () => {},
  onRefusals: () => {},
  onRestart: console.error,
  network: { configure: () => {}, resolveProxy: async () => 'DIRECT', stack: {} },
})
process.send?.((await gateway.address()).url)
