// Writes a request as a Python script that uses only the standard library.
import {
  holdsFiles,
  keyHeader,
  keyHint,
  keyVariable,
  readSampleBody,
  type SampleRequest,
  type SampleTarget,
  writeHeaders,
  writeKey,
  writeUrl,
} from './sample-request'
import { python, writeLiteral } from './write-literal'

const keyExpression = `urllib.parse.quote(os.environ["${keyVariable}"], safe="")`

export function toPython(request: SampleRequest, target: SampleTarget): string {
  const hasBody = request.body !== ''
  const key = writeKey(request, target, `os.environ["${keyVariable}"]`)
  const headers = [
    ...(hasBody ? ['"Content-Type": "application/json"'] : []),
    ...(key === null ? [] : [`"${keyHeader}": ${key}`]),
    ...writeHeaders(request),
  ]
  const hint = target.key === null ? [`# ${keyHint}`] : []
  return `${[
    ...hint,
    ...toImports(request, target),
    '',
    ...(holdsFiles(request) ? fileReader : []),
    ...(hasBody ? [`body = ${writeLiteral(readSampleBody(request), python)}`, ''] : []),
    'request = urllib.request.Request(',
    `    ${writeUrl(request, target, keyExpression)},`,
    ...(hasBody ? ['    data=json.dumps(body).encode(),'] : []),
    ...(headers.length > 0 ? [`    headers={${headers.join(', ')}},`] : []),
    ...(request.method === (hasBody ? 'POST' : 'GET')
      ? []
      : [`    method=${JSON.stringify(request.method)},`]),
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
    ...(key === null && request.keyIn !== 'header' ? ['import urllib.parse'] : []),
    'import urllib.request',
  ]
}
