// Assembles the function calls of a response, whole or from the deltas of a stream.
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
      // A function without parameters may come without arguments.
      const args = text.trim() === '' ? {} : parseObject(text)
      if (!args || name === '') return { parts, malformed: name }
      parts.push({ functionCall: { ...(id ? { id } : {}), name, args } })
    }
    return { parts }
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
    const call = { id, name: '', arguments: '' }
    if (index !== undefined) this.#positions.set(index, this.#calls.length)
    this.#calls.push(call)
    return call
  }

  #findOpen(id: string): OpenCall | undefined {
    const named = id === '' ? undefined : this.#calls.find((call) => call.id === id)
    return named ?? this.#calls.at(-1)
  }
}

function isOther(known: OpenCall, id: string, name: string): boolean {
  if (id !== '') return id !== known.id
  return name !== known.name || parseObject(known.arguments) !== undefined
}
