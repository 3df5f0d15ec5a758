// Moves through a conversation's tree, deletes branches and restores them.
import { ApiError } from '#shared/schemas/api-error'
import { createSerialQueue } from '../concurrency/locks'
import {
  findConversation,
  findStoredHead,
  moveHead,
  updateConversation,
} from '../conversations/conversation-rows'
import {
  deleteBranch,
  finishDeletions,
  putBackPath,
  restoreBranch,
} from '../conversations/tree/branch-deletion'
import {
  endComparison,
  findDeletedTurn,
  listCompared,
  listEmptyPlaces,
  listShownIn,
  readShape,
} from '../conversations/tree/tree-rows'
import { isBelow, newestThrough } from '../conversations/tree/tree-shape'
import { findTurn } from '../conversations/tree/turn-rows'
import type { Connection } from '../database/connection'
import { type AnswerRun, type AnswerRunner, assertIdle } from './answer-runner'
import { type ConversationPublisher, runsIn } from './conversation-publisher'

interface TreePorts {
  readonly connection: Connection
  readonly now: () => number
  readonly publisher: ConversationPublisher
  readonly runs: ReadonlyMap<string, AnswerRun>
  readonly runner: Pick<AnswerRunner, 'continueAfter'>
}

interface OfTurn {
  readonly conversationId: string
  readonly turnId: string
}

export interface TreeActions {
  /** Its parameters become the conversation's. Compared answers that still run are stopped: the choice is made. */
  selectAnswer(input: OfTurn): void
  switch(input: OfTurn): void
  /** With all that follows it: out of sight when this returns, off the search when it resolves. */
  deleteTurn(input: OfTurn): Promise<void>
  /** With what was deleted with it; the branch that was shown is shown again, unless another one was begun since. */
  restoreTurn(input: OfTurn): Promise<void>
}

/** What the Library does with the places of its images. */
export interface PlaceVerbs {
  /** Deletes those of image sessions that show nothing any longer. */
  hideEmptyPlaces(turnIds: readonly string[]): Promise<void>
  /** Restores these turns and what they follow. */
  restorePlaces(turnIds: readonly string[]): Promise<void>
}

export function createTree(ports: TreePorts): TreeActions & PlaceVerbs {
  const { connection, publisher } = ports
  const oneAtATime = createSerialQueue()
  void oneAtATime(() => finishDeletions(connection))
  return {
    selectAnswer: (input) => selectAnswer(ports, input),
    switch({ conversationId, turnId }) {
      findConversation(connection, conversationId)
      findTurn(connection, conversationId, turnId)
      moveHead(connection, conversationId, newestThrough(readShape(connection, conversationId), turnId))
      publisher.publishBranch(conversationId)
    },
    deleteTurn: (input) => oneAtATime(() => deleteTurn(ports, input)),
    restoreTurn: (input) => oneAtATime(() => restoreTurn(ports, input)),
    hideEmptyPlaces: (turnIds) =>
      oneAtATime(async () => {
        for (const place of listEmptyPlaces(connection, turnIds)) await deleteTurn(ports, place)
      }),
    restorePlaces: (turnIds) =>
      oneAtATime(async () => {
        putBackPath(connection, turnIds)
        for (const id of listShownIn(connection, turnIds)) publisher.publishBranch(id)
      }),
  }
}

/** Throws if no prompt can follow the head yet. Null, a new conversation, can always be begun. */
export function assertReady(
  { connection, runs }: Pick<TreePorts, 'connection' | 'runs'>,
  conversationId: string | null,
): void {
  if (conversationId === null) return
  assertIdle(runs, conversationId)
  const { headTurnId } = findConversation(connection, conversationId)
  if (headTurnId === null) return
  if (listCompared(connection, findTurn(connection, conversationId, headTurnId)).length < 2) return
  const message = 'Keep one of the compared responses before you continue.'
  throw new ApiError('FAILED_PRECONDITION', message)
}

function selectAnswer(ports: TreePorts, input: OfTurn): void {
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
  runner.continueAfter(findTurn(connection, conversationId, turnId))
}

async function deleteTurn({ connection, now, publisher, runs }: TreePorts, input: OfTurn): Promise<void> {
  const { conversationId, turnId } = input
  const { headTurnId } = findConversation(connection, conversationId)
  findTurn(connection, conversationId, turnId)
  const shape = readShape(connection, conversationId)
  for (const run of runsIn(runs, conversationId)) {
    if (isBelow(shape, run.turn.id, turnId)) run.halt('stopped')
  }
  const marked = deleteBranch(connection, { turnId, headId: headTurnId, now: now() })
  publisher.publishBranch(conversationId)
  await marked
}

async function restoreTurn(
  { connection, publisher }: TreePorts,
  { conversationId, turnId }: OfTurn,
): Promise<void> {
  findConversation(connection, conversationId)
  const { moment, isBelowDeleted } = findDeletedTurn(connection, conversationId, turnId)
  if (moment === null) return
  if (isBelowDeleted) {
    throw new ApiError('FAILED_PRECONDITION', 'The message before this one was deleted. Restore it first.', {
      param: 'turnId',
    })
  }
  await restoreBranch(connection, { turnId, headId: findStoredHead(connection, conversationId), moment })
  publisher.publishBranch(conversationId)
}
