// Contents and parts, as the specification's §2 names them; unknown fields pass (decisions §4).
import { z } from 'zod'

/** Either spelling of a field, as proto3 JSON reads requests (wire §2.8). */
const Blob = z.looseObject({
  mimeType: z.string().optional(),
  mime_type: z.string().optional(),
  data: z.string().optional(),
})
const FileData = z.looseObject({
  mimeType: z.string().optional(),
  mime_type: z.string().optional(),
  fileUri: z.string().optional(),
  file_uri: z.string().optional(),
})

const FunctionCall = z.looseObject({
  id: z.string().optional(),
  name: z.string(),
  args: z.record(z.string(), z.unknown()).optional(),
})

const FunctionResponse = z.looseObject({
  id: z.string().optional(),
  name: z.string(),
  response: z.record(z.string(), z.unknown()),
})

/** One fragment of a turn. Kept and sent back verbatim: never rebuilt from this list of names. */
export const Part = z.looseObject({
  text: z.string().optional(),
  inlineData: Blob.optional(),
  inline_data: Blob.optional(),
  fileData: FileData.optional(),
  file_data: FileData.optional(),
  functionCall: FunctionCall.optional(),
  functionResponse: FunctionResponse.optional(),
  thought: z.boolean().optional(),
  thoughtSignature: z.string().optional(),
})
export type Part = z.infer<typeof Part>

export const Content = z.looseObject({ role: z.string().optional(), parts: z.array(Part).optional() })
export type Content = z.infer<typeof Content>

/** A turn of a request: the shape that the gateway insists on (decisions §4). */
export const RequestContent = z.looseObject({
  role: z.enum(['user', 'model', 'function'], { error: 'Please use a valid role: user, model.' }).optional(),
  parts: z.array(z.looseObject({}), { error: 'must be an array of parts' }).min(1, 'must not be empty'),
})

export const UsageMetadata = z.looseObject({
  promptTokenCount: z.number().optional(),
  candidatesTokenCount: z.number().optional(),
  thoughtsTokenCount: z.number().optional(),
  toolUsePromptTokenCount: z.number().optional(),
  totalTokenCount: z.number().optional(),
})
export type UsageMetadata = z.infer<typeof UsageMetadata>
