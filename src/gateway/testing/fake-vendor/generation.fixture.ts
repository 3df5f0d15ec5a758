// The answers of the fake's models: texts of the demo service, with the fake's own calls, pictures and signatures.
import { drawPicture } from '../drawn-picture.fixture'
import type { GenerateRequest, Part } from './contents.fixture'
import type { ContentFault } from './faults.fixture'
import { planCalls } from './function-calls.fixture'
import { type FakeResponse, jsonType } from './host.fixture'
import { hugeSignature, sign } from './signatures.fixture'
import type { VendorModel } from './vendor-models.fixture'

/** A response, or an event of a stream. */
export interface Answer {
  readonly candidates?: readonly [
    { readonly index: 0; readonly content: { readonly parts?: readonly Part[] } },
  ]
  readonly usageMetadata?: object
}

/** The request without what the demo service would answer in its own way: function calls and pictures. */
export function toDemoRequest(
  { tools = [], toolConfig: _, generationConfig, ...request }: GenerateRequest,
  { kind }: VendorModel,
): GenerateRequest {
  const { responseModalities, imageConfig, ...textConfig } = generationConfig ?? {}
  return {
    ...request,
    tools: tools.map(({ functionDeclarations, ...tool }) => tool),
    ...(generationConfig ? { generationConfig: kind === 'image' ? textConfig : generationConfig } : {}),
  }
}

/** The demo service's answers with the parts that the vendor's model adds, and the fault. */
export function toVendorAnswers(
  answers: readonly Answer[],
  request: GenerateRequest,
  { model, fault }: { readonly model: VendorModel; readonly fault: ContentFault | undefined },
): readonly Answer[] {
  const calls = planCalls(request, model.id)
  const picture = model.kind === 'image' && calls.length === 0 ? drawFor(request, model) : undefined
  const added = [...calls, ...(picture ?? [])]
  const hasText = calls.length === 0 && (!picture || wants(request, 'TEXT'))
  const edited = answers.flatMap((answer, index) => {
    const isLast = index === answers.length - 1
    const parts = partsOf(answer).filter(
      (part) => part.thought || (hasText && (added.length === 0 || part.text)),
    )
    const signed = parts.map((part) =>
      part.thoughtSignature === undefined
        ? part
        : { ...part, thoughtSignature: sign(model.id, part.text ?? '') },
    )
    if (!isLast && signed.length === 0) return []
    return withParts(answer, isLast ? [...signed, ...added] : signed)
  })
  return applyFault(edited, model, fault)
}

function wants({ generationConfig }: GenerateRequest, modality: string): boolean {
  const names = generationConfig?.responseModalities ?? ['TEXT', 'IMAGE']
  return names.some((name) => name.toUpperCase() === modality)
}

/** A picture that depends on all contents, so that an edited one differs. */
function drawFor(request: GenerateRequest, model: VendorModel): readonly Part[] {
  if (!wants(request, 'IMAGE')) return []
  const seed = JSON.stringify(request.contents)
  const inlineData = { mimeType: 'image/png', data: drawPicture('1024x1024', seed) }
  return [
    { inlineData, ...(model.id.startsWith('gemini-3') ? { thoughtSignature: sign(model.id, seed) } : {}) },
  ]
}

function partsOf({ candidates }: Answer): readonly Part[] {
  return candidates?.[0].content.parts ?? []
}

function withParts(answer: Answer, parts: readonly Part[], more: object = {}): Answer {
  const content = parts.length > 0 ? { parts, role: 'model' } : { role: 'model' }
  return { ...answer, candidates: [{ index: 0, ...answer.candidates?.[0], content, ...more }] }
}

function applyFault(
  answers: readonly Answer[],
  { id }: VendorModel,
  fault: ContentFault | undefined,
): readonly Answer[] {
  const [first = {}] = answers
  const last = answers.at(-1) ?? {}
  const safetyRatings = [{ category: 'HARM_CATEGORY_DANGEROUS_CONTENT', probability: 'HIGH', blocked: true }]
  switch (fault) {
    case 'no-usage':
      return answers.map(({ usageMetadata, ...answer }) => answer)
    case 'no-parts':
      return [withParts(last, [], { finishReason: 'MAX_TOKENS' })]
    case 'safety-stop':
      return [withParts(first, partsOf(first), { finishReason: 'SAFETY', safetyRatings })]
    case 'blocked-prompt': {
      const { candidates, ...answer } = first
      const promptFeedback = { blockReason: 'SAFETY', safetyRatings }
      return [{ ...answer, promptFeedback } as Answer]
    }
    case 'huge-signature': {
      // Where a function call has its signature: on the first part.
      const [part = { text: '' }, ...rest] = partsOf(last)
      const signed = { ...part, thoughtSignature: sign(id, 'huge', hugeSignature) }
      return [...answers.slice(0, -1), withParts(last, [signed, ...rest])]
    }
    default:
      return answers
  }
}

/** Events with CRLF for alt=sse, otherwise one JSON array (wire §3.1, §3.2). */
export function toStream(answers: readonly Answer[], alt: string | null): FakeResponse {
  if (alt === 'sse') {
    const chunks = answers.map((answer) => Buffer.from(`data: ${JSON.stringify(answer)}\r\n\r\n`))
    return { status: 200, headers: { 'content-type': 'text/event-stream' }, chunks }
  }
  const chunks = answers.map((answer, index) => {
    const pretty = JSON.stringify(answer, null, 2)
    return Buffer.from(index === 0 ? `[${pretty}\n` : `,\r\n${pretty}\n`)
  })
  return { status: 200, headers: { 'content-type': jsonType }, chunks: [...chunks, Buffer.from(']\n')] }
}
