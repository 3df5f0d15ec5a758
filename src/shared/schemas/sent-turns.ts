// Which turns of a branch a request sends: the prompts that were answered, their answers, and the prompt that is asked.
import type { Turn } from './chat'
import type { Part } from './content'

type BranchTurn = Pick<Turn, 'id' | 'role' | 'parts' | 'blockReason'>

interface Exchange<T> {
  readonly prompt: T
  readonly answers: readonly T[]
}

/**
 * The turns that are sent, in order, without function calls that have no results and results that have no calls, which
 * services always reject (wire §2.3). The last prompt is the one that is asked.
 */
export function listSent<T extends BranchTurn>(branch: readonly T[]): T[] {
  let exchanges: readonly Exchange<T>[] = toExchanges(branch).filter(isSent)
  for (;;) {
    const paired = exchanges.map(dropUnpaired)
    const areSent = paired.map(isSent)
    const sent = exchanges.filter((_, index) => areSent[index])
    if (sent.length === exchanges.length)
      return paired.flatMap(({ prompt, answers }) => [prompt, ...answers.filter(hasContent)])
    // What was left out may have had the results of calls, or the calls of results.
    exchanges = sent
  }
}

/** The ids of the prompts that later requests leave out, and of their answers. A response to come counts as one. */
export function listUnanswered(branch: readonly Turn[]): Set<string> {
  const last = branch.at(-1)
  const isWaiting = last?.state === 'running' || last?.parts.some(({ functionCall }) => functionCall) === true
  const sent = new Set(
    listSent(isWaiting ? branch : [...branch, toPrompt([{ text: '…' }])]).map(({ id }) => id),
  )
  return new Set(
    branch.flatMap((turn) => (sent.has(turn.id) || (isWaiting && turn === last) ? [] : [turn.id])),
  )
}

/** The last prompt, if a request with these parts as the next prompt would leave it out; otherwise undefined. */
export function findReplaced<T extends BranchTurn>(
  branch: readonly T[],
  parts: readonly Part[],
): T | undefined {
  const last = [...branch].reverse().find(({ role }) => role === 'user')
  const sent = listSent<BranchTurn>([...branch, toPrompt(parts)])
  return sent.some(({ id }) => id === last?.id) ? undefined : last
}

/** Function results belong to the calls before them, so a prompt without results is sent together with them. */
export function hasResults({ parts }: Pick<Turn, 'parts'>): boolean {
  return parts.some(({ functionResponse }) => functionResponse)
}

function toPrompt(parts: readonly Part[]): BranchTurn & { readonly role: 'user' } {
  return { id: '', role: 'user', parts: [...parts], blockReason: null }
}

/** Answers before the first prompt are not sent, because requests start with the user. */
function toExchanges<T extends BranchTurn>(branch: readonly T[]): Exchange<T>[] {
  const exchanges: { readonly prompt: T; readonly answers: T[] }[] = []
  for (const turn of branch) {
    if (turn.role === 'user') exchanges.push({ prompt: turn, answers: [] })
    else exchanges.at(-1)?.answers.push(turn)
  }
  return exchanges
}

/** A blocked prompt would block every later one. */
function isSent(
  { prompt, answers }: Exchange<BranchTurn>,
  index: number,
  { length }: readonly Exchange<BranchTurn>[],
): boolean {
  const isAnswered = answers.every(({ blockReason }) => blockReason === null) && answers.some(hasContent)
  return hasContent(prompt) && (isAnswered || index === length - 1)
}

/** Whether there is something besides thoughts, blank text, and signatures. */
export function hasContent({ parts }: Pick<Turn, 'parts'>): boolean {
  return parts.some(({ text, thought, thoughtSignature: _, thought_signature: __, ...others }) => {
    return thought !== true && ((text ?? '').trim() !== '' || Object.keys(others).length > 0)
  })
}

function dropUnpaired<T extends BranchTurn>(
  { prompt, answers }: Exchange<T>,
  index: number,
  exchanges: readonly Exchange<T>[],
): Exchange<T> {
  if (![prompt, ...answers].some(hasFunctions)) return { prompt, answers }
  const calls = exchanges[index - 1]?.answers.flatMap(({ parts }) =>
    parts.flatMap((part) => callOf(part) ?? []),
  )
  const results = exchanges[index + 1]?.prompt.parts.flatMap((part) => resultOf(part) ?? [])
  const own = answers.flatMap(({ parts }) => parts)
  const paired = new Set(withoutUnpaired(own, results ?? [], callOf))
  return {
    prompt: { ...prompt, parts: withoutUnpaired(prompt.parts, calls ?? [], resultOf) },
    answers: answers.map((answer) => ({ ...answer, parts: answer.parts.filter((part) => paired.has(part)) })),
  }
}

function hasFunctions({ parts }: BranchTurn): boolean {
  return parts.some((part) => callOf(part) ?? resultOf(part))
}

interface CallReference {
  readonly id?: string | undefined
  readonly name: string
}

function callOf({ functionCall }: Part): CallReference | undefined {
  return functionCall
}

function resultOf({ functionResponse }: Part): CallReference | undefined {
  return functionResponse
}

/** Pairs by id if both have one, otherwise by name and order. */
function withoutUnpaired(
  parts: readonly Part[],
  partners: readonly CallReference[],
  read: (part: Part) => CallReference | undefined,
): Part[] {
  const open = [...partners]
  return parts.filter((part) => {
    const reference = read(part)
    if (!reference) return true
    const at = open.findIndex(({ id, name }) =>
      id && reference.id ? id === reference.id : name === reference.name,
    )
    if (at < 0) return false
    open.splice(at, 1)
    return true
  })
}
