// Completion and checks of a request's body by the described schemas.
import { expect, test } from 'vitest'
import { requestSchema } from '#shared/endpoints/reference'
import { createJsonSchemas } from '#workspace/json-schema/validate-json'
import { checkRequest, completeRequest } from './request-editor'

const schema = requestSchema('generateContent')!

const labels = (path: readonly (string | number)[], isKey: boolean, text = '{}') =>
  completeRequest(schema, { path, isKey, text }).map(({ label }) => label)

test('completes the members of nested objects, without those that are present', () => {
  expect(labels([''], true)).toEqual(expect.arrayContaining(['contents', 'generationConfig', 'tools']))
  expect(labels([''], true, '{"contents": []}')).not.toContain('contents')
  expect(labels(['contents', 0, 'parts', 0, ''], true)).toEqual(
    expect.arrayContaining(['text', 'inlineData', 'file_data']),
  )
  expect(labels(['generationConfig', 'thinkingConfig', ''], true)).toContain('includeThoughts')
  expect(labels(['unknown', ''], true)).toEqual([])
})

test('a completed member has a value of its type', () => {
  const found = completeRequest(schema, { path: ['generationConfig', ''], isKey: true, text: '{}' })
  const json = Object.fromEntries(found.map((each) => [each.label, each.json]))
  expect(json).toMatchObject({ temperature: '0', responseModalities: '[]', imageConfig: '{}' })
})

test('completes allowed values, examples and truth values', () => {
  expect(labels(['contents', 0, 'role'], false)).toEqual(['user', 'model', 'function'])
  expect(labels(['generationConfig', 'imageConfig', 'aspectRatio'], false)).toContain('16:9')
  expect(labels(['generationConfig', 'thinkingConfig', 'includeThoughts'], false)).toEqual(['true', 'false'])
})

test('a mismatch is marked at its place, and unknown fields are allowed', async () => {
  const schemas = createJsonSchemas()
  const check = (text: string) =>
    checkRequest(text, async (checked) => schemas.validate({ schema, text: checked }))
  expect(await check('{"contents": [{"parts": [{"text": "Hi"}]}], "unknown": 1}')).toEqual([])
  const text = '{"contents": [{"parts": [{"text": 5}]}]}'
  const [problem, ...others] = await check(text)
  expect(others).toEqual([])
  expect(problem).toMatchObject({ path: '$.contents[0].parts[0].text', line: 1 })
  expect(text.slice(problem!.from, problem!.to)).toBe('5')
  expect(await check('{')).toMatchObject([{ path: null }])
})
