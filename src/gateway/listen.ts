// Opens a gateway on the loopback address.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Gateway } from './gateway'
import { answerBadRequest, refuseExpectation } from './http/bad-request'

export interface ListenSettings {
  /** 0 takes any free port. */
  readonly port: number
  /** Told what a person should know, once it is known. */
  readonly onNotice?: (notice: string) => void
}

export interface Listening {
  readonly url: string
  readonly port: number
  /** What a person should know: another port than the one asked for. */
  readonly notice: string | null
  /** Finishes what is under way, for at most `graceMs` milliseconds; then connections are cut. */
  readonly close: (graceMs: number) => Promise<void>
}

/** Ports that are tried after a taken one. */
const mostTries = 20

/** Rejects only where no port of the loopback address can be had at all. */
export async function listen(gateway: Gateway, { port, onNotice }: ListenSettings): Promise<Listening> {
  const server = openServer(gateway)
  const taken = await listenNear(server, port)
  // The address of a server that listens on a port is never a pipe's name.
  const { port: actual } = server.address() as AddressInfo
  const twin = await listenOnSix(gateway, actual)
  const notice = taken === null ? null : toNotice(port, actual, taken)
  if (notice !== null) onNotice?.(notice)
  const servers = twin ? [server, twin] : [server]
  return {
    url: `http://127.0.0.1:${actual}`,
    port: actual,
    notice,
    close: async (graceMs) => {
      await Promise.all(servers.map((one) => closeServer(one, graceMs)))
    },
  }
}

function openServer(gateway: Gateway): Server {
  const server = createServer({
    noDelay: true,
    keepAliveTimeout: 75_000,
    // A long upload on a slow line is no attack: it comes from this machine.
    requestTimeout: 0,
    // Without this, no limit for the request as a whole would be none for its head.
    headersTimeout: 60_000,
    // The guard answers a missing Host itself, as JSON.
    requireHostHeader: false,
  })
  server.on('request', gateway.serve)
  server.on('checkContinue', gateway.serve)
  server.on('checkExpectation', refuseExpectation)
  server.on('clientError', answerBadRequest)
  return server
}

/** The reason why the port asked for could not be had; null where it could. */
async function listenNear(server: Server, port: number): Promise<string | null> {
  const others = Array.from({ length: port === 0 ? 0 : mostTries }, (_, index) => port + 1 + index)
  const candidates = [port, ...others.filter((other) => other <= 65_535), 0]
  let reason: string | null = null
  for (const candidate of candidates) {
    const failure = await tryListen(server, candidate, '127.0.0.1')
    if (failure === null) return reason
    reason ??= failure
    if (candidate === 0) throw new Error(`No port of 127.0.0.1 could be opened (${failure}).`)
  }
  return reason
}

/** `localhost` means ::1 first on many machines; where that cannot be had, 127.0.0.1 alone serves. */
async function listenOnSix(gateway: Gateway, port: number): Promise<Server | null> {
  const server = openServer(gateway)
  return (await tryListen(server, port, '::1')) === null ? server : null
}

function tryListen(server: Server, port: number, host: string): Promise<string | null> {
  return new Promise((resolve) => {
    const onError = (error: NodeJS.ErrnoException): void => resolve(error.code ?? error.message)
    server.once('error', onError)
    server.listen({ port, host, exclusive: true }, () => {
      server.off('error', onError)
      resolve(null)
    })
  })
}

function toNotice(asked: number, actual: number, reason: string): string {
  const why = reason === 'EADDRINUSE' ? 'is taken by another program' : `cannot be opened (${reason})`
  return `Port ${asked} ${why}; the gateway listens on port ${actual} instead.`
}

/** Milliseconds between looks for connections that have become idle since closing began. */
const idleCheck = 25

function closeServer(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), graceMs)
    const sweep = setInterval(() => server.closeIdleConnections(), idleCheck)
    server.close(() => {
      clearTimeout(cut)
      clearInterval(sweep)
      resolve()
    })
    server.closeIdleConnections()
  })
}
