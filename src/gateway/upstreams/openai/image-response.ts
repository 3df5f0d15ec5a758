// Converts a response of the images API to one of `generateContent`.
import { isObject, type JsonObject, listObjects, toText } from '../../translation/json-objects'
import { toUsageMetadata } from '../../translation/usage'

/** Returns undefined if the body has no images, or only links to them. */
export function toImageResponse(body: unknown, model: string): JsonObject | undefined {
  if (!isObject(body)) return undefined
  const images = listObjects(body.data)
  if (images.length === 0 || images.some(({ b64_json }) => toText(b64_json) === '')) return undefined
  const usageMetadata = toUsageMetadata(body.usage)
  return {
    candidates: images.map((image, index) => {
      const data = toText(image.b64_json)
      const mimeType = findMimeType(data)
      // DALL·E rewrites prompts.
      const text = toText(image.revised_prompt)
      const parts = [...(text === '' ? [] : [{ text }]), { inlineData: { mimeType, data } }]
      return { content: { parts, role: 'model' }, finishReason: 'STOP', index }
    }),
    ...(usageMetadata ? { usageMetadata } : {}),
    modelVersion: model,
  }
}

/** The first bytes of each format, in Base64. */
const signatures = [
  ['iVBORw0KGgo', 'image/png'],
  ['/9j/', 'image/jpeg'],
  ['UklGR', 'image/webp'],
  ['R0lGOD', 'image/gif'],
] as const

/** Reads the bytes, because servers name the wrong format. */
function findMimeType(base64: string): string {
  return signatures.find(([start]) => base64.startsWith(start))?.[1] ?? 'image/png'
}
