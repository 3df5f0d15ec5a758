// Generation metadata as text inside a PNG image, and the XMP packet for it.
import { GenerationMetadata } from '#shared/schemas/generation-metadata'
import { parseJson } from '../../parse-json'

/** Longer texts are ignored: this app never writes one. */
export const maxTextBytes = 16 * 1_048_576

/** JSON in which every character is valid in XML, too. */
export function serializeGenerationMetadata(metadata: GenerationMetadata): string {
  return JSON.stringify(metadata).replace(
    /[\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16)}`,
  )
}

export function parseGenerationMetadata(text: string): GenerationMetadata | null {
  return GenerationMetadata.safeParse(parseJson(text)).data ?? null
}

const namespace = 'urn:gen-playground:generation:1'
/** Identifies the packets of this app, which may be replaced. */
const toolkit = 'Gen Playground'

/** Writes the whole metadata, and the prompt where other programs show it. */
export function writePacket(metadata: GenerationMetadata, json: string): Uint8Array {
  const packet = `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="${toolkit}"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:gen="${namespace}"><dc:description><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(metadata.prompt)}</rdf:li></rdf:Alt></dc:description><gen:generation>${escapeXml(json)}</gen:generation></rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>`
  return Buffer.from(packet)
}

export function isOwnPacket(packet: Uint8Array): boolean {
  return Buffer.from(packet.subarray(0, 1024)).toString('latin1').includes(`x:xmptk="${toolkit}"`)
}

/** Reads any program's packet, because another may have rewritten this app's. */
export function readPacket(packet: Uint8Array): GenerationMetadata | null {
  if (packet.length > maxTextBytes) return null
  const text = Buffer.from(packet).toString('utf8')
  const prefix = text.match(/xmlns:([\w.-]{1,64})\s*=\s*["']urn:gen-playground:generation:1["']/)?.[1]
  if (prefix === undefined) return null
  const content = between(text, `<${prefix}:generation>`, '<') ?? between(text, `${prefix}:generation="`, '"')
  return content === undefined ? null : parseGenerationMetadata(unescapeXml(content))
}

function between(text: string, before: string, after: string): string | undefined {
  const start = text.indexOf(before)
  const end = text.indexOf(after, start + before.length)
  return start < 0 || end < 0 ? undefined : text.slice(start + before.length, end)
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Removes characters that XML does not allow; the JSON has none of them. */
function escapeXml(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are to be removed
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '')
      .replace(/[&<>"']/g, (character) => entities[character] ?? character)
      .replace(/\r/g, '&#xD;')
  )
}

function unescapeXml(text: string): string {
  return text.replace(/&([#\w]{2,9});/g, (entity, name: string) => readEntity(name) ?? entity)
}

function readEntity(name: string): string | undefined {
  if (!name.startsWith('#')) return names.get(name)
  const point = Number(name.replace('#', '0').replace(/^0(?=\d)/, ''))
  return point <= 0x10ffff ? String.fromCodePoint(point) : undefined
}

const names: ReadonlyMap<string, string> = new Map(
  Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }),
)
