// Hostile JSON bodies: invalid syntax and encodings, wrong types, extreme sizes, dangerous names.

/** @typedef {import('./hostile-targets.mjs').HostileRequest} HostileRequest */
/** @typedef {import('./hostile-targets.mjs').Target} Target */
/** @typedef {import('./part.mjs').Random} Random */
/** @typedef {(request: HostileRequest, random: Random, target: Target) => void} Mutation changes the request */

const dangerousNames = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '',
  '\u0000',
  'a.b[0]',
]

/** JSON texts of each type, and some beyond its numbers and characters. */
const values = [
  ...['null', 'true', '0', '-1', '1.5', '""', '"text"', '[]', '{}', '[[]]', '[null]', '{"a":null}', '[{}]'],
  ...['1e999', '-1e999', '1e-999', '9007199254740993', '-0', '123456789'.repeat(200), `1${'0'.repeat(400)}`],
  ...[
    '"\\ud800"',
    '"\\udfff\\ud800"',
    '"\\u0000"',
    '"\u2028"',
    '"\\uFEFF"',
    '"data:,"',
    '"http://127.0.0.1/"',
  ],
]

const deep = (/** @type {string} */ open, /** @type {string} */ close, /** @type {number} */ depth) =>
  open.repeat(depth) + close.repeat(depth)

/** @type {Readonly<Record<string, Mutation>>} */
export const jsonMutations = {
  'wrong type of a field': setRandomField((random) => random.pick(values)),
  'wrong types of several fields': (request, random, target) => {
    for (let count = 2 + random.integer(4); count > 0; count -= 1)
      setRandomField(() => random.pick(values))(request, random, target)
  },
  'deep nesting in a field': setRandomField((random) => {
    const depth = 2 ** (8 + random.integer(9))
    return random.chance(0.5) ? deep('[', ']', depth) : deep('{"a":', '}', depth).replace(/:}/, ':1}')
  }),
  'dangerous name in a field': setRandomField(
    (random) => `{${JSON.stringify(random.pick(dangerousNames))}:{"a":1},"__proto__":{"isAdmitted":true}}`,
  ),
  'long text in a field': setRandomField((random) => JSON.stringify('ä'.repeat(2 ** random.integer(20)))),
  'many values in a field': setRandomField((random) => `[${'{},'.repeat(2 ** random.integer(15))}0]`),
  'reference to a file of the gateway': setRandomField((random) => {
    const path = random.pick(['', '/', '/v1beta/files/', '/v1beta/files/../../x', '/v1beta/files/%00'])
    const fileUri = `http://127.0.0.1:${4000 + random.integer(4000)}${path}${random.pick(['a', '.', '%'])}`
    return JSON.stringify({ fileData: { fileUri, mimeType: random.pick(['', 'video/mp4', '\r\nx: y']) } })
  }),
  'another document': (request, random) => {
    request.body = Buffer.from(
      random.pick([...values, '', ' \n\t', 'undefined', "{'a':1}", '{"a":NaN}', '<a/>']),
    )
  },
  'only nesting': (request, random) => {
    const depth = 2 ** (10 + random.integer(10))
    request.body = Buffer.from(random.chance(0.5) ? '['.repeat(depth) : deep('[', ']', depth))
  },
  'cut off': (request, random) => {
    request.body = request.body.subarray(0, random.integer(request.body.length))
  },
  'repeated keys': (request) => {
    const inner = request.body.toString().slice(1, -1)
    request.body = Buffer.from(`{${inner},"contents":7,${inner},"contents":[],"contents":null}`)
  },
  'dangerous names at the top': (request, random) => {
    const inner = request.body.toString().slice(1, -1)
    const names = dangerousNames.map((name) => `${JSON.stringify(name)}:${random.pick(values)}`)
    request.body = Buffer.from(`{${names.join(',')},${inner}}`)
  },
  'changed bytes': (request, random) => {
    request.body = Buffer.from(request.body)
    for (let count = 1 + random.integer(8); count > 0; count -= 1)
      request.body[random.integer(request.body.length)] = random.integer(256)
  },
  'inserted bytes': (request, random) => {
    const position = random.pick([0, random.integer(request.body.length), request.body.length])
    const inserted = random.pick([
      '00',
      'efbbbf',
      'ff',
      'c080',
      'eda080',
      'f4908080',
      'fffe',
      '80',
      '0d0a0d0a',
      '2f2a',
    ])
    const { body } = request
    request.body = Buffer.concat([
      body.subarray(0, position),
      Buffer.from(inserted, 'hex'),
      body.subarray(position),
    ])
  },
  'another encoding of characters': (request, random) => {
    request.body = Buffer.from(request.body.toString(), random.pick(['utf16le', 'latin1', 'base64']))
  },
}

/** Sets a field of the schema, whether or not the example has it. @param {(random: Random) => string} write returns JSON @returns {Mutation} */
function setRandomField(write) {
  return (request, random, { fields, example }) => {
    const marker = 'MARKER-OF-THE-VALUE'
    const document = JSON.parse(isObject(request.body) ? request.body.toString() : JSON.stringify(example))
    setField(document, random.pick(fields), marker)
    request.body = Buffer.from(JSON.stringify(document).replace(`"${marker}"`, () => write(random)))
  }
}

/** @param {Buffer} body */
function isObject(body) {
  try {
    return JSON.parse(body.toString()) instanceof Object
  } catch {
    return false
  }
}

/** @param {any} document @param {readonly (string | number)[]} path @param {unknown} value */
function setField(document, path, value) {
  let inner = document
  for (const [index, name] of path.slice(0, -1).entries()) {
    if (!(inner[name] instanceof Object)) inner[name] = typeof path[index + 1] === 'number' ? [] : {}
    inner = inner[name]
  }
  inner[path.at(-1) ?? ''] = value
}
