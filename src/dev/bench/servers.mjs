// Helpers of the benchmarks without a window: services on loopback, the gateway in its own process, statistics.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { outFolder } from '../paths.mjs'

/** The key of the gateway, and of the service behind it. */
export const key = 'bench'

/** Opens a server during `work`. @template Result @param {import('node:http').RequestListener} handle @param {(url: string) => Promise<Result>} work */
export async function withService(handle, work) {
  const server = createServer(handle)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  try {
    return await work(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

/** Runs a gateway during `work`. @template Result @param {string} upstream @param {(url: string, pid: number) => Promise<Result>} work */
export async function withGateway(upstream, work) {
  const args = [join(outFolder, 'main', 'headless.cjs'), '--port', '0', '--key', key, '--upstream', upstream]
  const env = { ...process.env, UPSTREAM_KEY: key }
  const gateway = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'ignore'] })
  try {
    const [line] = await once(createInterface({ input: gateway.stdout }), 'line')
    return await work(JSON.parse(String(line)).url, gateway.pid ?? 0)
  } finally {
    gateway.kill()
  }
}

const piece = 16
/** Characters per token; a delta has four tokens. */
const charactersPerToken = 4

const section = (/** @type {number} */ number) => `## Part ${number}: what light does

Light **bends** as it enters a drop, and *bends again* as it leaves: the angle is \`${number}\` degrees, $\\theta_${number}$ in all.
It continues through the drop, is reflected by its far side, and leaves it near the point where it entered it.

- A drop is a prism, and a mirror.
- Red leaves at about 42 degrees, [violet](https://example.org/violet) at about 40.
- Each eye sees a bow of its own.

\`\`\`js
// Snell's law, for part ${number}
export function refract(angle, from = 1.0, to = 1.33) {
  return Math.asin((from / to) * Math.sin(angle + ${number}))
}
\`\`\`

| color  | wavelength | angle |
| ------ | ---------- | ----- |
| red    | 700 nm     | 42.4  |
| violet | 400 nm     | 40.5  |

$$
n_1 \\sin \\theta_1 = n_2 \\sin \\theta_{${number}}
$$

`

/** @param {number} length */
export function writeMarkdown(length) {
  const sections = []
  for (let written = 0; written < length; written += sections.at(-1)?.length ?? 1) {
    sections.push(section(sections.length + 1))
  }
  return sections.join('').slice(0, length)
}

/** Writes a prompt that `parsePrompt` understands. @param {{ length: number, atOnce: number, tokensPerSecond: number }} options */
export function toPrompt({ length, atOnce, tokensPerSecond }) {
  return `Write ${length} characters, ${atOnce} at once, the others at ${tokensPerSecond} tokens a second.`
}

/** Streams Markdown with the length and speed that the prompt requests. @type {import('node:http').RequestListener} */
export async function answerBenchPrompt(request, response) {
  const options = parsePrompt(await text(request))
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.socket?.setNoDelay(true)
  await write(response, options)
}

/** @param {string} body */
function parsePrompt(body) {
  const prompts = [...body.matchAll(/Write (\d+) characters, (\d+) at once, the others at (\d+) tokens/g)]
  const [, length = 100, atOnce = 100, tokensPerSecond = 200] = (prompts.at(-1) ?? []).map(Number)
  return { length, atOnce, tokensPerSecond }
}

/** @param {import('node:http').ServerResponse} response @param {ReturnType<typeof parsePrompt>} options */
async function write(response, { length, atOnce, tokensPerSecond }) {
  const answer = writeMarkdown(length)
  const wait = (1000 * piece) / charactersPerToken / tokensPerSecond
  const began = performance.now()
  if (atOnce > 0) send(response, answer.slice(0, atOnce))
  for (let at = atOnce, count = 1; at < length && !response.destroyed; at += piece, count += 1) {
    // Follows the clock, to catch up after a delay that was too long.
    await pause(Math.max(began + count * wait - performance.now(), 0))
    send(response, answer.slice(at, at + piece))
  }
  send(response, '', 'STOP')
  response.end()
}

/** @param {import('node:http').ServerResponse} response @param {string} words @param {string} [finishReason] */
function send(response, words, finishReason) {
  const candidate = {
    content: { role: 'model', parts: [{ text: words }] },
    index: 0,
    ...(finishReason && { finishReason }),
  }
  response.write(`data: ${JSON.stringify({ candidates: [candidate], modelVersion: 'bench' })}\r\n\r\n`)
}
