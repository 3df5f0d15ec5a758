// What the desktop's own network stack can do for a gateway in another thread.
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import type { Outbound } from '#gateway/outbound/outbound'
import { readPacAnswer } from '#gateway/outbound/proxy'
import type { GatewayNetwork } from '../gateway-settings'
import type { WaysOut } from '../way-out'
import { carryCalls } from './carry-calls'
import { answerProxyQuestions, askProxyOverPort, type ResolveProxy } from './proxy-questions'
import { rememberRoutes } from './remember-routes'
import { sendOverPort } from './send-over-port'

export interface SystemNetwork {
  /** The way that calls over `stack` take from now on. */
  readonly configure: (network: GatewayNetwork) => void
  readonly resolveProxy: ResolveProxy
  readonly stack: Pick<Outbound, 'sendTo'>
}

/** To be handed to the gateway's thread at its start. */
export interface SystemPorts {
  readonly questions: MessagePort
  readonly calls: MessagePort
}

/** A pair of ports for one thread; they close with it. */
export function openSystemPorts({ resolveProxy, stack }: SystemNetwork): SystemPorts {
  const questions = new MessageChannel()
  const calls = new MessageChannel()
  answerProxyQuestions(questions.port1, resolveProxy)
  carryCalls(calls.port1, stack)
  return { questions: questions.port2, calls: calls.port2 }
}

/** The ways out of a thread that was given these ports. */
export function waysThroughPorts({ questions, calls }: SystemPorts): WaysOut {
  const ask = askProxyOverPort(questions)
  return {
    systemProxy: (login) => rememberRoutes(async (origin) => readPacAnswer(await ask(`${origin}/`), login)),
    systemStack: sendOverPort(calls),
  }
}
