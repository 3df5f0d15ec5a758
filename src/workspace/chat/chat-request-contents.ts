// The contents of a request, from the turns of a branch: roles alternate, every call has its result.
import type { Turn } from '#shared/schemas/chat'
import type { Part } from '#shared/schemas/content'
import { bindsCalls, partsToSend, signFirstCall } from './chat-request-parts'

export interface RequestContent {
  readonly role: Turn['role']
  readonly parts: readonly Part[]
}

interface Asked {
  readonly branch: readonly Turn[]
  readonly model: string
  readonly goOn: boolean
}

const goOnContent: RequestContent = {
  role: 'user',
  parts: [
    {
      text: 'Your last answer broke off. Continue it exactly where it ends: repeat nothing, and add no introduction.',
    },
  ],
}

export function toContents({ branch, model, goOn }: Asked): readonly RequestContent[] {
  // A blocked prompt would have every later one blocked too.
  const blocked = new Set(branch.flatMap((turn) => (turn.blockReason === null ? [] : [turn.parentId])))
  const last = branch.at(-1)
  const told = branch.map((turn, index): RequestContent => {
    const isNeeded = (goOn && turn === last) || holdsResults(branch[index + 1])
    return { role: turn.role, parts: blocked.has(turn.id) ? [] : partsToSend(turn, { model, isNeeded }) }
  })
  const answered = alternate(dropUnpaired(alternate(told)))
  const contents = bindsCalls(model) ? answered.map(signFirst) : answered
  return goOn && contents.at(-1)?.role === 'model' ? [...contents, goOnContent] : contents
}

/** Neighbours of one role, where a content between them is left out, become one; the user begins. */
function alternate(contents: readonly RequestContent[]): RequestContent[] {
  const alternating: RequestContent[] = []
  for (const content of contents) {
    const last = alternating.at(-1)
    if (content.parts.length === 0) continue
    if (last?.role === content.role)
      alternating[alternating.length - 1] = { ...last, parts: [...last.parts, ...content.parts] }
    else if (last || content.role === 'user') alternating.push(content)
  }
  return alternating
}

function holdsResults(turn: Turn | undefined): boolean {
  return turn?.parts.some(({ functionResponse }) => functionResponse) === true
}

/** A call without a result in the next content, or a result without its call, is refused for good (wire §2.3). */
function dropUnpaired(contents: readonly RequestContent[]): RequestContent[] {
  return contents.map((content, index) => {
    const isAnswer = content.role === 'model'
    const [own, others] = isAnswer ? [callOf, resultOf] : [resultOf, callOf]
    const partners = contents[index + (isAnswer ? 1 : -1)]?.parts.flatMap((part) => others(part) ?? [])
    return { ...content, parts: keepPaired(content.parts, partners ?? [], own) }
  })
}

interface Named {
  readonly id?: string | undefined
  readonly name: string
}

function callOf({ functionCall }: Part): Named | undefined {
  return functionCall
}

function resultOf({ functionResponse }: Part): Named | undefined {
  return functionResponse
}

/** By id where both have one, by name and order otherwise. */
function keepPaired(
  parts: readonly Part[],
  partners: readonly Named[],
  read: (part: Part) => Named | undefined,
): Part[] {
  const open = [...partners]
  return parts.filter((part) => {
    const own = read(part)
    if (!own) return true
    const at = open.findIndex(({ id, name }) => (id && own.id ? id === own.id : name === own.name))
    if (at < 0) return false
    open.splice(at, 1)
    return true
  })
}

function signFirst(content: RequestContent): RequestContent {
  return content.role === 'model' ? { ...content, parts: signFirstCall(content.parts) } : content
}
