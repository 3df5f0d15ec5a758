// Hands the page that asks one end of a channel, and keeps the other.
import { type IpcMainEvent, MessageChannelMain, type MessagePortMain } from 'electron'
import { isOwnAddress } from './addresses'

/** Undefined where it is not the application's own page that asks. Nothing is heard until it is started. */
export function handPort({ senderFrame: frame }: IpcMainEvent, channel: string): MessagePortMain | undefined {
  if (!frame || frame.parent || !isOwnAddress(frame.url)) return undefined
  const { port1, port2 } = new MessageChannelMain()
  frame.postMessage(channel, null, [port2])
  return port1
}
