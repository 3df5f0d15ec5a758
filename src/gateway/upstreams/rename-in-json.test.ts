// Renaming in JSON bodies: the model's bytes change, and no other.
import { expect, test } from 'vitest'
import { renameInJson } from './rename-in-json'

const rename = (model: string): string => model.replace(/^gen-/, 'gemini-')
const renamed = async (text: string): Promise<string> =>
  Buffer.from(await renameInJson(Buffer.from(text), rename)).toString('utf8')

test.each([
  ['at the top', '{"model":"models/gen-e","content":{}}', '{"model":"models/gemini-e","content":{}}'],
  ['without models/', '{"model":"gen-e"}', '{"model":"gemini-e"}'],
  [
    'of each request of a batch',
    '{"requests":[{"model":"models/gen-e","content":{"parts":[{"text":"a"}]}},{"content":{}},{"model" : "gen-e"}]}',
    '{"requests":[{"model":"models/gemini-e","content":{"parts":[{"text":"a"}]}},{"content":{}},{"model" : "gemini-e"}]}',
  ],
  [
    'of a count, in camelCase',
    '{"generateContentRequest":{"contents":[],"model":"gen-x"}}',
    '{"generateContentRequest":{"contents":[],"model":"gemini-x"}}',
  ],
  [
    'of a count, in snake_case',
    '{"generate_content_request" : { "model"\n:\t"models/gen-x" , "contents":[] } }',
    '{"generate_content_request" : { "model"\n:\t"models/gemini-x" , "contents":[] } }',
  ],
  [
    'after letters of several bytes',
    '{"title":"žluťoučký 🐎 \\u2028 \u2028","model":"gen-x","z":1.0}',
    '{"title":"žluťoučký 🐎 \\u2028 \u2028","model":"gemini-x","z":1.0}',
  ],
  [
    'after strings that end in backslashes and quotes',
    '{"a":"\\\\","b":"\\"model\\":\\"gen-x\\"","c":"\\\\\\"","model":"gen-x"}',
    '{"a":"\\\\","b":"\\"model\\":\\"gen-x\\"","c":"\\\\\\"","model":"gemini-x"}',
  ],
  ['written with escapes', '{"model":"models\\/gen\\u002dx"}', '{"model":"models/gemini-x"}'],
  ['whose value is no text', '{"model":7,"a":{"model":"gen-x"}}', '{"model":7,"a":{"model":"gen-x"}}'],
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
  ['a name of the vendor’s already', '{"model": "models/gemini-x"}'],
  ['a request that is no element of a batch', '{"requests":{"model":"gen-x"}}'],
])('%s stays the very bytes that came', async (_, text) => {
  const bytes = Buffer.from(text)
  expect(await renameInJson(bytes, rename)).toBe(bytes)
})

test('bytes in the middle of a larger buffer are read from their own beginning', async () => {
  const whole = Buffer.from('xxxx{"model":"gen-x"}yy')
  const bytes = await renameInJson(whole.subarray(4, -2), rename)
  expect(Buffer.from(bytes).toString()).toBe('{"model":"gemini-x"}')
})

test('JSON of any depth is read without recursion', async () => {
  const deep = `{"a":${'['.repeat(200_000)}${']'.repeat(200_000)},"model":"gen-x"}`
  expect((await renamed(deep)).endsWith('"model":"gemini-x"}')).toBe(true)
})
