// The languages and packages that a request can be written for.
import { toCurl } from './curl'
import { toFetch } from './fetch'
import { isSdkCall, toGenAi, toGenAiCall } from './gen-ai'
import { isOpenAiCall, toOpenAi } from './openai'
import { toPython } from './python'
import type { SampleRequest, SampleTarget } from './sample-request'

interface CodeKind {
  readonly name: string
  /** Says what must be installed. */
  readonly requirements: string
  readonly write: (request: SampleRequest, target: SampleTarget) => string
  /** By default, every request. */
  readonly supports?: (request: SampleRequest) => boolean
}

const isGeneration = ({ path, body }: SampleRequest) =>
  body !== '' && /:(?:streamG|g)enerateContent(?:\?|$)/.test(path)

const isTranscription = ({ path, form }: SampleRequest) =>
  form !== undefined && path.startsWith('/v1/audio/transcriptions')

export const codeKinds = {
  curl: { name: 'curl', requirements: 'Requires a POSIX shell (Git Bash on Windows).', write: toCurl },
  fetch: {
    name: 'fetch',
    requirements: 'Requires Node.js 20 or later. No packages needed.',
    write: toFetch,
  },
  genai: {
    name: '@google/genai',
    requirements: 'Requires Node.js 20 or later and the @google/genai package.',
    write: (request, target) =>
      isGeneration(request) ? toGenAi(request, target) : toGenAiCall(request, target),
    supports: (request) => isGeneration(request) || isSdkCall(request),
  },
  openai: {
    name: 'openai',
    requirements: 'Requires Node.js 20 or later and the openai package.',
    write: toOpenAi,
    supports: (request) => isTranscription(request) || isOpenAiCall(request),
  },
  python: { name: 'Python', requirements: 'Requires Python 3. No packages needed.', write: toPython },
} as const satisfies Readonly<Record<string, CodeKind>>

export type CodeKindId = keyof typeof codeKinds

/** SDKs have methods only for some requests. */
export function listCodeKinds(request: SampleRequest): readonly CodeKindId[] {
  const kinds = Object.entries(codeKinds) as readonly [CodeKindId, CodeKind][]
  return kinds.flatMap(([id, { supports }]) => (supports && !supports(request) ? [] : [id]))
}
