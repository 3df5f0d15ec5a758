// Everything the renderer may ask of the application: the one list from which both sides derive.
import { eventIterator, oc } from '@orpc/contract'
import { z } from 'zod'
import { ApplicationStatus } from '../schemas/application-status'
import { ChatEvent, ChatParameters, Conversation } from '../schemas/chat'
import { Exchange } from '../schemas/exchange'
import { KeySlot, KeyStatus } from '../schemas/key-status'
import { Settings, SettingsPatch } from '../schemas/settings'
import { UpstreamReport } from '../schemas/upstream-report'

const slot = z.object({ slot: KeySlot })
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
  aspectRatios: z.array(z.string()),
  imageSizes: z.array(z.string()),
  /** Added by the user. */
  own: z.boolean(),
  /** What the vendor upstream asks for in its place, whichever upstream is chosen. */
  vendorId: z.string(),
  vendorIdBy: z.enum(['alias', 'retirement', 'family']),
  /** The id's last day at the vendor, ISO 8601; null where none is known. */
  retires: z.string().nullable(),
})
export type ModelSummary = z.infer<typeof ModelSummary>

export const CertificatesFile = z.object({
  file: z.string(),
  /** `validTo`: milliseconds since 1970. */
  certificates: z.array(z.object({ subject: z.string(), validTo: z.number() })),
})
export type CertificatesFile = z.infer<typeof CertificatesFile>

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
    /** Refused where the text cannot be such a secret (`secretOf`): a line break, an empty one. */
    set: oc.input(slot.extend({ key: z.string() })).output(KeyStatus),
    clear: oc.input(slot).output(KeyStatus),
  },
  /** The key of our own gateway, which the user's scripts need; never the upstream's. */
  localKey: {
    read: oc.output(z.object({ key: z.string(), kept: z.boolean() })),
    rotate: oc.output(z.object({ key: z.string(), kept: z.boolean() })),
  },
  upstreams: {
    /** Calls each part of an upstream as kept in the settings: `demo`, `vendor` or a profile's id. Costs next to nothing. */
    check: oc.input(z.object({ upstream: z.string() })).output(UpstreamReport),
  },
  network: {
    /** Lets the user choose a PEM file; null where the dialog was left. Refused where it holds no certificate. */
    chooseCertificates: oc.output(CertificatesFile.nullable()),
    readCertificates: oc.input(z.object({ file: z.string() })).output(CertificatesFile),
    /** What the operating system's settings say for an address, in the words of a PAC file: `PROXY host:port`, `DIRECT`. */
    systemProxy: oc.input(z.object({ url: z.string() })).output(z.object({ proxy: z.string() })),
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
