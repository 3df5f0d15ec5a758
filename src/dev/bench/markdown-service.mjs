// A service that streams Markdown with the length and speed that the prompt requests.
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { openScriptedUpstream, sendEvent, textAnswer } from '../scripted-upstream.mjs'

/** Characters of a delta, and of a token. */
const piece = 16
const charactersPerToken = 4

const section = (/** @type {number} */ number) => `## Part ${number}: what light does

Light **bends** as it enters a drop, and *bends again* as it leaves: the angle is \`${number}\` degrees, $\\theta_${number}$ in all.
It continues through the drop, is reflected by its far side, and leaves it near the point where it entered it.

- A drop is a prism, and each eye sees a [bow](https://example.org/bow) of its own.

\`\`\`js
// Snell's law, for part ${number}
export function refract(angle, from = 1.0, to = 1.33) {
  return Math.asin((from / to) * Math.sin(angle + ${number}))
}
\`\`\`

| color | wavelength | angle |
| --- | --- | --- |
| red | 700 nm | 42.4 |

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

/** Writes a prompt that the service understands. @param {{ length: number, atOnce: number, tokensPerSecond: number }} options */
export function toPrompt({ length, atOnce, tokensPerSecond }) {
  return `Write ${length} characters, ${atOnce} at once, the others at ${tokensPerSecond} tokens a second.`
}

/** @template Result @param {(url: string) => Promise<Result>} work */
export async function withMarkdownService(work) {
  const { url, close } = await openScriptedUpstream(async (incoming, outgoing) => {
    const prompt = /Write (\d+) characters, (\d+) at once, the others at (\d+) tokens/g
    const numbers = [...(await text(incoming)).matchAll(prompt)].at(-1)?.map(Number) ?? []
    const [, length = 100, atOnce = 100, tokensPerSecond = 200] = numbers
    const answer = writeMarkdown(length)
    const wait = (1000 * piece) / charactersPerToken / tokensPerSecond
    outgoing.socket?.setNoDelay(true)
    const began = performance.now()
    if (atOnce > 0) sendEvent(outgoing, textAnswer(answer.slice(0, atOnce), null))
    for (let at = atOnce, count = 1; at < length && !outgoing.destroyed; at += piece, count += 1) {
      // Follows the clock, to catch up after a delay that was too long.
      await pause(Math.max(began + count * wait - performance.now(), 0))
      sendEvent(outgoing, textAnswer(answer.slice(at, at + piece), null))
    }
    sendEvent(outgoing, textAnswer(''))
    outgoing.end()
  })
  try {
    return await work(url)
  } finally {
    close()
  }
}
