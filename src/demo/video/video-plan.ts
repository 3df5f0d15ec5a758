// What a video shall be, read from a request, and written into ids so that no state is needed to make it (E10, wire §5).
import { Buffer } from 'node:buffer'
import { z } from 'zod'
import { field, invalidArgument, listField, numberField, objectField, textField } from '../generation/fields'
import { toMedia } from '../generation/media'
import { analyzePixels } from '../images/analyze-pixels'
import { type Color, nameColor } from '../images/color'
import { type Pixels, readPixels } from '../images/pixels'
import { readScene, type Scene } from '../images/scene'

const Channel = z.number().min(0).max(255)

const VideoPlan = z.object({
  scene: z.object({
    seed: z.number().int(),
    setting: z.enum(['mountains', 'hills', 'sea', 'city', 'forest', 'desert', 'space', 'still', 'abstract']),
    daytime: z.enum(['dawn', 'day', 'dusk', 'night']),
    weather: z.enum(['clear', 'rain', 'snow', 'fog']),
    subjects: z.array(z.string()).max(5),
    colors: z.array(z.tuple([Channel, Channel, Channel])).max(3),
  }),
  seconds: z.number().int().min(1).max(8),
  aspectRatio: z.enum(['16:9', '9:16']),
  resolution: z.enum(['720p', '1080p', '4k']),
})
export type VideoPlan = z.infer<typeof VideoPlan>

const Job = z.object({
  plan: VideoPlan,
  model: z.string(),
  /** Milliseconds since the epoch. */
  started: z.number(),
  /** Milliseconds it takes at least. */
  lasts: z.number(),
  end: z.enum(['video', 'filtered', 'failed']),
})
export type Job = z.infer<typeof Job>

export async function readVideoPlan(body: unknown): Promise<{ plan: VideoPlan; end: Job['end'] }> {
  const [instance] = listField(body, 'instances')
  const prompt = textField(instance, 'prompt') ?? ''
  if (prompt.trim() === '' && !objectField(instance, 'image'))
    throw invalidArgument('instances[0].prompt: must not be empty', 'instances[0].prompt')
  const parameters = objectField(body, 'parameters')
  const scene = readScene(prompt)
  const plan: VideoPlan = {
    scene: { ...copyScene(scene), colors: await chooseColors(scene, instance) },
    seconds: readSeconds(parameters),
    aspectRatio: readChoice(parameters, 'aspectRatio', ['16:9', '9:16']),
    resolution: readChoice(parameters, 'resolution', ['720p', '1080p', '4k']),
  }
  const end = /\[filtered\]/i.test(prompt) ? 'filtered' : /\[failed\]/i.test(prompt) ? 'failed' : 'video'
  return { plan, end }
}

function copyScene({ seed, setting, daytime, weather, subjects }: Scene) {
  return { seed, setting, daytime, weather, subjects: [...subjects] }
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
  const choice = choices.find((known) => known === value)
  if (choice !== undefined) return choice
  throw invalidArgument(
    `parameters.${name}: must be one of ${choices.join(', ')}, not "${String(value)}"`,
    `parameters.${name}`,
  )
}

/** A first frame lends its two main colors; more of it the demo service cannot use. */
async function chooseColors(scene: Scene, instance: unknown): Promise<[number, number, number][]> {
  const image = objectField(instance, 'image')
  if (!image) return scene.colors.map(([red, green, blue]) => [red, green, blue])
  const blob = objectField(image, 'inlineData') ?? image
  const base64 = textField(blob, 'data') ?? textField(blob, 'bytesBase64Encoded') ?? ''
  const mimeType = textField(blob, 'mimeType') ?? 'image/png'
  const pixels = await readPixels(toMedia({ base64, mimeType, at: 'instances[0].image' }))
  return pixels ? findMainColors(pixels) : []
}

function findMainColors(pixels: Pixels): [number, number, number][] {
  const names = analyzePixels(pixels)
    .colors.slice(0, 2)
    .map(([name]) => name)
  return names.flatMap((name) => {
    for (let at = 0; at < pixels.bytes.length; at += 4 * 37) {
      const color: Color = [pixels.bytes[at] ?? 0, pixels.bytes[at + 1] ?? 0, pixels.bytes[at + 2] ?? 0]
      if (nameColor(color) === name) return [[color[0], color[1], color[2]]]
    }
    return []
  })
}

/** One line, its fields in the schema's order, as lower-case letters and digits only: so file ids must be (wire §5.3). */
function encode(fields: readonly (string | number)[]): string {
  return Buffer.from(fields.join(',')).toString('hex')
}

function decode(id: string): string[] {
  return /^(?:[\da-f]{2}){1,1000}$/.test(id) ? Buffer.from(id, 'hex').toString().split(',') : []
}

function listPlan({ scene, seconds, aspectRatio, resolution }: VideoPlan): (string | number)[] {
  const { seed, setting, daytime, weather, subjects, colors } = scene
  const numbers = colors.map((color) => color.map(Math.round).join('-')).join(' ')
  return [seed, setting, daytime, weather, subjects.join(' '), numbers, seconds, aspectRatio, resolution]
}

/** Plain values, still unchecked. */
function unlistPlan([
  seed,
  setting,
  daytime,
  weather,
  subjects = '',
  colors = '',
  seconds,
  aspectRatio,
  resolution,
]: readonly string[]) {
  const scene = {
    seed: Number(seed),
    setting,
    daytime,
    weather,
    subjects: subjects.split(' ').filter(Boolean),
    colors: colors
      .split(' ')
      .filter(Boolean)
      .map((color) => color.split('-').map(Number)),
  }
  return { scene, seconds: Number(seconds), aspectRatio, resolution }
}

export function toFileId(plan: VideoPlan): string {
  return encode(listPlan(plan))
}

export function toJobId({ started, lasts, end, model, plan }: Job): string {
  return encode([started, lasts, end, model, ...listPlan(plan)])
}

/** Undefined for ids that are none of ours. */
export function readFileId(id: string): VideoPlan | undefined {
  return VideoPlan.safeParse(unlistPlan(decode(id))).data
}

export function readJobId(id: string): Job | undefined {
  const [started, lasts, end, model, ...plan] = decode(id)
  return Job.safeParse({ started: Number(started), lasts: Number(lasts), end, model, plan: unlistPlan(plan) })
    .data
}
