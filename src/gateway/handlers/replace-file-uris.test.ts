// Tests that the gateway's file URIs in requests are replaced by the upstream's, in every spelling.
import { describe, expect, test } from 'vitest'
import { echoUpstream } from '../testing/test-gateway.fixture'
import { replaceGatewayFileUris } from './replace-file-uris'
import { sealName } from './sealed-name'

const localKey = 'key'
const uri = 'https://vendor.example/v1beta/files/abc'
const seal = (name: string, upstream = 'demo', key = localKey) =>
  sealName('file', { upstream, name }, { localKey: key })
const id = seal(uri)
const naming = { localKey, upstream: echoUpstream(), origin: 'http://127.0.0.1:4715' }
const replace = async (text: string) =>
  Buffer.from(await replaceGatewayFileUris(Buffer.from(text), naming)).toString()
const partWith = (member: string) => `{"contents":[{"parts":[{"text":"a"},${member}]}]}`

describe('a URI of the gateway', () => {
  test.each([
    `files/${id}`,
    `http://127.0.0.1:4715/v1beta/files/${id}`,
    `http://localhost:4715/v1/v1beta/files/${id}`,
    `http://[::1]:9/v1beta/files/${id}`,
    `https://gateway.example/behind/v1beta/files/${id}`,
    `http://127.0.0.1:4715/v1beta/files/${id}:download?alt=media`,
    `http://127.0.0.1:4715/v1beta/files/http://127.0.0.1:4715/v1beta/files/${id}`,
    `http:\\/\\/127.0.0.1:4715\\/v1beta\\/files\\/${id}`,
    `\\u0066\\u0069les\\u002f${id}`,
    `http%3A%2F%2F127.0.0.1%3A4715%2Fv1beta%2Ffiles%2F${id}`,
  ])('written as %s is replaced', async (written) => {
    for (const name of ['fileUri', 'file_uri', '\\u0066ileUri']) {
      const body = partWith(`{"fileData" : {"mimeType":"a\\/b", "${name}" :\n "${written}" },"new":1.0}`)
      const expected = partWith(`{"fileData" : {"mimeType":"a\\/b", "${name}" :\n "${uri}" },"new":1.0}`)
      expect(await replace(body)).toBe(expected)
    }
  })

  test.each([
    ['a system instruction', `{"systemInstruction":{"parts":[{"fileData":{"fileUri":"files/${id}"}}]}}`],
    [
      'the parts of a tool result',
      `{"contents":[{"parts":[{"functionResponse":{"parts":[{"fileData":{"fileUri":"files/${id}"}}]}}]}]}`,
    ],
    [
      'a token count',
      `{"generateContentRequest":{"contents":[{"parts":[{"file_data":{"file_uri":"files/${id}"}}]}]}}`,
    ],
    ['a batch', `{"requests":[{"content":{"parts":[{"fileData":{"fileUri":"files/${id}"}}]}}]}`],
    ['a video to extend', `{"instances":[{"prompt":"x","video":{"uri":"files/${id}"}}]}`],
    ['a first frame', `{"instances":[{"prompt":"x","image":{"fileData":{"fileUri":"files/${id}"}}}]}`],
  ])('is replaced in %s', async (_where, body) => {
    expect(await replace(body)).toBe(body.replaceAll(`files/${id}`, uri))
  })

  test('is replaced everywhere; other URIs are not', async () => {
    const other = seal('files/no-address')
    const body = partWith(
      `{"fileData":{"fileUri":"files/${id}"}},{"fileData":{"fileUri":"https://youtu.be/x"}},{"fileData":{"fileUri":"files/${other}"}}`,
    )
    expect(await replace(body)).toBe(
      body.replace(`files/${id}`, uri).replace(`files/${other}`, 'files/no-address'),
    )
  })

  test('is replaced by the upstream’s URI if that does not contain the name', async () => {
    const both = seal('files/abc\ngs://bucket/object')
    const body = partWith(`{"fileData":{"fileUri":"files/${both}"}}`)
    expect(await replace(body)).toBe(body.replace(`files/${both}`, 'gs://bucket/object'))
  })

  test.each([
    ['a text', partWith(`{"text":"http://127.0.0.1:4715/v1beta/files/${id}"}`)],
    ['a text that quotes a request', partWith(JSON.stringify({ text: `{"fileUri":"files/${id}"}` }))],
    ['the arguments of a call', partWith(`{"functionCall":{"args":{"fileUri":"files/${id}"}}}`)],
    ['the result of a tool', partWith(`{"functionResponse":{"response":{"fileUri":"files/${id}"}}}`)],
    ['a tool’s description', `{"tools":[{"functionDeclarations":[{"fileUri":"files/${id}"}]}]}`],
    ['a `uri` that is not a file', partWith(`{"x":{"uri":"files/${id}"}}`)],
  ])('is unchanged in %s', async (_where, body) => {
    const bytes = Buffer.from(body)
    expect(await replaceGatewayFileUris(bytes, naming)).toBe(bytes)
  })
})

test.each([
  'https://vendor.example/v1beta/files/abc',
  'https://www.youtube.com/watch?v=files/abc',
  'gs://bucket/files/abc',
  'files/my-own-name',
  `https://elsewhere.example/files/${'a'.repeat(60)}`,
])('the external URL %s is unchanged', async (foreign) => {
  const bytes = Buffer.from(partWith(`{"fileData":{"fileUri":"${foreign}"}}`))
  expect(await replaceGatewayFileUris(bytes, naming)).toBe(bytes)
})

describe('rejects a file that the upstream does not have, with its path', () => {
  const path = 'contents[0].parts[1].fileData.fileUri'

  test.each([
    [`files/${seal(uri, 'vendor')}`, 'belongs to vendor, but the current provider is demo'],
    [`files/${seal(uri, 'demo', 'old key')}`, 'a different local key'],
    [`http://127.0.0.1:4715/v1beta/files/${seal(uri, 'demo', 'old key')}`, 'a different local key'],
  ])('%s', async (written, words) => {
    const replaced = replace(partWith(`{"fileData":{"fileUri":"${written}"}}`))
    await expect(replaced).rejects.toThrow(
      expect.objectContaining({
        code: 'INVALID_ARGUMENT',
        param: path,
        message: expect.stringContaining(`${path}: this file`),
        details: [expect.objectContaining({ fieldViolations: [expect.objectContaining({ field: path })] })],
      }),
    )
    await expect(replaced).rejects.toThrow(words)
  })
})

test('finds a file after an image of 20 MB, and does not search one that names no file', async () => {
  const image = `{"inlineData":{"data":"${'A'.repeat(20_000_000)}"}}`
  const without = Buffer.from(partWith(image))
  expect(await replaceGatewayFileUris(without, naming)).toBe(without)
  const large = Buffer.from(partWith(`${image},{"fileData":{"fileUri":"files/${id}"}}`))
  const replaced = Buffer.from(await replaceGatewayFileUris(large, naming))
  expect(replaced.length).toBe(large.length - `files/${id}`.length + uri.length)
  expect(replaced.subarray(-uri.length - 20).toString()).toContain(uri)
})
