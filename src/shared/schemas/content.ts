// Contents and parts as in the specification's §2. Unknown fields are accepted (decisions §4).
import { z } from 'zod'

/** Both spellings of a field are valid, as in proto3 JSON (wire §2.8). */
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

/** One part of a turn. Stored and sent back verbatim, with all unknown fields. */
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

/** A turn of a request, as the gateway requires it (decisions §4). */
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
