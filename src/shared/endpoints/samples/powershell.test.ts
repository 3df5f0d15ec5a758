// PowerShell is not installed where tests run: reads the script's strings back by the rules of the language.
import { expect, test } from 'vitest'
import { toPowerShell } from './powershell'
import type { SampleRequest } from './sample-request'

const awkward = "It's ‘so’ \"quoted\" $HOME `n $(id) @{} %s \\ '@ Grüße 👋\n'@\nlast"
const target = { baseUrl: 'http://127.0.0.1:4715', key: "a-$key-with-'quotes'-`id`-‘x’" }
const request: SampleRequest = {
  method: 'POST',
  path: '/v1beta/models/gen-2.5-flash:generateContent',
  body: JSON.stringify({ contents: [{ parts: [{ text: awkward }] }] }),
  media: [],
}

/** The value of a string that starts at the offset: 'a ''quoted'' one', or a here-string. */
function readString(code: string, at: number): { readonly value: string; readonly end: number } {
  if (code.startsWith("@'\n", at)) {
    const end = code.indexOf("\n'@", at + 2)
    return { value: code.slice(at + 3, end), end: end + 3 }
  }
  let value = ''
  for (let index = at + 1; index < code.length; index += 1) {
    const isQuote = /['‘’‚‛]/.test(code[index] ?? '')
    if (isQuote && !/['‘’‚‛]/.test(code[index + 1] ?? '')) return { value, end: index + 1 }
    if (isQuote) index += 1
    value += code[index]
  }
  throw new Error('The string does not end.')
}

/** The string after a text. */
function stringAfter(code: string, start: string): string {
  const at = code.indexOf(start)
  expect(at, start).toBeGreaterThanOrEqual(0)
  return readString(code, at + start.length).value
}

test('the body and the key reach PowerShell unchanged', () => {
  const code = toPowerShell(request, target)
  expect(JSON.parse(stringAfter(code, '$body = '))).toEqual(JSON.parse(request.body))
  expect(new URL(stringAfter(code, '$url = ')).searchParams.get('key')).toBe(target.key)
  const inHeader = toPowerShell({ ...request, keyIn: 'bearer' }, target)
  expect(stringAfter(inHeader, "'Authorization' = ")).toBe(`Bearer ${target.key}`)
  expect(code).toContain("-Method POST -ContentType 'application/json; charset=utf-8' -Body $body")
})

test('the Base64 of a file is read where the body has its mark', () => {
  const hash = 'a'.repeat(64)
  const path = "C:\\It's\\picture.png"
  const body = JSON.stringify({
    contents: [{ parts: [{ inlineData: { mimeType: 'image/png', data: hash } }] }],
  })
  const code = toPowerShell({ ...request, body, media: [{ media: hash, path, bytes: 5 }] }, target)
  const start = readString(code, code.indexOf('$body = ') + 8)
  const call = ' + [Convert]::ToBase64String([IO.File]::ReadAllBytes('
  expect(code.slice(start.end).startsWith(call)).toBe(true)
  const file = readString(code, start.end + call.length)
  expect(file.value).toBe(path)
  const end = readString(code, file.end + ')) + '.length)
  expect(JSON.parse(`${start.value}BASE64${end.value}`)).toEqual(JSON.parse(body.replace(hash, 'BASE64')))
})

test('a form, a file and further headers are options', () => {
  const form = [
    ['prompt', awkward],
    ['file', "@C:\\It's\\speech.wav"],
  ] as const
  const code = toPowerShell({ ...request, body: '', form, keyIn: 'bearer' }, { ...target, key: null })
  expect(stringAfter(code, "'prompt' = ")).toBe(awkward)
  expect(stringAfter(code, "'file' = Get-Item ")).toBe("C:\\It's\\speech.wav")
  expect(code).toContain("'Authorization' = 'Bearer ' + $env:GEN_PLAYGROUND_KEY")
  const headers = { 'content-type': 'audio/wav', 'x-goog-upload-protocol': 'raw' }
  const upload = toPowerShell({ ...request, body: '', file: 'a.wav', headers }, target)
  expect(upload).toContain("-ContentType 'audio/wav' -InFile 'a.wav'")
  expect(stringAfter(upload, "'x-goog-upload-protocol' = ")).toBe('raw')
})
