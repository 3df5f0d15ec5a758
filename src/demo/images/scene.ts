// A scene: what a picture or a film shows, as plain data.
import { z } from 'zod'

const Channel = z.number().min(0).max(255)
const RgbColor = z.tuple([Channel, Channel, Channel]).readonly()

/** Plain values only: a video's id carries its scene. */
export const Scene = z.object({
  seed: z.number().int(),
  setting: z.enum(['mountains', 'hills', 'sea', 'city', 'forest', 'desert', 'space', 'still', 'abstract']),
  daytime: z.enum(['dawn', 'day', 'dusk', 'night']),
  weather: z.enum(['clear', 'rain', 'snow', 'fog']),
  /** Names of `subjects`, at most five, a repeated name for several of a kind. */
  subjects: z.array(z.string()).max(5).readonly(),
  /** Of the whole picture. */
  colors: z.array(RgbColor).max(3).readonly(),
  /** Of single subjects, by name: “a red house”. Absent in ids of earlier versions. */
  subjectColors: z.record(z.string(), RgbColor).optional(),
})
export type Scene = Readonly<z.infer<typeof Scene>>
