// The settings of notifications about finished work, and of the icon in the tray.
import { z } from 'zod'

/** `responses` are those of chats; `images` are the steps of image sessions; `embeddings` are runs of sets. */
const workKinds = ['responses', 'images', 'videos', 'transcriptions', 'embeddings'] as const
export type WorkKind = (typeof workKinds)[number]

const isOn = z.boolean().default(true)

export const NotificationSettings = z.object({
  responses: isOn,
  /** Chats that took less time are not announced. */
  responseSeconds: z
    .number('must be a whole number of seconds')
    .int('must be a whole number of seconds')
    .min(0, 'must be at least 0')
    .max(3600, 'must be at most 3,600 (one hour)')
    .default(20),
  images: isOn,
  videos: isOn,
  transcriptions: isOn,
  embeddings: isOn,
  isAudible: isOn,
  /** Keeps running without a window, with an icon in the tray, where the desktop has one. */
  tray: z.boolean().default(false),
})
export type NotificationSettings = z.infer<typeof NotificationSettings>

export const defaultNotifications: NotificationSettings = NotificationSettings.parse({})
