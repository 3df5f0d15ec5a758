// Splits the parts of a candidate into what a message of a chat completion has fields for.
import { writeExactJson } from '#shared/wire/exact-json'
import {
  isObject,
  type JsonObject,
  listObjects,
  toCamelCase,
  toObject,
  toText,
} from '../translation/json-objects'
import { toClientCallId } from './call-ids'

export interface AnswerParts {
  readonly text: string
  readonly thoughts: string
  readonly images: readonly JsonObject[]
  readonly calls: readonly JsonObject[]
}

/** `model` is the one that answered, as the client named it. */
export function readParts(content: unknown, model: string): AnswerParts {
  let text = ''
  let thoughts = ''
  const images: JsonObject[] = []
  const calls: JsonObject[] = []
  for (const part of listObjects(toObject(content).parts).map(toCamelCase)) {
    if (isObject(part.functionCall)) calls.push(toToolCall(part, model))
    else if (isObject(part.inlineData)) {
      // Drafts of an image are thoughts.
      if (part.thought !== true) images.push(toImage(part.inlineData))
    } else if (part.thought === true) thoughts += toText(part.text)
    else text += toText(part.text)
  }
  return { text, thoughts, images, calls }
}

function toToolCall({ functionCall, thoughtSignature }: JsonObject, model: string): JsonObject {
  const { id, name, args } = toObject(functionCall)
  const signature = toText(thoughtSignature) || undefined
  return {
    id: toClientCallId(toText(id) || undefined, signature, model),
    type: 'function',
    function: { name, arguments: writeExactJson(args ?? {}) },
    // As in Google's own API for OpenAI clients, for those who know it.
    ...(signature === undefined ? {} : { extra_content: { google: { thought_signature: signature } } }),
  }
}

/** The form that other gateways return images in. */
function toImage(inlineData: unknown): JsonObject {
  const { mimeType, data } = toCamelCase(toObject(inlineData))
  return { type: 'image_url', image_url: { url: `data:${toText(mimeType)};base64,${toText(data)}` } }
}
