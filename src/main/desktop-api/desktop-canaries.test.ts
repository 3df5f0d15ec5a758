// Sends keys in every place of a request, has a provider echo them everywhere, and searches all that is stored and exported.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { type IncomingMessage, type ServerResponse, request as sendRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { openServer } from '#gateway/testing/loopback-servers.fixture'
import { toCurl } from '#shared/endpoints/samples/curl'
import { toFetch } from '#shared/endpoints/samples/fetch'
import { toPython } from '#shared/endpoints/samples/python'
import { toReplay } from '#shared/exchange/replay-request'
import { summarizeExchange } from '#shared/schemas/exchange'
import { tryParseJson } from '#shared/wire/json-objects'
import { formatExchange } from '../headless/headless-log'
import { type Desktop, openDesktop } from './desktop.fixture'
import { selectService } from './temporary-desktop.fixture'

/** In no format that a pattern would recognize. */
const providerKey = 'Tench-Roach+Dace~Bream_Perch!4711'

let folder = ''
let desktop: Desktop
let client: Desktop['client']

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'desktop-canaries-'))
  desktop = await openDesktop(folder)
  client = desktop.client
})
afterEach(async () => {
  await desktop.close()
  await rm(folder, { recursive: true, force: true })
})

type Keys = Readonly<Record<string, string>>

/** Echoes all keys: in the status line's headers, in a body, in an error, or in events that split each key. */
function echo(keys: Keys, received: string[]) {
  return (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      received.push(body)
      const all = [...Object.values(keys), ...Object.values(keys).map((key) => btoa(key))].join(' and ')
      const headers = { 'x-echo': all, 'retry-after': '1', 'content-type': 'application/json' }
      if (body.includes('please fail')) {
        outgoing.writeHead(400, all.replace(/[^\w -]/g, ''), headers)
        outgoing.end(JSON.stringify({ error: { code: 400, message: `Bad key ${all}`, status: all } }))
      } else if (incoming.url?.includes('streamGenerateContent')) {
        outgoing.writeHead(200, { ...headers, 'content-type': 'text/event-stream' })
        sendEvents(outgoing, keys)
      } else {
        outgoing.writeHead(200, headers)
        outgoing.end(JSON.stringify(toAnswer(`Your keys are ${all}.`)))
      }
    })
  }
}

const toAnswer = (text: string) => ({
  candidates: [{ content: { parts: [{ text }], role: 'model' }, finishReason: 'STOP' }],
  usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 5, totalTokenCount: 8 },
  modelVersion: text,
})

/** Each key once within an event, and once over several; the chunks end in the middle of keys and events. */
function sendEvents(outgoing: ServerResponse, keys: Keys): void {
  const texts = Object.values(keys).flatMap((key) => [
    `whole ${key} `,
    `split ${key.slice(0, 7)}`,
    key.slice(7, 8),
    key.slice(8, 20),
    `${key.slice(20)} end `,
  ])
  const bytes = Buffer.from(texts.map((text) => `data: ${JSON.stringify(toAnswer(text))}\n\n`).join(''))
  for (let at = 0; at < bytes.length; at += 97) outgoing.write(bytes.subarray(at, at + 97))
  outgoing.end()
}

interface Script {
  readonly key: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** With `node:http`, because `fetch` normalizes paths and headers. */
async function send({ key, path, headers, body }: Script): Promise<number> {
  const { url } = await desktop.application.listening()
  const { hostname, port } = new URL(url)
  return await new Promise((resolve, reject) => {
    const outgoing = sendRequest(
      {
        hostname,
        port,
        path,
        method: body === undefined ? 'GET' : 'POST',
        headers: { 'x-goog-api-key': key, 'content-type': 'application/json', ...headers },
      },
      (incoming) => {
        incoming.resume().on('end', () => resolve(incoming.statusCode ?? 0))
      },
    )
    outgoing.on('error', reject).end(body)
  })
}

const toPrompt = (text: string) => JSON.stringify({ contents: [{ parts: [{ text }] }] })
const model = '/v1beta/models/gen-2.5-flash'

/** Puts a key into the path, the query, headers and the body, and also sends it as a wrong credential. */
async function sendEverywhere(sender: string, canary: string): Promise<void> {
  const encoded = encodeURIComponent(canary)
  const headers = {
    'user-agent': `script ${canary}`,
    referer: `http://x/?${canary}`,
    'x-mine': canary,
    cookie: canary,
  }
  const base64 = btoa(canary)
  const scripts: readonly Omit<Script, 'key'>[] = [
    { path: `${model}:generateContent`, headers, body: toPrompt(`Key ${canary}, ${encoded}, ${base64}`) },
    {
      path: `${model}:streamGenerateContent?alt=sse&x=${encoded}&${encoded}`,
      headers,
      body: toPrompt(canary),
    },
    { path: `${model}:generateContent?alt=${encoded}`, body: toPrompt(`please fail ${canary}`) },
    { path: `/v1beta/models/${encoded}:generateContent`, body: toPrompt('Hello') },
    { path: `/v1beta/${encoded}/${encoded}?${encoded}=${encoded}`, headers },
    { path: `/v1beta/operations/${encoded}` },
    { path: `${model}:generateContent`, body: `{"contents": "${canary}", "${canary}": 1}` },
    { path: `${model}:generateContent`, body: `{"contents": ${canary}` },
  ]
  for (const script of scripts) await send({ key: sender, ...script })
  // Rejected ones: a wrong key, two keys, and a foreign host.
  await send({ key: `${canary}x`, path: `/v1beta/models/${encoded}`, headers })
  await send({ key: sender, path: '/v1beta/models', headers: { authorization: `Bearer ${canary}x` } })
  await send({ key: sender, path: `/v1beta/models/${encoded}`, headers: { host: 'example.com' } })
}

/** Sends a prompt in a new chat, and returns the turns once they are complete. */
async function ask(text: string): Promise<string> {
  const parameters = { model: 'gen-2.5-flash' }
  const { conversationId } = await client.chat.send({ conversationId: null, parts: [{ text }], parameters })
  for await (const events of await client.chat.watch({ conversationId }))
    for (const event of events)
      if (event.type === 'turn' && event.turn.role === 'model' && event.turn.state !== 'running')
        return JSON.stringify(event.turn)
  throw new Error('The chat has ended.')
}

/** Everything that the log can show, copy and export. */
async function collect(): Promise<Record<string, string>> {
  const { rows, live } = await client.exchanges.list({ limit: 500 })
  const details = await Promise.all(rows.map(({ id }) => client.exchanges.read({ id })))
  const stored = details.flatMap((detail) => (detail ? [detail] : []))
  expect(stored.length).toBeGreaterThanOrEqual(99)
  const { url } = await desktop.application.listening()
  const target = { baseUrl: url, key: null }
  const samples = stored.flatMap((detail) => {
    const { request } = toReplay(detail)
    // The panel offers code only for JSON objects.
    if (!request || (request.body !== '' && !tryParseJson(request.body))) return []
    const sample = { ...request, media: [], keyIn: 'header' as const }
    return [toCurl(sample, target), toFetch(sample, target), toPython(sample, target)]
  })
  desktop.user.dialogResult = join(folder, 'log.har')
  for await (const _ of await client.exchanges.exportHar({ filter: {} }));
  desktop.user.dialogResult = join(folder, 'usage.csv')
  const groupBy = ['day', 'model', 'endpoint', 'client', 'provider'] as const
  await client.usage.export({ days: null, groupBy: [...groupBy] })
  const { key } = await client.localKey.read()
  const metrics = await fetch(`${url}/-/metrics`, { headers: { 'x-goog-api-key': key } })
  return {
    rows: JSON.stringify([rows, live]),
    details: JSON.stringify(stored),
    texts: stored.map(({ responseBody }) => joinTexts(responseBody)).join('\n'),
    counts: JSON.stringify(await client.exchanges.counts({})),
    samples: samples.join('\n'),
    usage: JSON.stringify(await client.usage.read({ days: null, groupBy: [...groupBy] })),
    'headless log': stored
      .map((one) => ({ ...summarizeExchange(one), keyId: one.keyId }))
      .map((one) => formatExchange('json', one) + formatExchange('text', one))
      .join(''),
    metrics: await metrics.text(),
    'named keys': JSON.stringify(await client.namedKeys.list()),
    status: JSON.stringify(await client.application.status()),
    openapi: await (await fetch(`${url}/openapi.json`)).text(),
  }
}

/** As a client joins the texts of events. */
const joinTexts = (body: string) => [...body.matchAll(/"text":"([^"]*)"/g)].map(([, text]) => text).join('')

async function readFiles(when: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  const read: Record<string, string> = {}
  // A write-ahead log, which SQLite may move into its database and delete meanwhile, comes before the database.
  for (const path of paths.sort().reverse()) {
    const bytes = await readFile(path).catch(() => Buffer.alloc(0))
    read[`${basename(path)} (${when})`] = `${bytes.toString('latin1')}${bytes.toString('utf16le')}`
  }
  return read
}

/** Twelve consecutive characters of a key, in any spelling, are a leak. */
function findLeaks(
  outputs: Readonly<Record<string, string>>,
  keys: Readonly<Record<string, string>>,
): string[] {
  return Object.entries(keys).flatMap(([name, key]) => {
    const json = JSON.stringify(key).slice(1, -1)
    const spellings = [key, encodeURIComponent(key), json, btoa(key).replace(/=+$/, ''), escape(key)]
    const pieces = spellings.flatMap((text) =>
      Array.from({ length: text.length - 11 }, (_, at) => text.slice(at, at + 12)),
    )
    return Object.entries(outputs).flatMap(([output, text]) => {
      const found = pieces.find((piece) => text.includes(piece))
      if (found === undefined) return []
      const at = text.indexOf(found)
      return [`${output} has ${name}: ${text.slice(Math.max(0, at - 60), at + 60)}`]
    })
  })
}

test('keys are in nothing that is stored, shown or exported, wherever scripts send and providers echo them', async () => {
  const { key: local } = await client.localKey.read()
  const named = await client.namedKeys.create({ name: 'Nightly' })
  const other = await client.namedKeys.create({ name: 'Other' })
  const keys: Keys = { provider: providerKey, local, named: named.key, other: other.key }
  // Put everywhere in the same way, and found, or the search would miss an output.
  const decoy = { decoy: 'Magpie-Jackdaw-Rook-Raven-13579' }
  const received: string[] = []
  const echoed: Record<string, string> = { ...keys, ...decoy }
  const server = await openServer(echo(echoed, received))
  onTestFinished(server.close)
  await selectService(desktop, { port: server.port, key: providerKey })
  for (const sender of [local, named.key])
    for (const canary of Object.values(keys)) await sendEverywhere(sender, canary)
  await sendEverywhere(named.key, decoy.decoy)
  expect(received.some((body) => body.includes(other.key))).toBe(true)
  await client.namedKeys.revoke({ id: other.namedKey.id })

  // A provider knows no named key, unless a script has sent it one.
  delete echoed.named
  delete echoed.other
  const chat = await ask('Which keys?')

  const shown = { ...(await collect()), chat }
  const outputs = { ...shown, ...(await readFiles('in use')) }
  await desktop.close()
  Object.assign(outputs, await readFiles('closed'))
  const names = findLeaks(outputs, decoy).map((leak) => leak.split(' has ')[0])
  expect(names).toEqual(
    expect.arrayContaining([
      ...['chat', 'rows', 'details', 'texts', 'counts', 'samples', 'usage', 'headless log'],
      ...['log.har (closed)', 'usage.csv (closed)', expect.stringMatching(/^exchanges\.db.* \(closed\)/)],
      expect.stringMatching(/^workspace\.db.* \(closed\)/),
    ]),
  )
  expect(findLeaks(outputs, keys)).toEqual([])
  desktop = await openDesktop(folder)
}, 120_000)
