// Writes a conversation as JSON, one medium after the other, so that no two of them are held at once.

import { createYield } from '../../concurrency/timing'
import type { Media } from '../../media/media'
import type { KeptConversation } from '../conversation-rows'
import type { CopiedTurn } from '../tree/turn-rows'
import { conversationFileKind, conversationFileVersion } from './conversation-file'
import { listMedia } from './media-references'

interface JsonExport {
  readonly conversation: KeptConversation
  /** The whole tree. */
  readonly turns: readonly CopiedTurn[]
  readonly media: Media
  readonly now: number
}

export async function* writeJson({ conversation, turns, media, now }: JsonExport): AsyncGenerator<string> {
  const { kind, title, createdAt, updatedAt, headTurnId, parameters } = conversation
  const head = {
    kind: conversationFileKind,
    version: conversationFileVersion,
    exportedAt: now,
    conversation: { kind, title, createdAt, updatedAt, headTurnId, parameters },
  }
  yield `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "turns": [`
  const pause = createYield()
  for (const [index, turn] of turns.entries()) {
    await pause()
    const state = turn.state === 'running' ? 'interrupted' : turn.state
    yield `${index === 0 ? '' : ','}\n    ${JSON.stringify({ ...turn, conversationId: undefined, state })}`
  }
  yield `\n  ],\n  "media": {`
  let separator = ''
  for (const hash of await listMedia(turns)) {
    const file = await media.open(hash).catch(() => undefined)
    if (!file) continue
    const data = Buffer.from(await media.read(hash)).toString('base64')
    yield `${separator}\n    "${hash}": ${JSON.stringify({ mimeType: file.mimeType, data })}`
    separator = ','
  }
  yield '\n  }\n}\n'
}
