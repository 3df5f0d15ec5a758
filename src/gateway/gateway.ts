// The gateway: the route table, served. It listens to nothing and knows no host.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createBodyValidator } from './http/body-validator'
import { createRouteFinder } from './http/find-route'
import { serveCall } from './http/serve-call'
import type { GatewayPorts } from './ports'

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
