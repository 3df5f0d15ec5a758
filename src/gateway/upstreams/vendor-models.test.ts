// Tests the mapping of paths and model names to the vendor APIs.
import { expect, test } from 'vitest'
import { resolveModel } from '#shared/models/aliases'
import { renameInJson, toVendorPath } from './vendor-models'

const rename = (model: string): string => resolveModel(model, [{ from: 'own', to: 'gemini-own' }]).id

test.each([
  ['/v1beta/models/gen-2.5-pro:generateContent', '/v1beta/models/gemini-2.5-pro:generateContent'],
  ['/v1/v1beta/models/gen-2.5-pro:generateContent', '/v1beta/models/gemini-2.5-pro:generateContent'],
  ['/v1beta/models/models%2Fgen-2.5-pro%3AcountTokens', '/v1beta/models/gemini-2.5-pro:countTokens'],
  ['/v1beta/models/models/gen%2D2.5-pro:countTokens', '/v1beta/models/gemini-2.5-pro:countTokens'],
  ['/v1/v1beta/models%2Fgen-2.5-pro:countTokens?a=%2F', '/v1beta/models/gemini-2.5-pro:countTokens?a=%2F'],
  ['/v1beta/models/gen-2.5-pro%3acountTokens', '/v1beta/models/gemini-2.5-pro:countTokens'],
  [
    '/v1beta/models/own:streamGenerateContent?alt=sse&x=a%20b:c',
    '/v1beta/models/gemini-own:streamGenerateContent?alt=sse&x=a%20b:c',
  ],
  [
    '/v1beta/models/gen-video-3.1-fast-generate-preview:predictLongRunning',
    '/v1beta/models/veo-3.1-fast-generate-preview:predictLongRunning',
  ],
])('%s calls a model', (path, vendorPath) => {
  const { api, path: sent, model } = toVendorPath(path, rename)
  expect([api, sent]).toEqual(['gemini', vendorPath])
  expect(vendorPath).toContain(model?.sent)
})

test.each([
  ['/v1beta/models', '/v1beta/models'],
  ['/v1/v1beta/models?pageSize=1000&key=a&x', '/v1beta/models?pageSize=1000&x'],
  ['/v1beta/models/gen-2.5-pro', '/v1beta/models/gen-2.5-pro'],
  ['/v1beta/models/gen-video-x/operations/a:b', '/v1beta/models/gen-video-x/operations/a:b'],
  ['/v1/v1beta/operations/abc?key=x', '/v1beta/operations/abc'],
  ['/v1beta/files/a:download?alt=media', '/v1beta/files/a:download?alt=media'],
  ['/v1/v1beta/files/a', '/v1beta/files/a'],
  [
    '/upload/v1beta/files?upload_id=a%2Fb&KEY=x&upload_protocol=resumable',
    '/upload/v1beta/files?upload_id=a%2Fb&upload_protocol=resumable',
  ],
  ['/upload/v1/v1beta/files', '/upload/v1beta/files'],
  ['/v1/upload/v1beta/files', '/upload/v1beta/files'],
])('%s goes to the Gemini API with unchanged names', (path, sent) => {
  expect(toVendorPath(path, rename)).toEqual({ api: 'gemini', path: sent })
})

test.each(['/v1/models', '/v1/models?limit=1', '/v1/models/gpt-4o-transcribe', '/v1/audio/transcriptions'])(
  '%s goes to the OpenAI API',
  (path) => {
    expect(toVendorPath(path, rename)).toEqual({ api: 'openai', path })
  },
)

const toGemini = (model: string): string => model.replace(/^gen-/, 'gemini-')
const renamed = async (text: string): Promise<string> =>
  Buffer.from(await renameInJson(Buffer.from(text), toGemini)).toString('utf8')

test.each([
  ['at the top', '{"model":"models/gen-e","content":{}}', '{"model":"models/gemini-e","content":{}}'],
  ['without models/', '{"model":"gen-e"}', '{"model":"gemini-e"}'],
  [
    'of each request of a batch',
    '{"requests":[{"model":"models/gen-e","content":{"parts":[{"text":"a"}]}},{"content":{}},{"model" : "gen-e"}]}',
    '{"requests":[{"model":"models/gemini-e","content":{"parts":[{"text":"a"}]}},{"content":{}},{"model" : "gemini-e"}]}',
  ],
  [
    'of a token count, in camelCase',
    '{"generateContentRequest":{"contents":[],"model":"gen-x"}}',
    '{"generateContentRequest":{"contents":[],"model":"gemini-x"}}',
  ],
  [
    'of a token count, in snake_case',
    '{"generate_content_request" : { "model"\n:\t"models/gen-x" , "contents":[] } }',
    '{"generate_content_request" : { "model"\n:\t"models/gemini-x" , "contents":[] } }',
  ],
  [
    'after characters of several bytes',
    '{"title":"žluťoučký 🐎 \\u2028 \u2028","model":"gen-x","z":1.0}',
    '{"title":"žluťoučký 🐎 \\u2028 \u2028","model":"gemini-x","z":1.0}',
  ],
  [
    'after strings that end in backslashes and quotes',
    '{"a":"\\\\","b":"\\"model\\":\\"gen-x\\"","c":"\\\\\\"","model":"gen-x"}',
    '{"a":"\\\\","b":"\\"model\\":\\"gen-x\\"","c":"\\\\\\"","model":"gemini-x"}',
  ],
  ['written with escapes', '{"model":"models\\/gen\\u002dx"}', '{"model":"models/gemini-x"}'],
  ['whose value is not a string', '{"model":7,"a":{"model":"gen-x"}}', '{"model":7,"a":{"model":"gen-x"}}'],
])('a model %s', async (_, before, after) => {
  expect(await renamed(before)).toBe(after)
})

test.each([
  [
    'a conversation',
    '{"contents":[{"role":"model","parts":[{"text":"\\"model\\": \\"gen-x\\""}]},{"role" : "model"}]}',
  ],
  ['arguments of a function', '{"contents":[{"parts":[{"functionCall":{"args":{"model":"gen-x"}}}]}]}'],
  ['a schema', '{"generationConfig":{"responseSchema":{"properties":{"model":{"type":"STRING"}}}}}'],
  ['an array of arrays', '[[{"model":"gen-x"}]]'],
  ['a name that is already the vendor’s', '{"model": "models/gemini-x"}'],
  ['a request outside of a batch', '{"requests":{"model":"gen-x"}}'],
])('%s returns the same bytes', async (_, text) => {
  const bytes = Buffer.from(text)
  expect(await renameInJson(bytes, toGemini)).toBe(bytes)
})

test('reads bytes within a larger buffer from their own start', async () => {
  const whole = Buffer.from('xxxx{"model":"gen-x"}yy')
  const bytes = await renameInJson(whole.subarray(4, -2), toGemini)
  expect(Buffer.from(bytes).toString()).toBe('{"model":"gemini-x"}')
})

test('reads JSON of any depth without recursion', async () => {
  const deep = `{"a":${'['.repeat(200_000)}${']'.repeat(200_000)},"model":"gen-x"}`
  expect((await renamed(deep)).endsWith('"model":"gemini-x"}')).toBe(true)
})
