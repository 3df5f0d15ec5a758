// Assembles the function calls of a response, whole or from the deltas of a stream.
import { isObject, type JsonObject, listObjects, toNumber, toObject, toText } from './json-objects'

interface OpenCall {
  id: string
  name: string
  arguments: string
}

export interface AssembledCalls {
  readonly parts: readonly JsonObject[]
  /** The name of the first call whose arguments are not a JSON object. */
  readonly malformed?: string
}

export class FunctionCalls {
  readonly #calls: OpenCall[] = []
  /** The position in `#calls` of each index of the stream. */
  readonly #positions = new Map<number, number>()

  /** `deltas` is `tool_calls` of a message or of a delta. */
  add(deltas: unknown): void {
    for (const delta of listObjects(deltas)) {
      const call = this.#findCall(delta)
      const { name, arguments: text } = toObject(delta.function)
      call.name ||= toText(name)
      // Some servers send an object instead of its JSON.
      call.arguments += isObject(text) ? JSON.stringify(text) : toText(text)
    }
  }

  assemble(): AssembledCalls {
    const parts: JsonObject[] = []
    for (const { id, name, arguments: text } of this.#calls) {
      const args = parseArguments(text)
      if (!args) return { parts, malformed: name }
      parts.push({ functionCall: { ...(id ? { id } : {}), name, args } })
    }
    return { parts }
  }

  /**
   * A delta without an index continues the last call. Ollama sent every call with the index 0, so a second ID or a second
   * name at the same index starts another call.
   */
  #findCall(delta: JsonObject): OpenCall {
    const id = toText(delta.id)
    const startsCall = toText(toObject(delta.function).name) !== ''
    const index = toNumber(delta.index)
    const position = index === undefined ? this.#calls.length - 1 : this.#positions.get(index)
    const known = position === undefined ? undefined : this.#calls[position]
    const isOther = known !== undefined && startsCall && (id === '' || id !== known.id)
    if (known && !isOther) return known
    const call = { id, name: '', arguments: '' }
    if (index !== undefined) this.#positions.set(index, this.#calls.length)
    this.#calls.push(call)
    return call
  }
}

/** A function without parameters may come without arguments. */
function parseArguments(text: string): JsonObject | undefined {
  if (text.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
