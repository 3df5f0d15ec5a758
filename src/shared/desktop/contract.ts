// Everything the renderer may ask of the application: the one list from which both sides derive.
import { eventIterator, oc } from '@orpc/contract'
import { z } from 'zod'
import { ApplicationStatus } from '../schemas/application-status'
import { ChatEvent, ChatParameters, Conversation } from '../schemas/chat'
import { Exchange } from '../schemas/exchange'
import { KeyStatus, keySlots } from '../schemas/key-status'
import { Settings, SettingsPatch } from '../schemas/settings'

const slot = z.object({ slot: z.enum(keySlots) })
const conversation = z.object({ conversationId: z.string() })

/** What may have changed; the renderer asks again for what it shows of it. */
const changeTopics = ['status', 'settings', 'keys', 'models', 'conversations', 'exchanges'] as const
export type ChangeTopic = (typeof changeTopics)[number]

export const ModelSummary = z.object({
  id: z.string(),
  displayName: z.string(),
  description: z.string(),
  kind: z.enum(['text', 'image', 'video', 'embedding', 'transcription']),
  thinks: z.boolean(),
})
export type ModelSummary = z.infer<typeof ModelSummary>

export const contract = {
  application: {
    status: oc.output(ApplicationStatus),
    changes: oc.output(eventIterator(z.object({ topic: z.enum(changeTopics) }))),
    openLink: oc.input(z.object({ url: z.string() })).output(z.object({ opened: z.boolean() })),
    revealDataFolder: oc.output(z.void()),
  },
  settings: {
    read: oc.output(Settings),
    update: oc.input(SettingsPatch).output(Settings),
  },
  keys: {
    status: oc.input(slot).output(KeyStatus),
    set: oc.input(slot.extend({ key: z.string().trim().min(1, 'must not be empty') })).output(KeyStatus),
    clear: oc.input(slot).output(KeyStatus),
  },
  /** The key of our own gateway, which the user's scripts need; never the upstream's. */
  localKey: {
    read: oc.output(z.object({ key: z.string(), kept: z.boolean() })),
    rotate: oc.output(z.object({ key: z.string(), kept: z.boolean() })),
  },
  models: {
    list: oc.output(z.array(ModelSummary)),
  },
  conversations: {
    list: oc.output(z.array(Conversation)),
    rename: oc.input(conversation.extend({ title: z.string().trim().min(1).max(200) })).output(Conversation),
    /** Into the bin; `restore` takes it out again. */
    delete: oc.input(conversation).output(z.void()),
    restore: oc.input(conversation).output(Conversation),
  },
  chat: {
    watch: oc.input(conversation).output(eventIterator(ChatEvent)),
    /** Begins a new conversation where `conversationId` is null. The prompt is on disk when this returns. */
    send: oc
      .input(
        z.object({
          conversationId: z.string().nullable(),
          text: z.string().min(1),
          parameters: ChatParameters,
        }),
      )
      .output(z.object({ conversationId: z.string(), turnId: z.string() })),
    stop: oc.input(conversation).output(z.void()),
    /** Sends the prompt of a failed, stopped or interrupted answer once more; the old answer stays as a sibling. */
    retry: oc.input(conversation.extend({ turnId: z.string() })).output(z.object({ turnId: z.string() })),
  },
  exchanges: {
    list: oc
      .input(z.object({ limit: z.number().int().min(1).max(500).default(100) }))
      .output(z.array(Exchange)),
  },
} as const

export type Contract = typeof contract
