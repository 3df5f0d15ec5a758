// Checks reading of event streams at every byte split and with the mistakes that senders make (decisions §5).
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readEvents } from './read-events'

async function* stream(...chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks
}

async function readAll(chunks: readonly Uint8Array[]): Promise<{ events: string[]; rest: string }> {
  const events: string[] = []
  let rest = ''
  for await (const event of readEvents(stream(...chunks), (text) => {
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

test('reads an event of 10 MB in small chunks in linear time', async () => {
  const [small, large] = [await minCost(1_000_000), await minCost(10_000_000)]
  // Ten times the bytes: a quadratic reader takes a hundred times as long.
  expect(large / small).toBeLessThan(50)
})

/** Returns CPU microseconds: the minimum of three runs, because the first ones include compilation. */
async function minCost(size: number): Promise<number> {
  const whole = bytes(`data: ${'x'.repeat(size)}\n\n`)
  const chunks = Array.from({ length: Math.ceil(whole.length / 1024) }, (_, at) =>
    whole.subarray(at * 1024, (at + 1) * 1024),
  )
  const costs: number[] = []
  for (let run = 0; run < 3; run += 1) {
    const before = process.cpuUsage()
    const { events } = await readAll(chunks)
    costs.push(microsecondsSince(before))
    expect(events[0]?.length).toBe(size)
  }
  return Math.min(...costs)
}

/** CPU time of this process only, whatever else runs on the machine. */
function microsecondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return user + system
}
