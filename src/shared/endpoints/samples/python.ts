// Writes a request as a Python script that uses only the standard library.
import {
  holdsFiles,
  keyVariable,
  listNotes,
  readSampleBody,
  type SampleRequest,
  type SampleTarget,
  splitForm,
  toFileName,
  toKeyHeader,
  usualMethod,
  writeHeaders,
  writeKey,
  writeUrl,
} from './sample-request'
import { python, writeLiteral } from './write-literal'

const keyExpression = `urllib.parse.quote(os.environ["${keyVariable}"], safe="")`

export function toPython(request: SampleRequest, target: SampleTarget): string {
  const hasBody = request.body !== ''
  const { form, file } = request
  const headers = [
    ...(hasBody ? ['"Content-Type": "application/json"'] : []),
    ...(form ? ['"Content-Type": "multipart/form-data; boundary=" + boundary'] : []),
    ...writeKey(request, target, `os.environ["${keyVariable}"]`),
    ...writeHeaders(request),
  ]
  const sent = hasBody ? 'json.dumps(body).encode()' : form || file !== undefined ? 'body' : null
  return `${[
    ...listNotes(request, target).map((note) => `# ${note}`),
    ...toImports(request, target),
    '',
    ...(holdsFiles(request) ? fileReader : []),
    ...(hasBody ? [`body = ${writeLiteral(readSampleBody(request), python)}`, ''] : []),
    ...(form ? writeForm(form) : []),
    ...(file === undefined
      ? []
      : [`with open(${JSON.stringify(file)}, "rb") as file:`, '    body = file.read()', '']),
    'request = urllib.request.Request(',
    `    ${writeUrl(request, target, keyExpression)},`,
    ...(sent === null ? [] : [`    data=${sent},`]),
    ...(headers.length > 0 ? [`    headers={${headers.join(', ')}},`] : []),
    ...(request.method === usualMethod(request) ? [] : [`    method=${JSON.stringify(request.method)},`]),
    ')',
    'try:',
    '    with urllib.request.urlopen(request) as response:',
    '        for line in response:',
    '            sys.stdout.buffer.write(line)',
    '            sys.stdout.buffer.flush()',
    'except urllib.error.HTTPError as error:',
    '    sys.exit(error.read().decode())',
  ].join('\n')}\n`
}

/** The standard library has no multipart forms. */
function writeForm(form: NonNullable<SampleRequest['form']>): string[] {
  const { fields, files } = splitForm(form)
  return [
    'boundary = uuid.uuid4().hex',
    `fields = ${writeLiteral(Object.fromEntries(fields), python)}`,
    'body = b""',
    'for name, value in fields.items():',
    `    body += f'--{boundary}\\r\\nContent-Disposition: form-data; name="{name}"\\r\\n\\r\\n{value}\\r\\n'.encode()`,
    ...files.flatMap(([name, path]) => [
      `with open(${JSON.stringify(path)}, "rb") as file:`,
      `    head = 'Content-Disposition: form-data; name="${name}"; filename="' + ${JSON.stringify(toFileName(path))} + '"'`,
      "    body += f'--{boundary}\\r\\n{head}\\r\\n\\r\\n'.encode() + file.read() + b'\\r\\n'",
    ]),
    "body += f'--{boundary}--\\r\\n'.encode()",
    '',
  ]
}

const fileReader = [
  '',
  'def read_base64(path):',
  '    with open(path, "rb") as file:',
  '        return base64.b64encode(file.read()).decode()',
  '',
  '',
]

function toImports(request: SampleRequest, { key }: SampleTarget): string[] {
  return [
    ...(holdsFiles(request) ? ['import base64'] : []),
    ...(request.body === '' ? [] : ['import json']),
    ...(key === null ? ['import os'] : []),
    'import sys',
    'import urllib.error',
    ...(key === null && !toKeyHeader(request) ? ['import urllib.parse'] : []),
    'import urllib.request',
    ...(request.form ? ['import uuid'] : []),
  ]
}
