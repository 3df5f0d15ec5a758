// Finding and replacing strings in JSON by their bytes.
import { describe, expect, test } from 'vitest'
import { findStrings, spliceBytes } from './json-strings'

const places = { names: new Set(['uri', 'file_uri']), closed: new Set(['args']) }
const find = (text: string) => findStrings(Buffer.from(text), places)

describe('strings are found', () => {
  test('at any depth, with their path, their text and their bytes', () => {
    const text = '{"ü":[{"file_uri" : "a"},[0,{"b":{"uri":"x\\/\\u0041\\"\\\\"}}]], "uri":"z"}'
    const bytes = Buffer.from(text)
    const found = findStrings(bytes, places)
    expect(found.map(({ path, text: value }) => [path, value])).toEqual([
      ['ü[0].file_uri', 'a'],
      ['ü[1][1].b.uri', 'x/A"\\'],
      ['uri', 'z'],
    ])
    for (const { start, end, text: value } of found)
      expect(JSON.parse(bytes.toString('utf8', start, end))).toBe(value)
  })

  test('under a name that is written with escapes', () => {
    expect(find('{"\\u0075ri":"a"}')).toMatchObject([{ path: 'uri', text: 'a' }])
  })

  test.each([
    ['quoted in a text', String.raw`{"text":"{\"uri\":\"a\"}"}`],
    ['as a name', '{"uri":{"a":1}}'],
    ['as an element', '{"uri":["a"]}'],
    ['as a value beside the name', '{"a":"uri","b":"x"}'],
    ['within what is closed', '{"args":{"uri":"a","b":[{"uri":"c"}]}}'],
    ['in a string that ends with a backslash', String.raw`{"text":"\\","a":"\\\",\"uri\":\"b"}`],
    ['bare', '"uri"'],
  ])('but not %s', (_where, text) => {
    expect(find(text)).toEqual([])
  })

  test('after what was closed', () => {
    expect(find('{"args":[{"uri":"a"}],"uri":"b"}')).toMatchObject([{ path: 'uri', text: 'b' }])
  })
})

test('200,000 levels are looked through', () => {
  const depth = 200_000
  const text = `${'{"a":['.repeat(depth)}{"uri":"x"}${']}'.repeat(depth)}`
  expect(find(text)).toMatchObject([{ text: 'x' }])
})

test('what is replaced changes its own bytes and no others', () => {
  const bytes = Buffer.from('{ "uri": "ä" , "n":1.0e0,"uri":"b"}\n')
  const splices = findStrings(bytes, places).map(({ start, end, text }) => ({
    start,
    end,
    text: JSON.stringify(`${text}!`),
  }))
  expect(spliceBytes(bytes, splices).toString()).toBe('{ "uri": "ä!" , "n":1.0e0,"uri":"b!"}\n')
  expect(spliceBytes(bytes, [])).toBe(bytes)
})

test('the time is linear in the bytes, whatever they are', () => {
  for (const piece of ['"x\\\\",', '0,', '"",', '{"uri":1},', '"\\"\\"",']) {
    const [small, large] = [leastCost(piece, 100_000), leastCost(piece, 1_000_000)]
    // Ten times the bytes: a quadratic search takes a hundred times as long.
    expect(large / small, piece).toBeLessThan(50)
  }
})

/** Microseconds of the processor; the least of three runs, because the first ones are compiled meanwhile. */
function leastCost(piece: string, size: number): number {
  const bytes = Buffer.from(`[${piece.repeat(size / piece.length)}0]`)
  const costs = [0, 1, 2].map(() => {
    const before = process.cpuUsage()
    findStrings(bytes, places)
    return microsecondsSince(before)
  })
  return Math.min(...costs)
}

/** Of this process's own work, whatever else the machine does. */
function microsecondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return user + system
}
