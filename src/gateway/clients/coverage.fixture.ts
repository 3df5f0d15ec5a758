// The table of calls that work with each unmodified client, from which the tests and the README are generated.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { UpstreamKind } from '#shared/schemas/upstream'

const readme = await readFile(join(import.meta.dirname, '../README.md'), 'utf8')

/** The README's section about clients, and its examples in the order of `clients`. */
export const page = sectionOf(readme, '## Use it from your own code')
export const programs = [...page.matchAll(/```js\n([\s\S]*?)```/g)].map(([, program = '']) => program)

function sectionOf(text: string, heading: string): string {
  const start = text.indexOf(`${heading}\n`)
  const end = text.indexOf('\n## ', start + 1)
  return start < 0 ? '' : text.slice(start, end < 0 ? undefined : end)
}

/** By the short name of their test file. */
export const clients = {
  genai: '@google/genai',
  'generative-ai': '@google/generative-ai',
  'ai-sdk': '@ai-sdk/google',
  langchain: '@langchain/google-genai',
  openai: 'openai',
} as const
export type Client = keyof typeof clients

type Cell = 'works' | { readonly limitation: string }
type Row = { readonly label: string } & Readonly<Record<Client, Cell>>

/** The client has no such call. */
const unsupported = { limitation: '' } as const

const everyGoogleClient = {
  genai: 'works',
  'generative-ai': 'works',
  'ai-sdk': 'works',
  langchain: 'works',
  openai: unsupported,
} as const

const everyClient = { ...everyGoogleClient, openai: 'works' } as const

const genaiAlone = {
  genai: 'works',
  'generative-ai': unsupported,
  'ai-sdk': unsupported,
  langchain: unsupported,
  openai: unsupported,
} as const

const openAiAlone = { ...genaiAlone, genai: unsupported, openai: 'works' } as const

const needsCustomDownload = {
  limitation:
    'creates the video, then refuses to download it from a loopback address; your own `download` function works',
} as const
const noThoughts = {
  limitation: 'predates thought summaries: its `text()` includes them in the response',
} as const
const separateResults = {
  limitation:
    'sends each result of parallel calls as a separate turn, which the API rejects; one call at a time works',
} as const
const noAbortSignal = {
  limitation: "doesn't pass on the signal of `invoke`, so the request runs to its end",
} as const
const extraRejection = {
  limitation:
    "throws as expected, but leaves a second rejection that can't be caught: without a listener for `unhandledRejection`, Node exits",
} as const
const otherRoutes = {
  limitation: 'has routes of its own for this, which the gateway does not serve',
} as const

/** In the order of the README. */
export const coverage = {
  generate: { label: 'Complete response', ...everyClient },
  stream: { label: 'Streaming response', ...everyClient },
  chat: { label: 'Multi-turn chat', ...everyClient },
  system: { label: 'System instruction', ...everyClient },
  thinking: { label: 'Thought summaries', ...everyClient, 'generative-ai': noThoughts },
  functions: { label: 'Function calling', ...everyClient },
  parallel: {
    label: 'Parallel calls with thought signatures',
    ...everyClient,
    langchain: separateResults,
  },
  json: { label: 'Structured output', ...everyClient },
  search: { label: 'Google Search grounding', ...everyGoogleClient },
  urlContext: { label: 'URL context', ...everyGoogleClient },
  picture: { label: 'Image input', ...everyClient },
  embedOne: { label: 'Embedding', ...everyClient },
  embedMany: { label: 'Batch embeddings', ...everyClient },
  draw: { label: 'Image generation', ...everyClient },
  edit: { label: 'Multi-turn image editing', ...everyGoogleClient, openai: otherRoutes },
  countTokens: { label: 'Token count', ...genaiAlone, 'generative-ai': 'works' },
  listModels: { label: 'List models', ...genaiAlone, openai: 'works' },
  getModel: { label: 'Get model', ...genaiAlone, openai: 'works' },
  video: {
    label: 'Video: start, poll',
    ...genaiAlone,
    'ai-sdk': needsCustomDownload,
    openai: otherRoutes,
  },
  download: {
    label: 'Video: download',
    ...genaiAlone,
    'ai-sdk': needsCustomDownload,
    openai: otherRoutes,
  },
  files: {
    label: 'Files: upload, wait, use, list, delete',
    ...genaiAlone,
    'generative-ai': 'works',
    openai: otherRoutes,
  },
  transcribe: { label: 'Transcription', ...openAiAlone },
  transcribeStream: { label: 'Streaming transcription', ...openAiAlone },
  nestedPrefix: { label: 'Same, under `/v1/v1beta`', ...everyGoogleClient },
  abortWhole: { label: 'Abort before the response', ...everyClient, langchain: noAbortSignal },
  abortStream: { label: 'Abort during the stream', ...everyClient, langchain: extraRejection },
  unknownModel: { label: 'Error: unknown model, 404', ...everyClient },
  badRequest: { label: 'Error: bad request, 400', ...everyClient },
  wrongKey: { label: 'Error: wrong key, 401', ...everyClient },
  quota: { label: 'Error: quota exceeded, 429', ...everyClient },
  brokenStream: {
    label: 'Error: failure during the stream',
    ...everyClient,
    langchain: extraRejection,
  },
} as const satisfies Record<string, Row>

export type CallId = keyof typeof coverage

/** The API of OpenAI-compatible servers has no equivalent of these. */
const callsWithoutOpenAi: readonly CallId[] = ['search', 'urlContext', 'video', 'download', 'files']

/** Servers other than Google's do not sign thoughts. */
export function hasSignatures(upstream: UpstreamKind): boolean {
  return upstream !== 'openai'
}

export function hasCall(upstream: UpstreamKind, call: CallId): boolean {
  return upstream !== 'openai' || !callsWithoutOpenAi.includes(call)
}

/** The calls that work with a client. */
export type WorkingCall<Name extends Client> = {
  [Id in CallId]: (typeof coverage)[Id][Name] extends 'works' ? Id : never
}[CallId]

const clientList = Object.keys(clients) as readonly Client[]
const rows: readonly Row[] = Object.values(coverage)

/** Returns the README's table with its footnotes. */
export function renderCoverage(): string {
  const reasons: string[] = []
  const heading = ['', ...clientList.map((client) => `\`${clients[client]}\``)]
  const body = rows.map((row) => [
    row.label,
    ...clientList.map((client) => renderCell(row[client], client, reasons)),
  ])
  const table = alignColumns([heading, ...body])
  return [table, '', ...reasons.map((reason, index) => `${index + 1}. ${reason}.`)].join('\n')
}

/** Adds a new reason to `reasons`; the cell shows its number. */
function renderCell(cell: Cell, client: Client, reasons: string[]): string {
  if (cell === 'works') return '✓'
  if (cell.limitation === '') return '–'
  const reason = `\`${clients[client]}\` ${cell.limitation}`
  if (!reasons.includes(reason)) reasons.push(reason)
  return `(${reasons.indexOf(reason) + 1})`
}

function alignColumns(lines: readonly (readonly string[])[]): string {
  const widths = (lines[0] ?? []).map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  )
  const write = (line: readonly string[]) =>
    `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  const [heading = [], ...body] = lines
  return [write(heading), rule, ...body.map(write)].join('\n')
}
