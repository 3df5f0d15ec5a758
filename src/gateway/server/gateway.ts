// The gateway: the route table, served. It listens to nothing and knows no host.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { GatewayPorts } from '../ports'
import { createBodyValidator } from './body-validator'
import { createRouteFinder } from './find-route'
import { serveCall } from './serve-call'

export interface Gateway {
  /** Answers one request, whatever it is. */
  readonly serve: (incoming: IncomingMessage, outgoing: ServerResponse) => void
}

export function createGateway(ports: GatewayPorts): Gateway {
  const serving = { ports, routes: createRouteFinder(), validateBody: createBodyValidator(ports.bodyWorker) }
  return {
    serve: (incoming, outgoing) => {
      serveCall(incoming, outgoing, serving).catch(() => outgoing.destroy())
    },
  }
}
