// The kinds of code that a request is written as.
import { toCurl } from '#shared/endpoints/samples/curl'
import { toFetch } from '#shared/endpoints/samples/fetch'
import { toGenAi } from '#shared/endpoints/samples/gen-ai'
import { toPython } from '#shared/endpoints/samples/python'
import type { SampleTarget } from '#shared/endpoints/samples/sample-request'
import type { PromptRequest } from '#shared/schemas/prompt-request'

interface CodeKind {
  readonly name: string
  /** What it takes to run it. */
  readonly needs: string
  readonly write: (request: PromptRequest, target: SampleTarget) => string
}

export const codeKinds = {
  curl: { name: 'curl', needs: 'For a POSIX shell; on Windows, Git Bash.', write: toCurl },
  fetch: { name: 'JavaScript', needs: 'For Node 20 or newer; nothing to install.', write: toFetch },
  genai: {
    name: '@google/genai',
    needs: 'For Node 20 or newer, with the package @google/genai.',
    write: toGenAi,
  },
  python: { name: 'Python', needs: 'For Python 3; nothing to install.', write: toPython },
} as const satisfies Record<string, CodeKind>

export type CodeKindId = keyof typeof codeKinds

export const codeKindOptions = (Object.keys(codeKinds) as CodeKindId[]).map((value) => ({
  value,
  name: codeKinds[value].name,
}))
