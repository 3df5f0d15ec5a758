// Tests renaming the model in streamed forms: in any chunks and order, with little buffering.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boundary, type FormPart, toForm } from '../testing/test-gateway.fixture'
import { renameInForm } from './rename-in-form'

const type = `multipart/form-data; boundary=${boundary}`
const rename = (model: string): string => model.replace(/^gen-/, 'gpt-')
const file: FormPart = {
  name: 'file',
  value: 'RIFF\r\n--test\r\n--test-boundar\u00ff',
  filename: 'gen-4o.wav',
}
const model: FormPart = { name: 'model', value: 'gen-4o-transcribe' }
const others: FormPart[] = [
  { name: 'prompt', value: 'name="model" gen-4o' },
  { name: 'include[]', value: 'logprobs' },
]

async function* flow(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array, void, undefined> {
  yield* chunks
}

async function pass(chunks: readonly Uint8Array[], contentType = type) {
  const form = await renameInForm(flow(chunks), contentType, rename)
  const out: Uint8Array[] = []
  for await (const chunk of form.body) out.push(chunk)
  return { bytes: Buffer.concat(out), lengthChange: form.lengthChange, names: form.names() }
}

const orders = [
  ['first', [model, file, ...others]],
  ['in the middle', [...others, model, file]],
  ['last', [file, ...others, model]],
] as const

test.each(orders)('renames a model that comes %s, in any chunks', async (_, parts) => {
  const before = toForm(parts)
  const after = toForm(
    parts.map((part) => (part === model ? { ...model, value: 'gpt-4o-transcribe' } : part)),
  )
  await fc.assert(
    fc.asyncProperty(fc.nat(before.length), fc.nat(before.length), async (one, other) => {
      const [first, second] = [Math.min(one, other), Math.max(one, other)]
      const chunks = [before.subarray(0, first), before.subarray(first, second), before.subarray(second)]
      expect((await pass(chunks)).bytes.equals(after)).toBe(true)
    }),
  )
  const bytewise = await pass([...before].map((byte) => Uint8Array.of(byte)))
  expect(bytewise).toEqual({
    bytes: after,
    lengthChange: 0,
    names: { requested: 'gen-4o-transcribe', sent: 'gpt-4o-transcribe' },
  })
})

test('returns the change of length, and accepts a body that is not a stream', async () => {
  const form = await renameInForm(toForm([model, file]), type, () => 'whisper-1')
  const out: Uint8Array[] = []
  for await (const chunk of form.body) out.push(chunk)
  expect(Buffer.concat(out)).toEqual(toForm([{ name: 'model', value: 'whisper-1' }, file]))
  expect(form.lengthChange).toBe('whisper-1'.length - 'gen-4o-transcribe'.length)
})

test.each([
  ['a file of that name', [{ name: 'model', value: 'gen-4o-transcribe', filename: 'model' }]],
  ['a name with the same prefix', [{ name: 'models', value: 'gen-4o-transcribe' }]],
  ['a name that is already the vendor’s', [{ name: 'model', value: 'gpt-4o-transcribe' }, file]],
  ['a model that is far too long', [{ name: 'model', value: `gen-${'x'.repeat(5000)}` }]],
  ['no model', [file, ...others]],
])('%s is unchanged', async (_, parts) => {
  const before = toForm(parts)
  expect((await pass([before.subarray(0, 9), before.subarray(9)])).bytes).toEqual(before)
})

test.each([
  ['a quoted boundary', 'Multipart/Form-Data; charset=utf-8; boundary="a b=\'c"', "a b='c"],
  ['a boundary followed by a parameter', 'multipart/form-data; boundary=xy; charset=utf-8', 'xy'],
])('accepts %s', async (_, contentType, mark) => {
  const form = (name: string): Buffer =>
    Buffer.from(`--${mark}\r\ncontent-disposition: form-data; NAME=model\r\n\r\n${name}\r\n--${mark}--\r\n`)
  expect((await pass([form('gen-4o')], contentType)).bytes).toEqual(form('gpt-4o'))
})

test.each([
  ['cut off in the headers of a part', `--${boundary}\r\nContent-Disposition: form-da`],
  ['cut off in the model', `--${boundary}\r\nContent-Disposition: form-data; name="model"\r\n\r\ngen-4`],
  ['without any boundary', 'just text'],
  ['of one byte', '-'],
  ['without bytes', ''],
])('a form %s is unchanged', async (_, text) => {
  const bytes = Buffer.from(text)
  expect((await pass([...bytes].map((byte) => Uint8Array.of(byte)))).bytes).toEqual(bytes)
})

test('does not buffer 25 MB before the model, and leaves the new length open', async () => {
  const whole = toForm([{ name: 'file', value: Buffer.alloc(26_214_400, 0x0d), filename: 'a.wav' }, model])
  let sentBytes = 0
  let receivedBytes = 0
  let maxBuffered = 0
  async function* counted(): AsyncGenerator<Uint8Array, void, undefined> {
    for (let at = 0; at < whole.length; at += 65_536) {
      const chunk = whole.subarray(at, at + 65_536)
      sentBytes += chunk.length
      yield chunk
    }
  }
  const form = await renameInForm(counted(), type, rename)
  const tail: Buffer[] = []
  for await (const chunk of form.body) {
    receivedBytes += chunk.length
    maxBuffered = Math.max(maxBuffered, sentBytes - receivedBytes)
    tail.push(Buffer.from(chunk.subarray(-200)))
    if (tail.length > 4) tail.shift()
  }
  expect(form.lengthChange).toBeNull()
  expect(receivedBytes).toBe(whole.length)
  expect(maxBuffered).toBeLessThanOrEqual(2 * 65_536)
  expect(Buffer.concat(tail).includes('\r\n\r\ngpt-4o-transcribe\r\n--')).toBe(true)
})

test('passes an error of the form to the reader, and releases a form that is not read', async () => {
  async function* broken(): AsyncGenerator<Uint8Array, void, undefined> {
    yield toForm([file]).subarray(0, 20)
    throw new RangeError('cut')
  }
  await expect(renameInForm(broken(), type, rename)).rejects.toThrow('cut')
  let isReleased = false
  async function* endlessForm(): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      for (;;) yield Buffer.alloc(65_536)
    } finally {
      isReleased = true
    }
  }
  const form = await renameInForm(endlessForm(), type, rename)
  await form.cancel()
  expect(isReleased).toBe(true)
})
