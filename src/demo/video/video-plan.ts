// The plan of a video: read from a request, and encoded in ids, so that rendering needs no state (E10).
import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { field, invalidArgument, listField, numberField, objectField, textField } from '../generation/fields'
import { toMedia } from '../generation/media'
import { type Color, nameColor } from '../images/color'
import { cover } from '../images/edits'
import { analyzePixels, type Pixels, readPixels } from '../images/pixels'
import { readScene } from '../images/read-scene'
import { Scene } from '../images/scene'
import { createYield } from '../pace'

const VideoPlan = z.object({
  scene: Scene,
  seconds: z.number().int().min(1).max(8),
  aspectRatio: z.enum(['16:9', '9:16']),
  resolution: z.enum(['auto', '720p', '1080p', '4k']),
  /** Hashes of the first and last frame, whose pixels the renderer has. */
  first: z.string().optional(),
  last: z.string().optional(),
})
export type VideoPlan = z.infer<typeof VideoPlan>

const Job = z.object({
  plan: VideoPlan,
  model: z.string(),
  /** Milliseconds since the epoch. */
  started: z.number(),
  /** Minimum duration in milliseconds. */
  lasts: z.number(),
  end: z.enum(['video', 'filtered', 'failed']),
})
export type Job = z.infer<typeof Job>

/** Pictures of a video in its size, by their hash. */
export type FramePixels = ReadonlyMap<string, Pixels>

interface PlannedVideo {
  readonly plan: VideoPlan
  readonly end: Job['end']
  readonly frames: FramePixels
}

/** A small size unless a resolution is requested, because the demo renders on one processor core. */
const sizes = { auto: [640, 360], '720p': [1280, 720], '1080p': [1920, 1080], '4k': [3840, 2160] } as const

export function sizeOf({ aspectRatio, resolution }: Pick<VideoPlan, 'aspectRatio' | 'resolution'>) {
  const [long, short] = sizes[resolution]
  return aspectRatio === '16:9' ? { width: long, height: short } : { width: short, height: long }
}

export async function readVideoPlan(body: unknown): Promise<PlannedVideo> {
  const [instance] = listField(body, 'instances')
  const prompt = textField(instance, 'prompt') ?? ''
  if (prompt.trim() === '' && !objectField(instance, 'image'))
    throw invalidArgument('instances[0].prompt: must not be empty', 'instances[0].prompt')
  const parameters = objectField(body, 'parameters')
  const scene = readScene(prompt)
  const aspectRatio = readChoice(parameters, 'aspectRatio', ['16:9', '9:16'])
  const resolution =
    field(parameters, 'resolution') === undefined
      ? 'auto'
      : readChoice(parameters, 'resolution', ['720p', '1080p', '4k'])
  const image = await readFrame(instance, 'image')
  const last = await readFrame(instance, 'lastFrame')
  const frames = new Map<string, Pixels>()
  const addFrame = async (frame: Frame) => {
    const { width, height } = sizeOf({ aspectRatio, resolution })
    const key = `${frame.hash}${width}x${height}`
    frames.set(key, await cover(width, height)(frame.pixels, createYield()))
    return key
  }
  const plan: VideoPlan = {
    scene: { ...scene, colors: image ? findMainColors(image.pixels) : scene.colors },
    seconds: readSeconds(parameters),
    aspectRatio,
    resolution,
    ...(image ? { first: await addFrame(image) } : {}),
    ...(last ? { last: await addFrame(last) } : {}),
  }
  const end = /\[filtered\]/i.test(prompt) ? 'filtered' : /\[failed\]/i.test(prompt) ? 'failed' : 'video'
  return { plan, end, frames }
}

function readSeconds(parameters: unknown): number {
  if (field(parameters, 'durationSeconds') === undefined) return 8
  const seconds = numberField(parameters, 'durationSeconds') ?? 0
  if ([4, 5, 6, 7, 8].includes(seconds)) return seconds
  throw invalidArgument('parameters.durationSeconds: must be 4 to 8', 'parameters.durationSeconds')
}

function readChoice<Name extends string>(
  parameters: unknown,
  name: string,
  choices: readonly [Name, ...Name[]],
): Name {
  const value = field(parameters, name)
  if (value === undefined) return choices[0]
  const choice = choices.find((option) => option === value)
  if (choice !== undefined) return choice
  throw invalidArgument(
    `parameters.${name}: must be one of ${choices.join(', ')}, not "${String(value)}"`,
    `parameters.${name}`,
  )
}

interface Frame {
  readonly hash: string
  readonly pixels: Pixels
}

async function readFrame(instance: unknown, name: string): Promise<Frame | undefined> {
  const image = objectField(instance, name)
  if (!image) return undefined
  const at = `instances[0].${name}`
  const blob = objectField(image, 'inlineData') ?? image
  const base64 = textField(blob, 'data') ?? textField(blob, 'bytesBase64Encoded') ?? ''
  const mimeType = textField(blob, 'mimeType') ?? 'image/png'
  const pixels = await readPixels(toMedia({ base64, mimeType, at }))
  if (!pixels) {
    const message = `${at}: the demo service reads PNG and JPEG images of up to 40 megapixels, not this ${mimeType}`
    throw invalidArgument(message, at)
  }
  return { hash: createHash('sha256').update(base64).digest('hex').slice(0, 16), pixels }
}

/** The first pixel of each of the two main colors. */
function findMainColors(pixels: Pixels): Color[] {
  const { bytes } = pixels
  return analyzePixels(pixels)
    .colors.slice(0, 2)
    .flatMap(([name]) => {
      for (let at = 0; at < bytes.length; at += 4 * 37) {
        const color: Color = [bytes[at] ?? 0, bytes[at + 1] ?? 0, bytes[at + 2] ?? 0]
        if (nameColor(color) === name) return [color]
      }
      return []
    })
}

/** Encodes JSON in lower-case letters and digits only, which file ids require (wire §5.3). */
function encode(value: VideoPlan | Job): string {
  return Buffer.from(JSON.stringify(value)).toString('hex')
}

function decode<Value>(id: string, schema: z.ZodType<Value>): Value | undefined {
  if (!/^(?:[\da-f]{2}){1,1000}$/.test(id)) return undefined
  try {
    return schema.safeParse(JSON.parse(Buffer.from(id, 'hex').toString())).data
  } catch {
    return undefined
  }
}

export const toFileId: (plan: VideoPlan) => string = encode
export const toJobId: (job: Job) => string = encode

/** Returns undefined for ids of other services. */
export const readFileId = (id: string): VideoPlan | undefined => decode(id, VideoPlan)
export const readJobId = (id: string): Job | undefined => decode(id, Job)
