// Starts the gateway alone in plain Node: one line of JSON on stdout once it listens, everything else on stderr.
import { join } from 'node:path'
import { ApiError } from '#shared/schemas/api-error'
import type { Exchange, RefusalCounts } from '#shared/schemas/exchange'
import { version } from '../../../package.json'
import type { GatewayHandle, GatewaySettings } from '../gateway-host/gateway-settings'
import { openGateway } from '../gateway-host/open-gateway'
import { readHeadlessArguments, usage } from './headless-arguments'

/** What is under way when the gateway is asked to stop may take this long, in milliseconds. */
const grace = 5000

async function serve(settings: GatewaySettings): Promise<void> {
  const gateway = await openGateway(settings, writeLine, {
    bodyWorker: join(__dirname, 'body-worker.cjs'),
    demoWorker: join(__dirname, 'demo-worker.cjs'),
    onRefusals: writeRefusals,
  })
  const { url, notice } = await gateway.address()
  if (notice) process.stderr.write(`${notice}\n`)
  process.once('SIGTERM', () => void stop(gateway))
  process.once('SIGINT', () => void stop(gateway))
  process.stdout.write(`${JSON.stringify({ url, key: settings.localKey })}\n`)
}

function writeLine({ method, path, status, times, endpoint }: Exchange): void {
  process.stderr.write(`${method} ${path} ${endpoint ?? ''} ${status} ${Math.round(times.total)} ms\n`)
}

function writeRefusals(counts: RefusalCounts): void {
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  const newest = counts.map(({ last }) => last).reduce((one, other) => (one.at > other.at ? one : other))
  process.stderr.write(
    `${newest.request} refused: ${newest.message} (${total.toLocaleString('en')} refused so far)\n`,
  )
}

async function stop(gateway: GatewayHandle): Promise<void> {
  await gateway.close(grace)
  process.exit(0)
}

async function start(args: readonly string[]): Promise<void> {
  const asked = readHeadlessArguments(args, process.env, version)
  for (const sentence of asked ? asked.notices : [usage]) process.stderr.write(`${sentence}\n`)
  if (asked) await serve(asked.settings)
}

start(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(error instanceof ApiError && error.code === 'INVALID_ARGUMENT' ? 2 : 1)
})
