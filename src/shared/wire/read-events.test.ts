// Checks reading of event streams at every byte split and with the mistakes that senders make (decisions §5).
import { Readable } from 'node:stream'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readEvents } from './read-events'

async function readAll(chunks: readonly Uint8Array[]): Promise<{ events: string[]; rest: string }> {
  const events: string[] = []
  let rest = ''
  for await (const event of readEvents(Readable.from(chunks), (text) => {
    rest = text
  })) {
    events.push(event)
  }
  return { events, rest }
}

const bytes = (text: string) => new TextEncoder().encode(text)

// Multi-byte characters, an emoji of two surrogates, and the line separator that is legal inside JSON.
const payloads = ['{"text":"Grüße, 世界"}', '{"text":"a\u2028b 👩‍🚀"}', '{"text":""}']

test('reads the same events with any line breaks and in any chunks', async () => {
  const anyEvent = fc.oneof(fc.constantFrom(...payloads), fc.json())
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyEvent, { minLength: 1 }),
      fc.constantFrom('\n', '\r\n', '\r'),
      fc.array(fc.nat({ max: 2000 })),
      async (events, end, ends) => {
        const whole = bytes(events.map((event) => `data: ${event}${end}${end}`).join(''))
        const at = [0, ...ends.sort((one, other) => one - other), whole.length]
        const chunks = at.slice(1).map((to, index) => whole.subarray(at[index], to))
        expect((await readAll(chunks)).events).toEqual(events)
        const single = Array.from(whole, (byte) => Uint8Array.of(byte))
        expect((await readAll(single)).events).toEqual(events)
      },
    ),
  )
})

test('ignores comments, event names, IDs, a missing space, and a byte order mark; the last event needs no end', async () => {
  const text = `\uFEFFdata: ${payloads[2]}\n\n: ping\n\nevent: x\nid: 7\ndata:${payloads[0]}\n\nretry: 10\n\n: glued\ndata: ${payloads[1]}`
  const events = [payloads[2], payloads[0], payloads[1]]
  expect(await readAll([bytes(text)])).toEqual({ events, rest: '' })
})

test('passes a bare error object after an event as the rest', async () => {
  const error = '{\n  "error": {\n    "code": 503,\n    "message": "overloaded: later"\n  }\n}\n'
  const { events, rest } = await readAll([bytes(`data: ${payloads[0]}\n\n${error}`)])
  expect(events).toEqual([payloads[0]])
  expect(JSON.parse(rest)).toEqual({ error: { code: 503, message: 'overloaded: later' } })
})

test('does not buffer an endless page of garbage', async () => {
  const line = bytes(`${'<p>'.repeat(1000)}\n`)
  const { rest } = await readAll(Array.from({ length: 1000 }, () => line))
  expect(rest.length).toBeLessThan(100_000)
})
