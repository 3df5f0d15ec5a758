// Tests finding and replacing strings in the bytes of JSON.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { measureCost } from '#shared/measure-cost.fixture'
import { findElements, findStrings, spliceBytes } from './json-strings'

const filter = { names: new Set(['uri', 'file_uri']), paths: /./, skipped: new Set(['args']) }
const find = (text: string) => findStrings(Buffer.from(text), filter)

describe('findStrings', () => {
  test('finds strings at any depth, with path, text and byte range', async () => {
    const text = '{"ü":[{"file_uri" : "a"},[0,{"b":{"uri":"x\\/\\u0041\\"\\\\"}}]], "uri":"z"}'
    const bytes = Buffer.from(text)
    const found = await findStrings(bytes, filter)
    expect(found.map(({ path, text: value }) => [path, value])).toEqual([
      ['ü[0].file_uri', 'a'],
      ['ü[1][1].b.uri', 'x/A"\\'],
      ['uri', 'z'],
    ])
    for (const { start, end, text: value } of found)
      expect(JSON.parse(bytes.toString('utf8', start, end))).toBe(value)
  })

  test('finds a string whose property name has escapes', async () => {
    expect(await find('{"\\u0075ri":"a"}')).toMatchObject([{ path: 'uri', text: 'a' }])
  })

  test.each([
    ['quoted in a text', String.raw`{"text":"{\"uri\":\"a\"}"}`],
    ['as a name', '{"uri":{"a":1}}'],
    ['as an element', '{"uri":["a"]}'],
    ['as a value of another property', '{"a":"uri","b":"x"}'],
    ['within a skipped property', '{"args":{"uri":"a","b":[{"uri":"c"}]}}'],
    ['in a string that ends with a backslash', String.raw`{"text":"\\","a":"\\\",\"uri\":\"b"}`],
    ['bare', '"uri"'],
  ])('does not find %s', async (_where, text) => {
    expect(await find(text)).toEqual([])
  })

  test('finds strings after skipped values', async () => {
    expect(await find('{"args":[{"uri":"a"}],"uri":"b"}')).toMatchObject([{ path: 'uri', text: 'b' }])
  })
})

test('searches 200,000 levels', async () => {
  const depth = 200_000
  const text = `${'{"a":['.repeat(depth)}{"uri":"x"}${']}'.repeat(depth)}`
  expect(await find(text)).toMatchObject([{ text: 'x' }])
})

test('replaces only the bytes of the strings', async () => {
  const bytes = Buffer.from('{ "uri": "ä" , "n":1.0e0,"uri":"b"}\n')
  const splices = (await findStrings(bytes, filter)).map(({ start, end, text }) => ({
    start,
    end,
    text: JSON.stringify(`${text}!`),
  }))
  expect((await spliceBytes(bytes, splices)).toString()).toBe('{ "uri": "ä!" , "n":1.0e0,"uri":"b!"}\n')
  expect(await spliceBytes(bytes, [])).toBe(bytes)
})

test('takes linear time for any bytes', async () => {
  for (const piece of ['"x\\\\",', '0,', '"",', '{"uri":1},', '"\\"\\"",']) {
    const costOf = (size: number) => {
      const bytes = Buffer.from(`[${piece.repeat(size / piece.length)}0]`)
      return measureCost(() => findStrings(bytes, filter), 3)
    }
    const [small, large] = [await costOf(200_000), await costOf(2_000_000)]
    // A quadratic search takes a hundred times as long for ten times the bytes.
    expect(large / small, piece).toBeLessThan(50)
  }
})

test('returns the elements of an array with their bytes; of the last array, if its name appears twice', async () => {
  const text = '{"requests":[{"a":1}],"x":{"requests":[{}]},"requests" : [ {"b":[{}]}, {"c":1.0} ]}'
  const elements = await findElements(Buffer.from(text), 'requests')
  expect(elements.map(String)).toEqual(['{"b":[{}]}', '{"c":1.0}'])
  expect(await findElements(Buffer.from('{"requests":[]}'), 'requests')).toEqual([])
})

test.each(['{"uri":"files/x"},', '"\\"\\"\\"",', '0,'])(
  'a search through 3 MB of %s yields to other work',
  async (piece) => {
    const bytes = Buffer.from(`[${piece.repeat(3_000_000 / piece.length)}0]`)
    let isDone = false
    let turns = 0
    const search = findStrings(bytes, filter).then(() => {
      isDone = true
    })
    for (; !isDone; turns += 1) await nextTurn()
    await search
    expect(turns).toBeGreaterThan(2)
  },
)

test('shortens the path of a deeply nested string', async () => {
  const text = `${'{"uri":"x","a":'.repeat(1000)}0${'}'.repeat(1000)}`
  const found = await find(text)
  expect([found.length, Math.max(...found.map(({ path }) => path.length))]).toEqual([
    1000,
    expect.any(Number),
  ])
  expect(found.at(-1)?.path).toMatch(/^a(\.a){15}…(\.a){15}\.uri$/)
})
