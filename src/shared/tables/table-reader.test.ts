// Tables as other programs write them, split at any position.
import { expect, test } from 'vitest'
import { readRecords } from './table-reader'

const table = 'a,b\r\n"x, ""y""","two\r\nlines"\n\nlast,"q"\rno,end'

const expected = [
  { cells: ['a', 'b'], line: 1 },
  { cells: ['x, "y"', 'two\r\nlines'], line: 2 },
  { cells: ['last', 'q'], line: 5 },
  { cells: ['no', 'end'], line: 6 },
]

async function read(chunks: readonly string[]) {
  async function* texts() {
    yield* chunks
  }
  const records: unknown[] = []
  for await (const record of readRecords(texts(), ',')) records.push(record)
  return records
}

test('reads quotes, every kind of line break, and empty lines, wherever a chunk ends', async () => {
  for (let at = 0; at < table.length; at += 1)
    expect([at, await read([table.slice(0, at), table.slice(at)])]).toEqual([at, expected])
})

test('rejects a record that never ends instead of reading it again with each chunk', async () => {
  const chunks = Array.from({ length: 20 }, () => 'ab,'.repeat(100_000))
  await expect(read(['a,b\n', ...chunks])).rejects.toThrow('Line 2: longer than 4,000,000 characters.')
})
