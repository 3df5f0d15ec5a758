// Walks through the packets of a sound.
import type { EncodedPacket, PacketRetrievalOptions } from 'mediabunny'
import type { OpenSound } from './open-sound'

interface Walk extends PacketRetrievalOptions {
  /** Seconds; packets that begin earlier are left out. */
  readonly from?: number
  readonly signal?: AbortSignal | undefined
}

/** In their order. Throws at a packet that cannot be read, as the last ones of a file that was cut off. */
export async function* eachPacket(
  { packets }: OpenSound,
  { from, signal, ...options }: Walk = {},
): AsyncGenerator<EncodedPacket, void, undefined> {
  const near = from === undefined ? null : await packets.getPacket(from, options)
  let packet = near ?? (await packets.getFirstPacket(options))
  while (packet) {
    signal?.throwIfAborted()
    if (from === undefined || packet.timestamp >= from) yield packet
    packet = await packets.getNextPacket(packet, options)
  }
}
