// A scene: the content of a picture or a video, as plain data.
import { z } from 'zod'

const Channel = z.number().min(0).max(255)
const RgbColor = z.tuple([Channel, Channel, Channel]).readonly()

/** Plain values only, because a video's id contains its scene. */
export const Scene = z.object({
  seed: z.number().int(),
  setting: z.enum(['mountains', 'hills', 'sea', 'city', 'forest', 'desert', 'space', 'still', 'abstract']),
  daytime: z.enum(['dawn', 'day', 'dusk', 'night']),
  weather: z.enum(['clear', 'rain', 'snow', 'fog']),
  /** Names of `subjects`, at most five. A name is repeated for several of a kind. */
  subjects: z.array(z.string()).max(5).readonly(),
  /** Colors for the whole picture. */
  colors: z.array(RgbColor).max(3).readonly(),
  /** Colors of single subjects by name, as in “a red house”. */
  subjectColors: z.record(z.string(), RgbColor).optional(),
})
export type Scene = Readonly<z.infer<typeof Scene>>
