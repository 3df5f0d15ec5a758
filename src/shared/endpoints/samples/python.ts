// Writes a request as a Python script that uses only the standard library.
import type { PromptRequest } from '../../schemas/prompt-request'
import {
  holdsFiles,
  keyHint,
  keyVariable,
  readSampleBody,
  type SampleTarget,
  writeUrl,
} from './sample-request'
import { python, writeLiteral } from './write-literal'

const keyExpression = `urllib.parse.quote(os.environ["${keyVariable}"], safe="")`

export function toPython(request: PromptRequest, target: SampleTarget): string {
  const hint = target.key === null ? [`# ${keyHint}`] : []
  return `${[
    ...hint,
    ...toImports(request, target),
    '',
    ...(holdsFiles(request) ? fileReader : []),
    `body = ${writeLiteral(readSampleBody(request), python)}`,
    '',
    'request = urllib.request.Request(',
    `    ${writeUrl(request, target, keyExpression)},`,
    '    data=json.dumps(body).encode(),',
    '    headers={"Content-Type": "application/json"},',
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

function toImports(request: PromptRequest, { key }: SampleTarget): string[] {
  return [
    ...(holdsFiles(request) ? ['import base64'] : []),
    'import json',
    ...(key === null ? ['import os'] : []),
    'import sys',
    'import urllib.error',
    ...(key === null ? ['import urllib.parse'] : []),
    'import urllib.request',
  ]
}
