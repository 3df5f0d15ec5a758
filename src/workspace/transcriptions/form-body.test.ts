// The form as it goes out: its parts in their order, its length exact, its file never another than was announced.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readForm } from '#gateway/handlers/form-reader'
import { readBody } from '#shared/wire/read-body'
import { makeFolder } from '../workspace.fixture'
import { type Form, writeForm } from './form-body'

function makeForm(content: Buffer, form: Partial<Form['file']> = {}): Form {
  const path = join(makeFolder(), 'sound')
  writeFileSync(path, content)
  const file = { path, name: 'a.wav', mimeType: 'audio/wav', bytes: content.length, ...form }
  return {
    fields: [
      ['model', 'gen-4o-transcribe'],
      ['prompt', 'Ünï\r\n--x'],
    ],
    file,
  }
}

test('the parts stand in their order, the file last, and the length is that of the bytes', async () => {
  const { headers, body } = writeForm(makeForm(Buffer.from('RIFF\r\n--form')))
  const bytes = Buffer.from(await readBody(body))
  const boundary = /boundary=(.+)$/.exec(headers['content-type'] ?? '')?.[1]
  expect(bytes.toString()).toBe(
    [
      `--${boundary}`,
      'Content-Disposition: form-data; name="model"',
      '',
      'gen-4o-transcribe',
      `--${boundary}`,
      'Content-Disposition: form-data; name="prompt"',
      '',
      'Ünï\r\n--x',
      `--${boundary}`,
      'Content-Disposition: form-data; name="file"; filename="a.wav"',
      'Content-Type: audio/wav',
      '',
      'RIFF\r\n--form',
      `--${boundary}--`,
      '',
    ].join('\r\n'),
  )
  expect(headers['content-length']).toBe(String(bytes.length))
})

test('a name with quotes, line ends and letters of any kind is read back by the gateway', async () => {
  const { headers, body } = writeForm(makeForm(Buffer.from('sound'), { name: 'a "b"\r\nüber 東京.mp3' }))
  const form = readForm(headers['content-type'] ?? '', { checkModel: () => {}, checkSize: () => {} })
  for await (const chunk of body) await form.read(chunk)
  await form.end()
  expect(form.describe()).toContain('file: a %22b%22%0D%0Aüber 東京.mp3 (audio/wav, 5 bytes)')
})

test('the file goes out in pieces, and each is told', async () => {
  const content = Buffer.alloc(200_000, 7)
  const told: number[] = []
  const form = makeForm(content)
  const { headers, body } = writeForm({ ...form, onSent: (bytes) => told.push(bytes) })
  const bytes = await readBody(body)
  expect(bytes.length).toBe(Number(headers['content-length']))
  expect(told).toEqual([65_536, 131_072, 196_608, 200_000])
  expect(readFileSync(form.file.path).length).toBe(200_000)
})

test.each([
  ['shorter', 9],
  ['longer', 3],
])('a file that is %s than it was breaks off', async (_, bytes) => {
  const { body } = writeForm(makeForm(Buffer.from('sound'), { bytes }))
  await expect(readBody(body)).rejects.toMatchObject({
    code: 'FAILED_PRECONDITION',
    message: 'a.wav was changed while it was being sent.',
  })
})
