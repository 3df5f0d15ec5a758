// Which call works with which unmodified client: the one table that the tests and the README take it from.

/** By the short name of the file that tries it. */
export const clients = {
  genai: '@google/genai',
  'generative-ai': '@google/generative-ai',
  'ai-sdk': '@ai-sdk/google',
  langchain: '@langchain/google-genai',
  openai: 'openai',
} as const
export type Client = keyof typeof clients

type Cell = 'works' | { readonly cannot: string }
type Row = { readonly label: string } & Readonly<Record<Client, Cell>>

/** The client has nothing that would send such a call. */
const absent = { cannot: '' } as const

const everyGoogleClient = {
  genai: 'works',
  'generative-ai': 'works',
  'ai-sdk': 'works',
  langchain: 'works',
  openai: absent,
} as const

const everyClient = { ...everyGoogleClient, openai: 'works' } as const

const genaiAlone = {
  genai: 'works',
  'generative-ai': absent,
  'ai-sdk': absent,
  langchain: absent,
  openai: absent,
} as const

const openAiAlone = { ...genaiAlone, genai: absent, openai: 'works' } as const

const ownDownload = {
  cannot:
    'makes the video, then refuses to fetch it from any address of this machine; with a `download` function of your own it works',
} as const
const noThoughts = {
  cannot: 'is older than thoughts: its `text()` reads them as part of the answer',
} as const
const scatteredResults = {
  cannot:
    'sends each result of parallel calls as a turn of its own, which the API refuses; one call at a time works',
} as const
const deafInvoke = { cannot: 'does not hand the signal of `invoke` on: the call runs to its end' } as const
const strayRejection = {
  cannot:
    'throws as it should, but leaves a second rejection that nobody can catch: without a listener for `unhandledRejection` Node ends the program',
} as const
const noList = {
  cannot: 'asks for `/v1/models`; of that API the gateway serves transcription alone',
} as const

/** In the README's order. */
export const coverage = {
  generate: { label: 'an answer in one piece', ...everyGoogleClient },
  stream: { label: 'an answer in a stream', ...everyGoogleClient },
  chat: { label: 'a conversation of several turns', ...everyGoogleClient },
  system: { label: 'a system instruction', ...everyGoogleClient },
  thinking: { label: 'thoughts, apart from the answer', ...everyGoogleClient, 'generative-ai': noThoughts },
  functions: { label: 'functions: call, result, reply', ...everyGoogleClient },
  parallel: {
    label: 'several calls at once, signatures sent back',
    ...everyGoogleClient,
    langchain: scatteredResults,
  },
  json: { label: 'JSON by a schema', ...everyGoogleClient },
  search: { label: 'an answer grounded in a search', ...everyGoogleClient },
  urlContext: { label: 'an answer that reads web pages', ...everyGoogleClient },
  picture: { label: 'an image in the prompt', ...everyGoogleClient },
  embedOne: { label: 'an embedding', ...everyGoogleClient },
  embedMany: { label: 'embeddings of many texts', ...everyGoogleClient },
  draw: { label: 'an image', ...everyGoogleClient },
  edit: { label: 'an image, edited in a second turn', ...everyGoogleClient },
  countTokens: { label: 'a count of tokens', ...genaiAlone, 'generative-ai': 'works' },
  listModels: { label: 'the list of models', ...genaiAlone, openai: noList },
  getModel: { label: 'one model', ...genaiAlone, openai: noList },
  video: { label: 'a video: start, follow', ...genaiAlone, 'ai-sdk': ownDownload },
  download: { label: 'its file: download', ...genaiAlone, 'ai-sdk': ownDownload },
  files: {
    label: 'files: upload, await, use, list, delete',
    ...genaiAlone,
    'generative-ai': 'works',
  },
  transcribe: { label: 'a transcript', ...openAiAlone },
  transcribeStream: { label: 'a transcript in a stream', ...openAiAlone },
  nestedPrefix: { label: 'the same under `/v1/v1beta`', ...everyGoogleClient },
  abortWhole: { label: 'leaving before the answer', ...everyClient, langchain: deafInvoke },
  abortStream: { label: 'leaving in mid-stream', ...everyClient, langchain: strayRejection },
  unknownModel: { label: 'its error for an unknown model, 404', ...everyClient },
  badRequest: { label: 'its error for a bad request, 400', ...everyClient },
  wrongKey: { label: 'its error for a wrong key, 401', ...everyClient },
  quota: { label: 'its error for a spent quota, 429', ...everyClient },
  brokenStream: {
    label: 'its error for a failure in mid-stream',
    ...everyClient,
    langchain: strayRejection,
  },
} as const satisfies Record<string, Row>

type CallId = keyof typeof coverage

/** The calls that the table says a client can do. */
export type WorkingCall<Name extends Client> = {
  [Id in CallId]: (typeof coverage)[Id][Name] extends 'works' ? Id : never
}[CallId]

const clientList = Object.keys(clients) as readonly Client[]
const rows: readonly Row[] = Object.values(coverage)

export function listWorkingCalls(client: Client): readonly string[] {
  return Object.entries(coverage).flatMap(([id, row]) => (row[client] === 'works' ? [id] : []))
}

/** The README's table, and the reasons that it counts. */
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

/** A reason that is new is noted; what stands there counts it. */
function renderCell(cell: Cell, client: Client, reasons: string[]): string {
  if (cell === 'works') return '✓'
  if (cell.cannot === '') return '–'
  const reason = `\`${clients[client]}\` ${cell.cannot}`
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
