// The specification's seventeen endpoints: a route used with a model, its documented prefix and an example request.
import { examples } from './examples'
import type { RouteId } from './routes'

export interface Endpoint {
  readonly route: RouteId
  readonly title: string
  /** As documented; the gateway serves both prefixes. */
  readonly prefix: string
  readonly model: string
  /** Documented query parameters, besides the credential. */
  readonly query?: Readonly<Record<string, string>>
  /** The JSON body; E1 sends a form with `model` and `file` instead. */
  readonly example: object | null
}

const plain = '/v1beta'
const nested = '/v1/v1beta'

export const endpoints = {
  E1: {
    route: 'transcribe',
    title: 'Audio transcription',
    prefix: '',
    model: 'gen-4o-transcribe',
    example: null,
  },
  E2: {
    route: 'generateContent',
    title: 'Generation',
    prefix: plain,
    model: 'gen-2.5-flash',
    example: examples.generate,
  },
  E3: {
    route: 'generateContent',
    title: 'Image generation and editing',
    prefix: plain,
    model: 'gen-2.5-flash-image',
    example: examples.editOrDraw,
  },
  E4: {
    route: 'generateContent',
    title: 'Text generation',
    prefix: plain,
    model: 'gen-3.1-pro-preview',
    example: examples.conversation,
  },
  E5: {
    route: 'streamGenerateContent',
    title: 'Streaming generation with thinking',
    prefix: nested,
    model: 'gen-2.5-pro',
    query: { alt: 'sse' },
    example: examples.reasoning,
  },
  E6: {
    route: 'streamGenerateContent',
    title: 'Streaming text generation',
    prefix: plain,
    model: 'gen-3.1-pro-preview',
    query: { alt: 'sse' },
    example: examples.stream,
  },
  E7: {
    route: 'generateContent',
    title: 'Image generation with aspect ratio and size',
    prefix: nested,
    model: 'gen-3-pro-image-preview',
    example: examples.imageWithRatio,
  },
  E8: {
    route: 'generateContent',
    title: 'Function calling',
    prefix: nested,
    model: 'gen-2.5-pro',
    example: examples.functionCalling,
  },
  E9: {
    route: 'generateContent',
    title: 'Structured output',
    prefix: nested,
    model: 'gen-2.5-pro',
    example: examples.structuredOutput,
  },
  E10: {
    route: 'predictLongRunning',
    title: 'Video generation',
    prefix: plain,
    model: 'gen-video-3.1-fast-generate-preview',
    example: examples.video,
  },
  E11: {
    route: 'generateContent',
    title: 'Video understanding',
    prefix: plain,
    model: 'gen-2.5-pro',
    example: examples.videoUnderstanding,
  },
  E12: {
    route: 'generateContent',
    title: 'Image editing',
    prefix: nested,
    model: 'gen-2.0-flash-exp-image-generation',
    example: examples.imageEditing,
  },
  E13: {
    route: 'generateContent',
    title: 'URL context',
    prefix: plain,
    model: 'gen-2.5-pro',
    example: examples.urlContext,
  },
  E14: {
    route: 'embedContent',
    title: 'Text embedding',
    prefix: nested,
    model: 'gen-embedding-001',
    example: examples.embedding,
  },
  E15: {
    route: 'generateContent',
    title: 'Image understanding',
    prefix: nested,
    model: 'gen-2.5-pro',
    example: examples.imageUnderstanding,
  },
  E16: {
    route: 'generateContent',
    title: 'Image generation',
    prefix: nested,
    model: 'gen-2.5-flash-image-preview',
    example: examples.draw,
  },
  E17: {
    route: 'generateContent',
    title: 'Text generation (search model)',
    prefix: nested,
    model: 'gen-2.5-flash',
    example: examples.search,
  },
} as const satisfies Record<string, Endpoint>

export type EndpointId = keyof typeof endpoints

export const endpointList = Object.entries(endpoints) as readonly [EndpointId, Endpoint][]
