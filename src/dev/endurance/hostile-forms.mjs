// Hostile multipart forms: broken boundaries and headers, extreme sizes, wrong fields.
import { filePart, modelPart, setHeader, toForm } from './hostile-targets.mjs'

/** @typedef {import('./hostile-json.mjs').Mutation} Mutation */

const disposition = 'Content-Disposition: form-data; name='

const partHeaders = [
  'Content-Disposition: attachment; name="file"; filename="a.wav"',
  'Content-Disposition: form-data; name="file"; name="model"; filename="a.wav"',
  'Content-Disposition: form-data; filename="a.wav"',
  'Content-Disposition: form-data',
  'Content-Disposition:',
  'Content-Disposition: form-data; name="file"; filename="../../../etc/passwd"',
  'Content-Disposition: form-data; name="file"; filename="a\u0000.wav"',
  'Content-Disposition: form-data; name="file"; filename*=UTF-8\'\'%e2%82%ac.wav',
  'Content-Disposition: form-data; name="file"; filename*=x-unknown\'\'%ff%zz',
  'Content-Disposition: form-data; name="file"; filename="',
  'Content-Disposition: form-data; name=file; filename=\\',
  'Content-Disposition: form-data; name="__proto__"; filename="constructor"',
  'Content-Disposition: form-data; name="file"; filename="a.wav"\r\nContent-Disposition: form-data; name="model"',
  'Content-Transfer-Encoding: base64\r\nContent-Disposition: form-data; name="file"; filename="a.wav"',
  'Content-Type: multipart/mixed; boundary=inner\r\nContent-Disposition: form-data; name="file"',
  'Content-Type: text/plain; charset=x-unknown\r\nContent-Disposition: form-data; name="model"',
  'no header',
  ': empty',
  '',
]

const boundaries = [
  '',
  '""',
  'x'.repeat(5000),
  '"fo\\"rm"',
  'form; boundary=other',
  '\u00e4',
  "'form'",
  '--form',
  'form ',
]

/** @type {Readonly<Record<string, Mutation>>} */
export const formMutations = {
  'form: wrong part header': (request, random) => {
    const wrong = `${random.pick(partHeaders)}\r\n\r\nRIFF`
    request.body = toForm(random.pick([[wrong], [modelPart, wrong], [wrong, modelPart, filePart]]))
  },
  'form: huge part header': (request, random) => {
    const long = 'x'.repeat(2 ** random.integer(19))
    const header = random.pick([`X-Long: ${long}`, `X-${long}: a`, `${disposition}"${long}"`, long])
    request.body = toForm([modelPart, `${header}\r\n\r\nx`, filePart])
  },
  'form: many part headers': (request, random) => {
    const headers = Array.from({ length: 2 ** random.integer(13) }, (_, index) => `X-${index}: ${index}`)
    request.body = toForm([modelPart, Buffer.concat([Buffer.from(`${headers.join('\r\n')}\r\n`), filePart])])
  },
  'form: thousands of parts': (request, random) => {
    const name = random.pick(['x', 'model', 'file', '__proto__'])
    const parts = Array.from(
      { length: 2 ** random.integer(13) },
      (_, index) => `${disposition}"${name}"\r\n\r\n${index}`,
    )
    request.body = toForm([modelPart, ...parts, filePart])
  },
  'form: thousands of files': (request, random) => {
    const parts = Array.from({ length: 2 ** random.integer(12) }, () => filePart)
    request.body = toForm([modelPart, ...parts])
  },
  'form: wrong fields': (request, random) => {
    const emptyFile = `${disposition}"file"; filename="a.wav"\r\n\r\n`
    const textFile = `${disposition}"file"\r\n\r\ntext`
    const models = ['', 'nope', '__proto__', '\u0000', 'gen-2.5-pro', 'm'.repeat(100_000)]
    const model = `${disposition}"model"\r\n\r\n${random.pick(models)}`
    request.body = toForm(
      random.pick([
        [],
        [modelPart],
        [filePart],
        [model, filePart],
        [modelPart, emptyFile],
        [modelPart, textFile],
      ]),
    )
  },
  'form: wrong boundary': (request, random) => {
    setHeader(request, 'Content-Type', `multipart/form-data; boundary=${random.pick(boundaries)}`)
  },
  'form: wrong content type': (request, random) => {
    const types = [
      'multipart/form-data',
      'multipart/mixed; boundary=form',
      'multipart/',
      'text/plain',
      '',
      'a/b/c',
    ]
    setHeader(request, 'Content-Type', random.pick(types))
  },
  'form: cut off': (request, random) => {
    request.body = request.body.subarray(0, random.integer(request.body.length))
  },
  'form: changed bytes': (request, random) => {
    request.body = Buffer.from(request.body)
    for (let count = 1 + random.integer(8); count > 0; count -= 1)
      request.body[random.integer(request.body.length)] = random.integer(256)
  },
  'form: other line breaks': (request, random) => {
    request.body = Buffer.from(
      request.body.toString('latin1').replaceAll('\r\n', random.pick(['\n', '\r', '\n\r', ''])),
      'latin1',
    )
  },
  'form: bytes around it': (request, random) => {
    const noise = Buffer.alloc(2 ** random.integer(16), random.pick(['-', '\r\n--for', '--form', '\u0000']))
    request.body = Buffer.concat(random.chance(0.5) ? [noise, request.body] : [request.body, noise])
  },
}
