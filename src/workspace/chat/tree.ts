// Switches, deletes and restores branches of a conversation, and selects compared answers.
import { ApiError } from '#shared/schemas/api-error'
import type { DeletedTurn } from '#shared/schemas/chat'
import { hasContent } from '#shared/schemas/sent-turns'
import { createSerialQueue } from '../concurrency/locks'
import { createYield } from '../concurrency/timing'
import {
  findConversation,
  findStoredHead,
  moveHead,
  updateConversation,
} from '../conversations/conversation-rows'
import {
  deleteBranch,
  finishDeletions,
  restoreBranch,
  restorePath,
} from '../conversations/tree/branch-deletion'
import {
  endComparison,
  findDeletedTurn,
  listCompared,
  listEmptySteps,
  listShownConversations,
  listSubtree,
  readShape,
} from '../conversations/tree/tree-rows'
import { isBelow, newestThrough } from '../conversations/tree/tree-shape'
import { findTurn, findTurns, listDeletedTurns } from '../conversations/tree/turn-rows'
import type { Connection } from '../database/connection'
import { type AnswerRun, type AnswerRunner, assertIdle } from './answer-runner'
import { type ConversationPublisher, listRuns } from './conversation-publisher'

interface TreePorts {
  readonly connection: Connection
  readonly now: () => number
  readonly publisher: ConversationPublisher
  readonly runs: ReadonlyMap<string, AnswerRun>
  readonly runner: Pick<AnswerRunner, 'continueAfter'>
}

export interface TurnInput {
  readonly conversationId: string
  readonly turnId: string
}

export function createTree(ports: TreePorts) {
  const { connection, publisher } = ports
  const enqueue = createSerialQueue()
  void enqueue(() => finishDeletions(connection))
  return {
    /** Ends a comparison: the answer's parameters become the conversation's, and the other answers are stopped. */
    selectAnswer: (input: TurnInput): void => selectAnswer(ports, input),
    switch({ conversationId, turnId }: TurnInput): void {
      findConversation(connection, conversationId)
      findTurn(connection, conversationId, turnId)
      moveHead(connection, conversationId, newestThrough(readShape(connection, conversationId), turnId))
      publisher.publishBranch(conversationId)
    },
    /** Deletes the turn and its descendants. They are hidden when this returns, and not found once it resolves. */
    deleteTurn: (input: TurnInput): Promise<void> => enqueue(() => deleteTurn(ports, input)),
    /** Restores the turn and what was deleted with it, and shows that branch again unless a new one was started since. */
    restoreTurn: (input: TurnInput): Promise<void> => enqueue(() => restoreTurn(ports, input)),
    /** The deleted turns that can be restored now. They are kept until the conversation or their image is deleted permanently. */
    deletedTurns: ({ conversationId }: Pick<TurnInput, 'conversationId'>) =>
      listDeleted(connection, conversationId),
    /** For the Library: deletes steps of drawings that no longer have images. */
    deleteEmptySteps: (turnIds: readonly string[]): Promise<void> =>
      enqueue(async () => {
        const maybeYield = createYield()
        for (const step of listEmptySteps(connection, turnIds)) {
          await maybeYield()
          // Another step may have followed meanwhile.
          if (listEmptySteps(connection, [step.turnId]).length > 0) await deleteTurn(ports, step)
        }
      }),
    /** For the Library: restores the turns and their ancestors. */
    restoreSteps: (turnIds: readonly string[]): Promise<void> =>
      enqueue(async () => {
        restorePath(connection, turnIds)
        for (const id of listShownConversations(connection, turnIds)) publisher.publishBranch(id)
      }),
  }
}

const maxDeleted = 100
const maxExcerptLength = 300

function listDeleted(connection: Connection, conversationId: string): DeletedTurn[] {
  findConversation(connection, conversationId)
  return listDeletedTurns(connection, conversationId, maxDeleted).map(({ turn, deletedAt }) => ({
    turnId: turn.id,
    role: turn.role,
    text: turn.parts
      .map(({ text, thought }) => (thought ? '' : (text ?? '')))
      .join('')
      .slice(0, maxExcerptLength),
    deletedAt,
    followers: listSubtree(connection, turn.id).filter(([, time]) => time === deletedAt).length - 1,
  }))
}

/** Throws if no prompt can follow the head yet. Null is a new conversation. */
export function assertReady(
  { connection, runs }: Pick<TreePorts, 'connection' | 'runs'>,
  conversationId: string | null,
): void {
  if (conversationId === null) return
  assertIdle(runs, conversationId)
  const { headTurnId } = findConversation(connection, conversationId)
  if (headTurnId === null) return
  const compared = listCompared(connection, findTurn(connection, conversationId, headTurnId))
  // If none of them responded, the next prompt replaces theirs.
  if (compared.length < 2 || !findTurns(connection, conversationId, compared).some(hasContent)) return
  const message = 'Keep one of the compared responses before you continue.'
  throw new ApiError('FAILED_PRECONDITION', message)
}

function selectAnswer(ports: TreePorts, input: TurnInput): void {
  const { connection, publisher, runs, runner } = ports
  const { conversationId, turnId } = input
  const conversation = findConversation(connection, conversationId)
  const { parentId, comparison, parameters } = findTurn(connection, conversationId, turnId)
  if (comparison === null) {
    throw new ApiError('FAILED_PRECONDITION', 'This response isn’t part of a comparison.', {
      param: 'turnId',
    })
  }
  const compared = listCompared(connection, { parentId, comparison })
  for (const id of compared) if (id !== turnId) runs.get(id)?.halt('stopped')
  connection.transact(() => {
    endComparison(connection, comparison, parentId)
    updateConversation(connection, {
      ...conversation,
      parameters: parameters ?? conversation.parameters,
      updatedAt: ports.now(),
    })
    moveHead(connection, conversationId, newestThrough(readShape(connection, conversationId), turnId))
  })
  runs.get(turnId)?.endComparison()
  publisher.publishTurns(publisher.readTurns(conversationId, compared))
  publisher.publishBranch(conversationId)
  runner.continueAfter(() => findTurn(connection, conversationId, turnId))
}

async function deleteTurn({ connection, now, publisher, runs }: TreePorts, input: TurnInput): Promise<void> {
  const { conversationId, turnId } = input
  const { headTurnId } = findConversation(connection, conversationId)
  findTurn(connection, conversationId, turnId)
  const shape = readShape(connection, conversationId)
  for (const run of listRuns(runs, conversationId)) {
    if (isBelow(shape, run.turn.id, turnId)) run.halt('stopped', { holdsQueue: true })
  }
  const marked = deleteBranch(connection, { turnId, headId: headTurnId, now: now() })
  publisher.publishBranch(conversationId)
  await marked
}

async function restoreTurn(
  { connection, publisher }: TreePorts,
  { conversationId, turnId }: TurnInput,
): Promise<void> {
  findConversation(connection, conversationId)
  const { deletedAt, isBelowDeleted } = findDeletedTurn(connection, conversationId, turnId)
  if (deletedAt === null) return
  if (isBelowDeleted) {
    throw new ApiError('FAILED_PRECONDITION', 'The message before this one was deleted. Restore it first.', {
      param: 'turnId',
    })
  }
  await restoreBranch(connection, {
    turnId,
    headId: findStoredHead(connection, conversationId),
    deletedAt,
  })
  publisher.publishBranch(conversationId)
}
