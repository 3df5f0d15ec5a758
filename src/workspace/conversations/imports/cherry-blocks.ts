// Converts the blocks of a Cherry Studio message to parts.
import { basename } from 'node:path'
import type { Part } from '#shared/schemas/content'
import {
  type ArchiveFiles,
  type ImportCollector,
  toFence,
  toTextParts,
  toThoughts,
  toToolThoughts,
} from './imported-chat'
import { asArray, asObject, asText, isObject, type Json, toReadableText } from './read-values'

interface ReadBlock {
  readonly parts: readonly Part[]
  /** Web pages that the answer cites. */
  readonly sources: readonly { uri: string; title: string }[]
  /** Why the answer failed; empty for other blocks. */
  readonly error: string
}

interface BlockPorts {
  readonly collector: ImportCollector
  readonly files: ArchiveFiles
}

export function readCherryBlock(block: Json, ports: BlockPorts): ReadBlock {
  return {
    parts: readParts(block, ports),
    sources: block.type === 'citation' ? readSources(asObject(block.response).results) : [],
    error: block.type === 'error' ? asText(asObject(block.error).message) || 'The response failed.' : '',
  }
}

function readParts(block: Json, ports: BlockPorts): Part[] {
  const { collector } = ports
  const content = asText(block.content)
  switch (block.type) {
    case 'main_text':
    case 'compact':
      return toTextParts(content)
    case 'thinking':
      return toThoughts(content)
    case 'code':
      return toTextParts(toFence(content, asText(block.language)))
    case 'image':
      return readImages(block, ports)
    case 'file':
      return readCherryFile(asObject(block.file), ports)
    case 'tool': {
      collector.lose('tool-call')
      return readTool(block)
    }
    case 'translation':
      collector.lose('translation')
      return []
    case 'video':
      collector.lose('linked-file')
      return []
    case 'citation':
    case 'error':
    // A placeholder of an answer that never came.
    case 'unknown':
      return []
    default:
      collector.lose('unknown')
      return toTextParts(content)
  }
}

function readImages(block: Json, ports: BlockPorts): Part[] {
  if (isObject(block.file)) return readCherryFile({ type: 'image', ...block.file }, ports)
  const { generateImageResponse } = asObject(block.metadata)
  const { images } = asObject(generateImageResponse)
  const urls = asText(block.url) ? [block.url] : asArray(images)
  return urls.map(asText).flatMap((url) => ports.collector.addUrl(url, { mimeType: 'image/png' }))
}

function readTool(block: Json): Part[] {
  const raw = asObject(asObject(block.metadata).rawMcpToolResponse)
  const tool = asObject(raw.tool)
  const called = block.arguments ?? raw.arguments
  const result = block.content ?? raw.response
  const text = [called, result].map(toReadableText).filter(Boolean).join('\n\n')
  return toToolThoughts(asText(block.toolName) || asText(tool.name), text)
}

/** Each provider of a search has its own form. */
function readSources(results: unknown): { uri: string; title: string }[] {
  const { results: inner, groundingChunks } = asObject(results)
  const lists = [results, inner, groundingChunks].flatMap(asArray).map(asObject)
  return lists.flatMap((item) => {
    const web = isObject(item.web) ? item.web : isObject(item.url_citation) ? item.url_citation : item
    const uri = asText(web.url) || asText(web.uri) || asText(web.link)
    return uri === '' ? [] : [{ uri, title: asText(web.title) }]
  })
}

/** A file of the backup is named by its ID; its path is that on the other computer. */
export function readCherryFile(file: Json, { collector, files }: BlockPorts): Part[] {
  const name =
    asText(file.name) ||
    basename(asText(file.path).replaceAll('\\', '/')) ||
    `${asText(file.id)}${asText(file.ext)}`
  const entry = files.find(name) ?? files.find(asText(file.id))
  const fileName = asText(file.origin_name) || name
  if (entry !== undefined) return collector.addFile({ kind: 'entry', name: entry }, { fileName })
  collector.lose(file.type === 'image' ? 'linked-image' : 'linked-file')
  return []
}
