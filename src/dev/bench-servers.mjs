// What the benches share beside a window: services on loopback, the gateway in a process of its own, figures.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { outFolder } from './paths.mjs'

/** The gateway's, and that of the service behind it. */
export const key = 'bench'

/** Closed when the work is done. @template Result @param {import('node:http').RequestListener} handle @param {(url: string) => Promise<Result>} work */
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

/** Ended when the work is done. @template Result @param {string} upstream @param {(url: string, pid: number) => Promise<Result>} work */
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

/** @param {number[]} figures */
export function toMedian(figures) {
  return [...figures].sort((one, other) => one - other)[Math.floor(figures.length / 2)] ?? 0
}

/** A row of the closing tables. @param {number} measured @param {string} [target] */
export function figure(measured, target = '') {
  return { measured, target }
}

const piece = 16
/** Characters a token stands for; a piece is four of them. */
const charactersPerToken = 4

const section = (/** @type {number} */ number) => `## Part ${number}: what light does

Light **bends** as it enters a drop, and *bends again* as it leaves: the angle is \`${number}\` degrees, $\\theta_${number}$ in all.
It goes on through the drop, is thrown back by its far side, and comes out by the way it went in, more or less.

- A drop is a prism, and a mirror.
- Red leaves at about 42 degrees, [violet](https://example.org/violet) at about 40.
- Each eye sees a bow of its own.

\`\`\`js
// Snell's law, for part ${number}
export function refract(angle, from = 1.0, to = 1.33) {
  return Math.asin((from / to) * Math.sin(angle + ${number}))
}
\`\`\`

| colour | wavelength | angle |
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

/** The prompt that is understood here. @param {{ length: number, atOnce: number, tokensPerSecond: number }} wish */
export function toPrompt({ length, atOnce, tokensPerSecond }) {
  return `Write ${length} characters, ${atOnce} at once, the others at ${tokensPerSecond} tokens a second.`
}

/** Writes Markdown of the length and at the pace that the prompt asks for. @type {import('node:http').RequestListener} */
export async function answerBenchPrompt(request, response) {
  const wish = readWish(await text(request))
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.socket?.setNoDelay(true)
  await write(response, wish)
}

/** @param {string} body */
function readWish(body) {
  const prompts = [...body.matchAll(/Write (\d+) characters, (\d+) at once, the others at (\d+) tokens/g)]
  const [, length = 100, atOnce = 100, tokensPerSecond = 200] = (prompts.at(-1) ?? []).map(Number)
  return { length, atOnce, tokensPerSecond }
}

/** @param {import('node:http').ServerResponse} response @param {ReturnType<typeof readWish>} wish */
async function write(response, { length, atOnce, tokensPerSecond }) {
  const answer = writeMarkdown(length)
  const wait = (1000 * piece) / charactersPerToken / tokensPerSecond
  const began = performance.now()
  if (atOnce > 0) send(response, answer.slice(0, atOnce))
  for (let at = atOnce, count = 1; at < length && !response.destroyed; at += piece, count += 1) {
    // Against the clock, so that a pause that was too long is made up for.
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
