// Drawings: one instruction, so many pictures to it at once, each an answer of its own; the rest is the chat's.
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import type { Part } from '#shared/schemas/content'
import { type Begun, keepPrompt, type PromptPorts } from '../chat/keep-prompt'
import type { QuestionPorts } from '../chat/question'
import { checkReferences, findImageModel, toTaken } from './image-models'
import { checkPlace } from './place'

interface DrawingPorts extends PromptPorts, QuestionPorts {
  /** Tells of the new turns, and asks for the answers among them (`ChatRoom.begin`). */
  readonly begin: (begun: Begun) => void
}

export interface Step {
  /** Null begins a new drawing. */
  readonly conversationId: string | null
  /** The answer whose picture is edited; null stands at the beginning. */
  readonly after: string | null
  readonly parts: readonly Part[]
  readonly parameters: ChatParameters
  readonly variations: number
}

export interface Drawings {
  /** Instruction and answers are on the disk when this returns; `turnIds` are the answers'. */
  draw(step: Step): { conversationId: string; turnIds: string[] }
}

export function createDrawings(ports: DrawingPorts): Drawings {
  return {
    draw({ conversationId, after, parts, parameters, variations }) {
      const model = findImageModel(parameters.model, ports.models())
      checkReferences(parts, model)
      checkPlace(ports.connection, { conversationId, after })
      const begun = keepPrompt(ports, {
        kind: 'images',
        conversationId,
        parentId: after,
        parts,
        columns: toColumns(toTaken(parameters, model), variations),
        compared: false,
      })
      ports.begin(begun)
      const answers = begun.turns.filter(({ role }) => role === 'model')
      return { conversationId: begun.conversationId, turnIds: answers.map(({ id }) => id) }
    },
  }
}

const largestSeed = 2_147_483_647

/** One seed draws one picture: each variation has the next, and keeps its own, so that it can be drawn again. */
function toColumns(parameters: ChatParameters, variations: number): ChatParameters[] {
  const { seed } = parameters
  return Array.from({ length: variations }, (_, index) => {
    if (seed === undefined) return parameters
    const next = seed + index
    return { ...parameters, seed: next > largestSeed ? next - 2 ** 32 : next }
  })
}
