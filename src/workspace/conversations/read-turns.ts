// Reads many turns in slices: those of a long conversation at once would keep everything else waiting.
import type { Turn } from '#shared/schemas/chat'
import { createYield } from '../concurrency/timing'
import type { Connection } from '../database/connection'
import { type CopiedTurn, findKept, noSuchTurn, withContinued } from './tree/turn-rows'

const sliceLength = 50

/** In the order of their ids. One that was deleted while they were read is among them all the same. */
export async function readTurns(connection: Connection, turnIds: readonly string[]): Promise<Turn[]> {
  const turns: Turn[] = []
  for await (const slice of readSlices(connection, turnIds)) turns.push(...slice)
  return turns
}

/** With what they go on from. */
export async function readCopies(connection: Connection, turnIds: readonly string[]): Promise<CopiedTurn[]> {
  const copies: CopiedTurn[] = []
  const added = new Set(turnIds)
  for await (const slice of readSlices(connection, turnIds))
    copies.push(...withContinued(connection, slice, added))
  return copies
}

async function* readSlices(connection: Connection, turnIds: readonly string[]): AsyncGenerator<Turn[]> {
  const pause = createYield()
  for (let at = 0; at < turnIds.length; at += sliceLength) {
    const asked = turnIds.slice(at, at + sliceLength)
    const found = findKept(connection, asked)
    if (found.length < asked.length) throw noSuchTurn()
    yield found
    await pause()
  }
}
