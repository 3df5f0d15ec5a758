// Turns with the fields that a test gives, and defaults for the rest.
import { emptyTurn, type Turn } from '#shared/schemas/chat'

type TurnFields = Partial<Turn> & Pick<Turn, 'id' | 'role' | 'parts'>

export function makeTurn(fields: TurnFields): Turn {
  return {
    ...emptyTurn,
    conversationId: 'conversation',
    parentId: null,
    state: 'complete',
    createdAt: 1,
    ...fields,
  }
}

/** `t0`, `t1`, …: each the child of the one before it. */
export function makeBranch(length: number): Turn[] {
  return Array.from({ length }, (_, number) =>
    makeTurn({
      id: `t${number}`,
      parentId: number === 0 ? null : `t${number - 1}`,
      role: number % 2 === 0 ? 'user' : 'model',
      parts: [{ text: `needle ${number}` }],
      createdAt: number,
    }),
  )
}
