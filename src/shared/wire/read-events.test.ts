// The reader of streams, at every byte split and against everything senders get wrong (decisions §5).
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

// Multi-byte letters, an emoji of two surrogates, and the line separator that is legal inside JSON.
const payloads = ['{"text":"Grüße, 世界"}', '{"text":"a\u2028b 👩‍🚀"}', '{"text":""}']

test.each([
  ['LF', '\n'],
  ['CRLF', '\r\n'],
  ['CR', '\r'],
])('events ended by %s come whole at every byte split', async (_name, end) => {
  const whole = bytes(payloads.map((payload) => `data: ${payload}${end}${end}`).join(''))
  for (let split = 0; split <= whole.length; split += 1) {
    const { events } = await readAll([whole.subarray(0, split), whole.subarray(split)])
    expect(events, `split at ${split}`).toEqual(payloads)
  }
})

test('events come whole when every byte comes alone', async () => {
  const whole = bytes(payloads.map((payload) => `data: ${payload}\r\n\r\n`).join(''))
  expect((await readAll(Array.from(whole, (byte) => Uint8Array.of(byte)))).events).toEqual(payloads)
})

test('comments, event names, ids and a missing space change nothing', async () => {
  const text = `: ping\n\nevent: x\nid: 7\ndata:${payloads[0]}\n\nretry: 10\n\n: glued\ndata: ${payloads[1]}\n\n`
  expect(await readAll([bytes(text)])).toEqual({ events: [payloads[0], payloads[1]], rest: '' })
})

test('an event without its blank line counts when the bytes end', async () => {
  expect((await readAll([bytes(`data: ${payloads[0]}`)])).events).toEqual([payloads[0]])
})

test('a byte order mark is no part of the first event', async () => {
  expect((await readAll([bytes(`\uFEFFdata: ${payloads[0]}\n\n`)])).events).toEqual([payloads[0]])
})

test('a bare error object after an event is handed over as the rest', async () => {
  const error = '{\n  "error": {\n    "code": 503,\n    "message": "overloaded: later"\n  }\n}\n'
  const { events, rest } = await readAll([bytes(`data: ${payloads[0]}\n\n${error}`)])
  expect(events).toEqual([payloads[0]])
  expect(JSON.parse(rest)).toEqual({ error: { code: 503, message: 'overloaded: later' } })
})

test('an endless page of garbage is not kept', async () => {
  const line = bytes(`${'<p>'.repeat(1000)}\n`)
  const { rest } = await readAll(Array.from({ length: 1000 }, () => line))
  expect(rest.length).toBeLessThan(100_000)
})

test('an event of 10 MB in small pieces is read in time linear in its bytes', async () => {
  const [small, large] = [await minCost(1_000_000), await minCost(10_000_000)]
  // Ten times the bytes: a quadratic reader takes a hundred times as long.
  expect(large / small).toBeLessThan(50)
})

/** Microseconds of the processor; the least of three runs, because the first ones are compiled meanwhile. */
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

/** Of this process's own work, whatever else the machine does. */
function microsecondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return user + system
}
