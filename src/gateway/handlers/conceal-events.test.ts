// Streams of events whose errors hold a secret: at every split, and with every other byte as it came.
import { expect, test } from 'vitest'
import { concealEvents } from './conceal-events'

const conceal = (text: string): string => text.replaceAll('canary', '…')

async function* flow(chunks: readonly Buffer[]): AsyncGenerator<Uint8Array, void, undefined> {
  yield* chunks
}

async function pass(chunks: readonly Buffer[]): Promise<readonly string[]> {
  const out: string[] = []
  for await (const chunk of concealEvents(flow(chunks), conceal))
    out.push(Buffer.from(chunk).toString('utf8'))
  return out
}

const delta = 'event: transcript.text.delta\r\ndata:  {"delta":"říční canary \\u0041" }\r\n\r\n'
const failure = 'data: {"error": {"message":"\\u0063anary", "details":[{"canary":1}]}}\n\n'
const told = 'data: {"error":{"message":"…","details":[{"…":1}]}}\n\n'

test.each([
  ['an error in the middle', delta + failure + delta, delta + told + delta],
  ['an error without its last line break', delta + failure.trim(), delta + told.trim()],
  ['a bare error', `${delta}{"error":{"message":"canary"}}\n`, `${delta}{"error":{"message":"…"}}\n`],
  ['an error that is no JSON', 'data: {"error": canary', 'data: {"error": …'],
  [
    'an event of that name',
    'event: error\ndata: {"message":"canary"}\n\n',
    'event: error\ndata: {"message":"…"}\n\n',
  ],
  ['no error', delta + delta, delta + delta],
])('%s, split anywhere', async (_, before, after) => {
  const bytes = Buffer.from(before)
  for (let split = 0; split <= bytes.length; split += 1)
    expect((await pass([bytes.subarray(0, split), bytes.subarray(split)])).join('')).toBe(after)
  expect((await pass([...bytes].map((byte) => Buffer.of(byte)))).join('')).toBe(after)
})

test('whole events go on at once, a line without end after a megabyte', async () => {
  expect(await pass([Buffer.from(delta), Buffer.from('data: '), Buffer.from('{}\n\n')])).toEqual([
    delta,
    'data: {}\n\n',
  ])
  const long = Buffer.alloc(1_000_000, 'x')
  expect((await pass([long, long, long])).map(({ length }) => length)).toEqual([2_000_000, 1_000_000])
})
