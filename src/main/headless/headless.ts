// Runs the gateway without a window. Prints one line of JSON to stdout when it listens, and logs to stderr.
import { join } from 'node:path'
import { errorCodeOf } from '#gateway/outbound/transport-error'
import { createSecretRedactor } from '#gateway/redaction/stream'
import { ApiError } from '#shared/schemas/api-error'
import {
  type EndedSummary,
  type Exchange,
  type RefusalCounts,
  summarizeExchange,
} from '#shared/schemas/exchange'
import { version } from '../build-info'
import type { GatewayHandle } from '../gateway-host/gateway-settings'
import { openGateway } from '../gateway-host/open-gateway'
import { type HeadlessStart, readHeadlessArguments } from './headless-arguments'
import { formatExchange, formatMessage, type LogFormat } from './headless-log'
import { usage } from './headless-options'

/** Milliseconds that requests in flight may take to finish when the gateway stops. */
const closeGraceMs = 5000

/** Milliseconds that a line of the log waits for others. */
const flushDelayMs = 10

let log: LogFormat = 'text'
let redact = (line: string) => line

async function serve({ settings, notices }: HeadlessStart): Promise<void> {
  for (const notice of notices) write(formatMessage(log, 'warning', notice))
  const gateway = await openGateway(settings, undefined, {
    onSummary: writeSummary,
    bodyWorker: join(__dirname, 'body-worker.cjs'),
    demoWorker: join(__dirname, 'demo-worker.cjs'),
    // As JSON, rejected requests have lines of their own, at most sixty a minute.
    ...(log === 'json' ? { onRejectedExchange: writeRejected } : {}),
    onRefusals: writeRefusals,
  }).catch((error: unknown) => {
    throw settings.isPortFixed ? portUnavailable(settings.port, error) : error
  })
  const { url, notice } = await gateway.address()
  if (notice) write(formatMessage(log, 'warning', notice))
  process.once('SIGTERM', () => void stop(gateway))
  process.once('SIGINT', () => void stop(gateway))
  process.stdout.write(`${JSON.stringify({ url, key: settings.localKey })}\n`)
}

function portUnavailable(port: number, error: unknown): Error {
  const code = errorCodeOf(error instanceof Error ? error.cause : undefined)
  const reason = code === 'EADDRINUSE' ? 'is in use by another app' : `couldn't be opened (${code})`
  return new Error(`--port: port ${port} ${reason}. Choose another port, or use --port 0 for any free port.`)
}

let waitingLines = ''

/** Written a moment later together with the next lines, because each write takes as long as forwarding a small request. */
function write(line: string): void {
  if (waitingLines === '') setTimeout(flush, flushDelayMs)
  waitingLines += line
}

function flush(): void {
  const lines = waitingLines
  waitingLines = ''
  if (lines !== '') process.stderr.write(redact(lines))
}

function writeSummary(summary: EndedSummary): void {
  write(formatExchange(log, summary))
}

let rejectedLines = 0

function writeRejected(exchange: Exchange): void {
  rejectedLines += 1
  const { keyId } = exchange
  writeSummary({ ...summarizeExchange(exchange), keyId })
}

/** Adds nothing to the lines of single requests, unless there were too many of them. */
function writeRefusals(counts: RefusalCounts): void {
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  if (total <= rejectedLines) return
  const newest = counts.map(({ last }) => last).reduce((newer, last) => (last.at > newer.at ? last : newer))
  const text = `${newest.request} rejected: ${newest.message} (${total.toLocaleString('en')} rejected so far)`
  write(formatMessage(log, 'warning', text))
}

/** Exits once the lines of the last requests are written, which takes longer where pipes are asynchronous. */
async function stop(gateway: GatewayHandle): Promise<void> {
  await gateway.close(closeGraceMs)
  flush()
  process.stderr.write('', () => process.exit(0))
}

/** A log reader that ends must not end the gateway with it. */
function ignoreClosedOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}

async function start(args: readonly string[]): Promise<void> {
  const parsed = readHeadlessArguments(args, process.env, version)
  if (!parsed) return void process.stdout.write(`${usage}\n`)
  log = parsed.log
  redact = createSecretRedactor(parsed.secrets).redact
  await serve(parsed)
}

ignoreClosedOutput()
process.on('exit', flush)
start(process.argv.slice(2)).catch((error: unknown) => {
  write(formatMessage(log, 'error', error instanceof Error ? error.message : String(error)))
  process.exit(error instanceof ApiError && error.code === 'INVALID_ARGUMENT' ? 2 : 1)
})
