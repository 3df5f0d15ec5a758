// Metadata and parts that the built-in tools add to an answer: searches, pages, executed code (wire §2.7).
import type { GenerateRequest, Part } from './contents.fixture'
import { invalid } from './errors.fixture'

export interface Grounding {
  /** Parts before the answer's text. */
  readonly parts: readonly Part[]
  /** Members of the last candidate. */
  readonly candidate: object
  readonly toolTokens: number
}

export function ground(request: GenerateRequest, prompt: string, answer: string): Grounding {
  const { tools = [] } = request
  const has = (name: string): boolean => tools.some((tool) => name in tool)
  const code = has('codeExecution') ? runCode() : []
  const pages = has('urlContext') ? readPages(prompt) : {}
  const search = has('googleSearch') ? searchFor(prompt, answer) : {}
  const isUsed = has('urlContext') || has('googleSearch')
  return { parts: code, candidate: { ...search, ...pages }, toolTokens: isUsed ? 120 : 0 }
}

function runCode(): readonly Part[] {
  return [
    { executableCode: { language: 'PYTHON', code: 'print(6 * 7)\n' } },
    { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '42\n' } },
  ]
}

function readPages(prompt: string): object {
  const urls = [...prompt.matchAll(/https?:\/\/[^\s"'<>]+/g)].map(([url]) => url)
  if (urls.length > 20) throw invalid('The number of URLs in the request exceeds the limit of 20.')
  const urlMetadata = urls.map((retrievedUrl) => ({
    retrievedUrl,
    urlRetrievalStatus: 'URL_RETRIEVAL_STATUS_SUCCESS',
  }))
  return { urlContextMetadata: { urlMetadata } }
}

/** Offsets count bytes of UTF-8, not characters. */
function searchFor(prompt: string, answer: string): object {
  const uri = 'https://vertexaisearch.cloud.google.com/grounding-api-redirect/AUZIYQ-fake'
  return {
    groundingMetadata: {
      searchEntryPoint: {
        renderedContent: '<style>.chip{border:1px solid}</style><div class="chip">search</div>',
      },
      groundingChunks: [{ web: { uri, title: 'example.com' } }],
      groundingSupports: [
        {
          segment: { endIndex: Buffer.byteLength(answer), text: answer },
          groundingChunkIndices: [0],
        },
      ],
      webSearchQueries: [prompt.slice(0, 80)],
    },
  }
}
