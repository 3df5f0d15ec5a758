// Renames the models that a JSON body names, and leaves every other byte as it came.
import { findStrings, type JsonString, type Splice, spliceBytes } from '../json-strings'
import { LoopShare } from '../loop-share'

/** Of the request itself, of each request of a batch, and of the request whose tokens are counted. */
const places = {
  names: new Set(['model']),
  paths: /^(?:requests\[\d+\]\.|generateContentRequest\.|generate_content_request\.)?model$/,
  closed: new Set<string>(),
}

/** The body is valid JSON in UTF-8: the gateway's edge has read it. The same bytes come back where nothing is renamed. */
export async function renameInJson(body: Uint8Array, rename: (model: string) => string): Promise<Uint8Array> {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  if (!(await namesModel(bytes))) return body
  const splices = (await findStrings(bytes, places)).flatMap((model) => toSplice(model, rename))
  return splices.length === 0 ? body : await spliceBytes(bytes, splices)
}

/** Cheap on bodies of any size; `"role":"model"`, which every conversation holds, is no field of this name. */
async function namesModel(bytes: Buffer): Promise<boolean> {
  const share = new LoopShare()
  for (let at = bytes.indexOf('"model"'); at >= 0; at = bytes.indexOf('"model"', at + 7)) {
    let next = at + 7
    while (isSpace(bytes[next])) next += 1
    if (bytes[next] === 0x3a) return true
    if (share.isUsedUp) await share.yield()
  }
  return false
}

/** `models/x` becomes `models/y`, `x` becomes `y`. */
function toSplice({ text, start, end }: JsonString, rename: (model: string) => string): Splice[] {
  const prefix = text.startsWith('models/') ? 'models/' : ''
  const renamed = prefix + rename(text.slice(prefix.length))
  return renamed === text ? [] : [{ start, end, text: JSON.stringify(renamed) }]
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d
}
