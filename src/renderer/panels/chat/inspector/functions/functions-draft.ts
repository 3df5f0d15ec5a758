// Converts function settings to the texts of their editor, and back.
import type { FunctionMock, FunctionSettings } from '#shared/schemas/chat-parameters'
import { parseExactJson, writeExactJson } from '#shared/wire/exact-json'
import type { FunctionsDraft } from '../editor-drafts'
import { isObject } from '../schema/json-schema'

const write = (value: unknown) => writeExactJson(value, 2)

export function toFunctionsDraft(settings: FunctionSettings | undefined): FunctionsDraft {
  const { declarations = [], mode = 'AUTO', mocks = [], answerWithMocks = false } = settings ?? {}
  return {
    text: declarations.length > 0 ? write(declarations) : '',
    mode,
    mocks: Object.fromEntries(mocks.map(({ name, response }) => [name, write(response)])),
    answerWithMocks,
  }
}

type ReadMock =
  | { readonly response: FunctionMock['response'] | null; readonly error?: undefined }
  | { readonly error: string }

/** A blank text means no mock; only a JSON object can be sent as a mock (wire §2.3). */
export function parseMock(text: string): ReadMock {
  if (text.trim() === '') return { response: null }
  try {
    const value = parseExactJson(text)
    return isObject(value) ? { response: value } : { error: 'must be a JSON object: {"output": …}' }
  } catch {
    return { error: 'isn’t valid JSON' }
  }
}

/** Names of mocks that cannot be sent. */
export function listInvalidMocks({ mocks }: FunctionsDraft): readonly string[] {
  return Object.keys(mocks).filter((name) => parseMock(mocks[name] ?? '').error !== undefined)
}

export function toFunctionSettings(
  draft: FunctionsDraft,
  declarations: FunctionSettings['declarations'],
  wasOn: boolean | undefined,
): FunctionSettings {
  const mocks = Object.entries(draft.mocks).flatMap(([name, text]) => {
    const { response } = { response: null, ...parseMock(text) }
    return response ? [{ name, response }] : []
  })
  return {
    on: declarations.length > 0 && (wasOn ?? true),
    declarations,
    ...(draft.mode === 'AUTO' ? {} : { mode: draft.mode }),
    mocks,
    answerWithMocks: draft.answerWithMocks,
  }
}
