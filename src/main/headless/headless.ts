// Runs the gateway without a window. Prints one line of JSON to stdout when it listens, and logs to stderr.
import { join } from 'node:path'
import { ApiError } from '#shared/schemas/api-error'
import type { Exchange, RefusalCounts } from '#shared/schemas/exchange'
import { version } from '../build-info'
import type { GatewayHandle, GatewaySettings } from '../gateway-host/gateway-settings'
import { openGateway } from '../gateway-host/open-gateway'
import { readHeadlessArguments, usage } from './headless-arguments'

/** Milliseconds that requests in flight may take to finish when the gateway stops. */
const closeGraceMs = 5000

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
    `${newest.request} rejected: ${newest.message} (${total.toLocaleString('en')} rejected so far)\n`,
  )
}

async function stop(gateway: GatewayHandle): Promise<void> {
  await gateway.close(closeGraceMs)
  process.exit(0)
}

async function start(args: readonly string[]): Promise<void> {
  const parsed = readHeadlessArguments(args, process.env, version)
  for (const sentence of parsed ? parsed.notices : [usage]) process.stderr.write(`${sentence}\n`)
  if (parsed) await serve(parsed.settings)
}

start(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(error instanceof ApiError && error.code === 'INVALID_ARGUMENT' ? 2 : 1)
})
