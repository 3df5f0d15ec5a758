// The answers to a turn's calls as they stand in the editors: typed, or what they begin with.
import {
  type ChatParameters,
  type FunctionDeclaration,
  type FunctionMock,
  mostMockRounds,
} from '#shared/schemas/chat-parameters'
import type { ResultDrafts } from '../state/result-drafts'
import type { FunctionCall, FunctionResult } from './function-results'
import { readResult, type TypedResponse, writeResult } from './read-result'
import { toSkeleton } from './result-skeleton'

export interface CallDraft {
  readonly call: FunctionCall
  /** Names the editor; calls of the same function are counted. */
  readonly label: string
  readonly failing: boolean
  readonly text: string
  readonly read: TypedResponse
  readonly mock: FunctionMock | undefined
  /** It is word for word what the mock says. */
  readonly isMock: boolean
}

interface Known {
  readonly typed: ResultDrafts | undefined
  readonly declarations: readonly FunctionDeclaration[]
  readonly mocks: readonly FunctionMock[]
}

const firstError = { error: 'The function failed.' }

export function toDrafts(calls: readonly FunctionCall[], known: Known): CallDraft[] {
  return calls.map((call, index) => {
    const typed = known.typed?.[index]
    const mock = findMock(known.mocks, call.name)
    const failing = typed?.failing ?? false
    const declaration = known.declarations.find(({ name }) => name === call.name)
    const text = failing
      ? (typed?.error ?? writeResult(firstError))
      : (typed?.result ?? writeResult(mock?.response ?? toSkeleton(declaration)))
    const read = readResult(text)
    const isMock = mock !== undefined && 'response' in read && isSame(read.response, mock.response)
    return { call, label: toLabel(calls, index), failing, text, read, mock, isMock }
  })
}

/** In the order of the calls; undefined where one of them cannot be read yet. */
export function readResponses(drafts: readonly CallDraft[]): FunctionResult['response'][] | undefined {
  const responses = drafts.flatMap(({ read }) => ('response' in read ? [read.response] : []))
  return responses.length === drafts.length ? responses : undefined
}

/** Nothing marks a result that a mock gave: it is one that says what the mock said. */
export function isFromMock(
  { name, response }: FunctionResult,
  asked: readonly (ChatParameters | null | undefined)[],
): boolean {
  return asked.some((parameters) => {
    const mock = findMock(parameters?.functions?.mocks ?? [], name)
    return mock !== undefined && isSame(mock.response, response)
  })
}

/** Mocks would have answered these calls too, had they not done so as often in a row as they may. */
export function isLoopAtEnd(
  calls: readonly FunctionCall[],
  { functions }: Pick<ChatParameters, 'functions'>,
  round: number,
): boolean {
  if (!functions?.on || !functions.answerWithMocks || round <= mostMockRounds) return false
  return calls.every(({ name }) => findMock(functions.mocks, name) !== undefined)
}

/** The mock takes the place of the one that this function had. */
export function addMock(
  functions: ChatParameters['functions'],
  mock: FunctionMock,
): NonNullable<ChatParameters['functions']> {
  const before = functions ?? { on: false, declarations: [], mocks: [], answerWithMocks: false }
  return { ...before, mocks: [...before.mocks.filter(({ name }) => name !== mock.name), mock] }
}

function findMock(mocks: readonly FunctionMock[], name: string): FunctionMock | undefined {
  return mocks.find((mock) => mock.name === name)
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function toLabel(calls: readonly FunctionCall[], index: number): string {
  const { name } = calls[index] ?? { name: '' }
  const alike = calls.filter((call) => call.name === name).length
  if (alike < 2) return `Result of ${name}`
  const place = calls.slice(0, index + 1).filter((call) => call.name === name).length
  return `Result ${place} of ${name}`
}
