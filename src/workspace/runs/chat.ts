// The chat: prompts go in, answers run, one at a time in a conversation, and whoever watches sees them grow.
import { ApiError } from '#shared/schemas/api-error'
import type { ChatEvent, Conversation, Turn } from '#shared/schemas/chat'
import type { Call, Send } from '#shared/wire/call'
import type { Changes } from '../changes'
import { findConversation, type KeptConversation, touchConversation } from '../library/conversation-rows'
import { listTurns, readBranch, updateTurn } from '../library/turn-rows'
import type { Connection } from '../storage/connection'
import type { Media } from '../storage/media'
import { toChatCall } from './chat-call'
import { createChatFeed } from './chat-feed'
import { ChatRun } from './chat-run'
import { type Begun, keepPrompt, keepRetry, type PromptPorts, type SendInput } from './keep-prompt'

export interface ChatPorts extends PromptPorts {
  readonly media: Media
  readonly send: Send
  readonly changes: Changes
}

interface InConversation {
  readonly conversationId: string
}

export interface Chat {
  /** A snapshot first, then what changes. Ends when the signal is aborted, the conversation deleted, the workspace closed. */
  watch(input: InConversation, signal?: AbortSignal): AsyncIterable<ChatEvent>
  /** Prompt and answer are on the disk when this returns; `turnId` is the answer's. */
  send(input: SendInput): { conversationId: string; turnId: string }
  /** The answer is `stopped`, on the disk too, when this returns. Nothing happens where none is under way. */
  stop(input: InConversation): void
  retry(input: InConversation & { readonly turnId: string }): { turnId: string }
}

/** What the rest of the workspace, but not the renderer, asks of the chat. */
export interface ChatRoom extends Chat {
  isRunning(conversationId: string): boolean
  countRunning(): number
  tell(conversation: Conversation): void
  /** Stops the answer and ends the watching. */
  leave(conversationId: string): void
  close(): void
}

export function createChat(ports: ChatPorts): ChatRoom {
  const { connection, changes } = ports
  const runs = new Map<string, ChatRun>()
  const feed = createChatFeed()
  const isRunning = (conversationId: string) => runs.has(conversationId)

  const tell = (conversation: Conversation) => {
    feed.tell(conversation.id, { type: 'conversation', conversation })
  }
  const tellRunning = (kept: KeptConversation) => {
    tell({ ...kept, running: isRunning(kept.id) })
    changes.tell('conversations')
    changes.tell('status')
  }
  const begin = ({ conversation, answer }: Begun) => {
    const { id } = conversation
    const run = new ChatRun(answer, {
      ...ports,
      toCall: (signal) => toCall(ports, { conversation, answer }, signal),
      save: (turn) => keepProgress(ports, turn),
      tell: (event) => feed.tell(id, event),
      onEnd: () => {
        runs.delete(id)
        tellRunning(readAgain(connection, conversation))
      },
    })
    runs.set(id, run)
    feed.tell(id, { type: 'turn', turn: answer })
    tellRunning(conversation)
    void run.start()
  }

  return {
    isRunning,
    tell,
    countRunning: () => runs.size,
    watch: ({ conversationId }, signal) =>
      feed.watch(
        conversationId,
        () => snapshotOf(connection, conversationId, runs.get(conversationId)),
        signal,
      ),
    send(input) {
      if (input.conversationId !== null) refuseRunning(isRunning(input.conversationId))
      const { prompt, ...begun } = keepPrompt(ports, input)
      feed.tell(prompt.conversationId, { type: 'turn', turn: prompt })
      begin(begun)
      return { conversationId: prompt.conversationId, turnId: begun.answer.id }
    },
    stop: ({ conversationId }) => runs.get(conversationId)?.halt('stopped'),
    retry(input) {
      refuseRunning(isRunning(input.conversationId))
      const begun = keepRetry(ports, input)
      begin(begun)
      return { turnId: begun.answer.id }
    },
    leave(conversationId) {
      runs.get(conversationId)?.halt('stopped')
      feed.end(conversationId)
    },
    close() {
      for (const run of [...runs.values()]) run.halt('interrupted')
      feed.close()
    },
  }
}

function toCall(ports: ChatPorts, { conversation, answer }: Begun, signal: AbortSignal): Promise<Call> {
  const branch = answer.parentId === null ? [] : readBranch(ports.connection, answer.parentId)
  return toChatCall({ branch, parameters: conversation.parameters }, ports.media, signal)
}

function keepProgress({ connection, now }: ChatPorts, turn: Turn): void {
  connection.transact(() => {
    updateTurn(connection, turn)
    if (turn.state !== 'running') touchConversation(connection, turn.conversationId, now())
  })
}

/** Its title may have changed meanwhile. Where it cannot be read the turn has told so, and the end stays an end. */
function readAgain(connection: Connection, known: KeptConversation): KeptConversation {
  try {
    return findConversation(connection, known.id)
  } catch {
    return known
  }
}

function snapshotOf(connection: Connection, conversationId: string, run: ChatRun | undefined): ChatEvent {
  const kept = findConversation(connection, conversationId)
  run?.tellNow()
  const turns = listTurns(connection, conversationId)
  return {
    type: 'snapshot',
    conversation: { ...kept, running: run !== undefined },
    turns: turns.map((turn) => (turn.id === run?.turn.id ? run.turn : turn)),
  }
}

function refuseRunning(running: boolean): void {
  if (!running) return
  const message = 'An answer is still under way in this conversation: stop it, or wait for its end.'
  throw new ApiError('FAILED_PRECONDITION', message)
}
