// Writes a request as a PowerShell script.

import { fileMark, json } from './curl'
import {
  keyVariable,
  listNotes,
  readSampleBody,
  type SampleRequest,
  type SampleTarget,
  splitForm,
  toKeyHeader,
  toKeylessUrl,
  usualMethod,
} from './sample-request'
import { writeLiteral } from './write-literal'

/** A string in which nothing is expanded. Typographic quotes end one, too. */
export function quoteForPowerShell(text: string): string {
  return `'${text.replace(/['\u2018\u2019\u201a\u201b]/g, '$&$&')}'`
}

export function toPowerShell(request: SampleRequest, target: SampleTarget): string {
  const { method, body, form, file } = request
  const headers = listHeaders(request, target)
  const options = [
    ...(method === usualMethod(request) && method === 'GET' ? [] : [`-Method ${method}`]),
    ...(headers.length > 0 ? ['-Headers $headers'] : []),
    ...writeContentType(request),
    ...(body === '' ? [] : ['-Body $body']),
    ...(form ? ['-Form $form'] : []),
    ...(file === undefined ? [] : [`-InFile ${quoteForPowerShell(file)}`]),
  ]
  return `${[
    ...listNotes(request, target).map((note) => `# ${note}`),
    `$url = ${writeUrl(request, target)}`,
    ...(headers.length > 0 ? ['$headers = @{', ...headers.map((header) => `  ${header}`), '}'] : []),
    ...(body === '' ? [] : [`$body = ${writeBody(request)}`]),
    ...(form ? ['$form = @{', ...writeForm(form).map((field) => `  ${field}`), '}'] : []),
    `$response = ${['Invoke-WebRequest $url -UseBasicParsing', ...options].join(' ')}`,
    // The text of the response, of which PowerShell 5.1 may have guessed the wrong encoding.
    '[Text.Encoding]::UTF8.GetString($response.RawContentStream.ToArray())',
  ].join('\n')}\n`
}

const variable = `$env:${keyVariable}`

function writeUrl(request: SampleRequest, target: SampleTarget): string {
  if (toKeyHeader(request)) return quoteForPowerShell(target.baseUrl + request.path)
  const keyless = toKeylessUrl(request, target)
  return target.key === null
    ? `${quoteForPowerShell(keyless)} + [uri]::EscapeDataString(${variable})`
    : quoteForPowerShell(keyless + encodeURIComponent(target.key))
}

/** PowerShell 5.1 rejects this header among the others. */
function writeContentType({ body, headers = {} }: SampleRequest): string[] {
  const type = body === '' ? headers['content-type'] : 'application/json; charset=utf-8'
  return type === undefined ? [] : [`-ContentType ${quoteForPowerShell(type)}`]
}

/** As members of a hash table. */
function listHeaders(request: SampleRequest, { key }: SampleTarget): string[] {
  const keyHeader = toKeyHeader(request)
  const others = Object.entries(request.headers ?? {}).flatMap(([name, value]) =>
    name === 'content-type' ? [] : [`${quoteForPowerShell(name)} = ${quoteForPowerShell(value)}`],
  )
  if (!keyHeader) return others
  const { name, start } = keyHeader
  const expression = start === '' ? variable : `${quoteForPowerShell(start)} + ${variable}`
  const value = key === null ? expression : quoteForPowerShell(start + key)
  return [`${quoteForPowerShell(name)} = ${value}`, ...others]
}

/** Here-strings, in which nothing is expanded, and the Base64 of files between them. */
function writeBody(request: SampleRequest): string {
  const chunks = writeLiteral(readSampleBody(request), json).split(fileMark)
  return chunks
    .map((chunk, index) =>
      index % 2 === 0
        ? `@'\n${chunk}\n'@`
        : `[Convert]::ToBase64String([IO.File]::ReadAllBytes(${quoteForPowerShell(chunk)}))`,
    )
    .join(' + ')
}

function writeForm(form: NonNullable<SampleRequest['form']>): string[] {
  const { fields, files } = splitForm(form)
  return [
    ...fields.map(([name, value]) => `${quoteForPowerShell(name)} = ${quoteForPowerShell(value)}`),
    ...files.map(([name, path]) => `${quoteForPowerShell(name)} = Get-Item ${quoteForPowerShell(path)}`),
  ]
}
