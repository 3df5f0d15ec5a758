// Generation metadata as the text inside an image, and the XMP packet that carries it.

import { ApiError } from '#shared/schemas/api-error'
import { GenerationMetadata } from '#shared/schemas/generation-metadata'
import { parseJson } from '../../parse-json'

/** In bytes; a longer text is not looked into: no making of ours is so long. */
export const maxTextBytes = 16 * 1_048_576

/** JSON in which every character can are in XML as well. */
export function serializeGenerationMetadata(making: GenerationMetadata): string {
  return JSON.stringify(making).replace(/[\ufffe\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16)}`)
}

export function parseGenerationMetadata(text: string): GenerationMetadata | null {
  return GenerationMetadata.safeParse(parseJson(text)).data ?? null
}

const namespace = 'urn:gen-playground:making:1'
/** By it a packet is known as written here, and is replaced rather than kept. */
const toolkit = 'Gen Playground'

interface PacketParts {
  readonly description: string
  /** Further properties, as XML. */
  readonly properties: string
}

/** The whole making in one packet. */
export function writePacket(making: GenerationMetadata, json: string): Uint8Array {
  return encode({ description: making.prompt, properties: `<gen:making>${escapeXml(json)}</gen:making>` })
}

/** The packet of a JPEG whose making is too long for one segment: it names the extension that holds it (XMP part 3, §1.1.3.1). */
export function writeMainPacket(extension: string): Uint8Array {
  const properties = `<xmpNote:HasExtendedXMP>${extension}</xmpNote:HasExtendedXMP>`
  return encode({ description: '', properties })
}

export function isOurs(packet: Uint8Array): boolean {
  return Buffer.from(packet.subarray(0, 1024)).toString('latin1').includes(`x:xmptk="${toolkit}"`)
}

export function readExtensionName(packet: Uint8Array): string | undefined {
  const text = Buffer.from(packet.subarray(0, 65_536)).toString('latin1')
  return text.match(/HasExtendedXMP(?:>|=")([0-9A-F]{32})/)?.[1]
}

/** From any program's packet: another may have written ours again. */
export function readPacket(packet: Uint8Array): GenerationMetadata | null {
  if (packet.length > maxTextBytes) return null
  const text = Buffer.from(packet).toString('utf8')
  const prefix = text.match(/xmlns:([\w.-]{1,64})\s*=\s*["']urn:gen-playground:making:1["']/)?.[1]
  if (prefix === undefined) return null
  const held = between(text, `<${prefix}:making>`, '<') ?? between(text, `${prefix}:making="`, '"')
  return held === undefined ? null : parseGenerationMetadata(unescapeXml(held))
}

function between(text: string, before: string, after: string): string | undefined {
  const start = text.indexOf(before)
  const end = text.indexOf(after, start + before.length)
  return start < 0 || end < 0 ? undefined : text.slice(start + before.length, end)
}

function encode({ description, properties }: PacketParts): Uint8Array {
  const told = description
    ? `<dc:description><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(description)}</rdf:li></rdf:Alt></dc:description>`
    : ''
  const packet = `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="${toolkit}"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmpNote="http://ns.adobe.com/xmp/note/" xmlns:gen="${namespace}">${told}${properties}</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>`
  return Buffer.from(packet)
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** What XML cannot hold at all is left out; in JSON it does not occur. */
function escapeXml(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '')
      .replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
      .replace(/\r/g, '&#xD;')
  )
}

function unescapeXml(text: string): string {
  return text.replace(/&([#\w]{2,9});/g, (whole, name: string) => readEntity(name) ?? whole)
}

function readEntity(name: string): string | undefined {
  if (!name.startsWith('#')) return names.get(name)
  const point = Number(name.replace('#', '0').replace(/^0(?=\d)/, ''))
  return point <= 0x10ffff ? String.fromCodePoint(point) : undefined
}

const names: ReadonlyMap<string, string> = new Map(
  Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }),
)

export function brokenPicture(kind: 'PNG' | 'JPEG' | 'WebP'): ApiError {
  const message = `This ${kind} is damaged or incomplete, so the prompt can’t be embedded. Use Save as… instead.`
  return new ApiError('INVALID_ARGUMENT', message, { param: 'media' })
}
