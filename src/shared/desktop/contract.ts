// Everything the renderer may ask of the application: the one list from which both sides derive.
import { eventIterator, oc } from '@orpc/contract'
import { z } from 'zod'
import { ApplicationStatus, Incident } from '../schemas/application-status'
import { ChatEvent, Conversation, ConversationKind, PromptParts, QueuedPrompt, Turn } from '../schemas/chat'
import { ChatParameters } from '../schemas/chat-parameters'
import { Draft } from '../schemas/draft'
import { Exchange } from '../schemas/exchange'
import { JsonProblem } from '../schemas/json-problem'
import { KeySlot, KeyStatus, LocalKey } from '../schemas/key-status'
import { modelKinds } from '../schemas/model'
import { Preset, PresetInput, PromptTemplate, TemplateInput } from '../schemas/presets'
import { PromptRequest } from '../schemas/prompt-request'
import { SearchHit } from '../schemas/search-hit'
import { Settings, SettingsPatch } from '../schemas/settings'
import { UnsavedWork } from '../schemas/unsaved-work'
import { UpstreamReport } from '../schemas/upstream-report'
import { embeddingsContract } from './embeddings-contract'
import { jobsContract } from './jobs-contract'
import { libraryContract } from './library-contract'

const slot = z.object({ slot: KeySlot })
const conversation = z.object({ conversationId: z.string() })
const turn = conversation.extend({ turnId: z.string() })
const byId = z.object({ id: z.string() })
/** Where a file was written, or read from; null if the dialog was canceled. */
const filePath = z.object({ path: z.string().nullable() })

/** What may have changed; the renderer asks again for what it shows of it. */
const changeTopics = [
  'status',
  'settings',
  'keys',
  'models',
  'conversations',
  'exchanges',
  'presets',
  'templates',
  'library',
  'embeddings',
  'saves',
] as const
export type ChangeTopic = (typeof changeTopics)[number]

export const ModelSummary = z.object({
  id: z.string(),
  displayName: z.string(),
  description: z.string(),
  kind: z.enum(modelKinds),
  thinks: z.boolean(),
  aspectRatios: z.array(z.string()),
  imageSizes: z.array(z.string()),
  /** Added by the user. */
  custom: z.boolean(),
  /** What the vendor upstream asks for in its place, whichever upstream is chosen. */
  vendorId: z.string(),
  vendorIdBy: z.enum(['alias', 'retirement', 'family']),
  /** The id's last day at the vendor, ISO 8601; null if none is known. */
  retires: z.string().nullable(),
})
export type ModelSummary = z.infer<typeof ModelSummary>

export const CertificatesFile = z.object({
  file: z.string(),
  /** `validTo`: milliseconds since 1970. */
  certificates: z.array(z.object({ subject: z.string(), validTo: z.number() })),
})
export type CertificatesFile = z.infer<typeof CertificatesFile>

const procedures = {
  application: {
    status: oc.output(ApplicationStatus),
    changes: oc.output(eventIterator(z.object({ topic: z.enum(changeTopics) }))),
    openLink: oc.input(z.object({ url: z.string() })).output(z.object({ opened: z.boolean() })),
    revealDataFolder: oc.output(z.void()),
    /** Each is delivered once: those that no page has shown yet, then new ones. */
    incidents: oc.output(eventIterator(Incident)),
    /** Opens the log of errors in the system's editor. */
    openLog: oc.output(z.void()),
    /** Lets the user choose where; the text is written as UTF-8. */
    saveText: oc.input(z.object({ suggestedName: z.string(), text: z.string() })).output(filePath),
  },
  settings: {
    read: oc.output(Settings),
    update: oc.input(SettingsPatch).output(Settings),
  },
  keys: {
    status: oc.input(slot).output(KeyStatus),
    /** Refused if the text cannot be such a secret (`secretOf`): a line break, an empty one. */
    set: oc.input(slot.extend({ key: z.string() })).output(KeyStatus),
    clear: oc.input(slot).output(KeyStatus),
    /** Reads the key file again; what is wrong with it then is in the application's status. */
    reload: oc.output(z.void()),
  },
  /** The key of our own gateway, which the user's scripts need; never the upstream's. */
  localKey: {
    read: oc.output(LocalKey),
    rotate: oc.output(LocalKey),
  },
  gateway: {
    /** Moves back to the port of the settings. Rejects with UNAVAILABLE if it is still taken. */
    retryPort: oc.output(z.object({ url: z.string() })),
  },
  upstreams: {
    /** Calls each part of an upstream as kept in the settings: `demo`, `vendor` or a profile's id. Costs next to nothing. */
    check: oc.input(z.object({ upstream: z.string() })).output(UpstreamReport),
  },
  network: {
    /** Lets the user choose a PEM file; null if the dialog was canceled. Refused if it holds no certificate. */
    chooseCertificates: oc.output(CertificatesFile.nullable()),
    /** Of the file in use, or of one that was chosen. */
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
    pin: oc.input(conversation.extend({ pinned: z.boolean() })).output(Conversation),
    /** A new conversation that holds the branch as far as this turn. */
    branch: oc.input(turn).output(Conversation),
    /** Over titles and all turns, best first. */
    search: oc
      .input(
        z.object({
          query: z.string(),
          kind: ConversationKind.default('chat'),
          limit: z.number().int().min(1).max(200).default(50),
        }),
      )
      .output(z.array(SearchHit)),
    /** JSON holds the whole tree and can be imported; the others hold the branch that is shown. Pictures included. */
    export: oc.input(conversation.extend({ format: z.enum(['markdown', 'json', 'html']) })).output(filePath),
    /** Null if the dialog was canceled; refused with the place of what is wrong. */
    import: oc.output(Conversation.nullable()),
    /** The same for a file's text that the page has been given. */
    importText: oc.input(z.object({ text: z.string() })).output(Conversation),
  },
  chat: {
    watch: oc.input(conversation).output(eventIterator(ChatEvent)),
    /** What a snapshot of the end alone has left out comes as events of the watching. */
    loadFullBranch: oc.input(conversation).output(z.void()),
    /** In the order they are asked for; those that are not there are left out. */
    turns: oc
      .input(conversation.extend({ turnIds: z.array(z.string()).min(1).max(100) }))
      .output(z.array(Turn)),
    /** Begins a new conversation where `conversationId` is null. The prompt is on disk when this returns. */
    send: oc
      .input(
        z.object({
          conversationId: z.string().nullable(),
          parts: PromptParts,
          parameters: ChatParameters,
        }),
      )
      .output(z.object({ conversationId: z.string(), turnId: z.string() })),
    /** Waits for the answer under way; sent at once where there is none. `createdAt`: of one that is put back. */
    queue: oc
      .input(
        conversation.extend({
          parts: PromptParts,
          parameters: ChatParameters,
          createdAt: z.number().optional(),
        }),
      )
      .output(z.object({ queuedId: z.string() })),
    /** Takes it out of the queue, to be edited or forgotten. */
    unqueue: oc.input(conversation.extend({ queuedId: z.string() })).output(QueuedPrompt),
    /** One prompt, an answer for each column, side by side. */
    compare: oc
      .input(
        z.object({
          conversationId: z.string().nullable(),
          parts: PromptParts,
          columns: z.array(ChatParameters).min(2).max(4),
        }),
      )
      .output(z.object({ conversationId: z.string(), turnIds: z.array(z.string()) })),
    /** The conversation goes on from this answer; those it was compared with stay as its alternates. */
    keep: oc.input(turn).output(z.void()),
    /** A new turn beside the old one. A changed prompt is sent; a changed answer stands as written. */
    edit: oc
      .input(turn.extend({ parts: PromptParts, parameters: ChatParameters }))
      .output(z.object({ turnId: z.string() })),
    /** Another answer to the same prompt; the old one stays as its alternate. */
    regenerate: oc
      .input(turn.extend({ parameters: ChatParameters.optional() }))
      .output(z.object({ turnId: z.string() })),
    /** A new answer that begins with what the stopped or cut-off one holds, and goes on. */
    continue: oc
      .input(turn.extend({ parameters: ChatParameters.optional() }))
      .output(z.object({ turnId: z.string() })),
    /** Shows the newest branch through this turn. */
    switch: oc.input(turn).output(z.void()),
    /** With all that follows it. Stops what runs there. */
    deleteTurn: oc.input(turn).output(z.void()),
    restoreTurn: oc.input(turn).output(z.void()),
    /** Every answer under way in the conversation, or only the one that is named. */
    stop: oc.input(conversation.extend({ turnId: z.string().optional() })).output(z.void()),
    request: oc.input(turn).output(PromptRequest),
  },
  /** What a model has made and is not saved yet. */
  saves: {
    list: oc.output(UnsavedWork),
    /** Retries every failed save now instead of after its delay. */
    retry: oc.output(z.void()),
  },
  ...libraryContract,
  ...jobsContract,
  ...embeddingsContract,
  drafts: {
    /** By conversation; `new` is the one that has not begun. */
    read: oc.output(z.record(z.string(), Draft)),
    /** Null forgets it. */
    write: oc.input(z.object({ key: z.string(), draft: Draft.nullable() })).output(z.void()),
  },
  presets: {
    list: oc.output(z.array(Preset)),
    keep: oc.input(PresetInput).output(Preset),
    delete: oc.input(byId).output(z.void()),
    restore: oc.input(byId).output(Preset),
    export: oc.input(byId).output(filePath),
    import: oc.output(Preset.nullable()),
  },
  templates: {
    list: oc.output(z.array(PromptTemplate)),
    keep: oc.input(TemplateInput).output(PromptTemplate),
    delete: oc.input(byId).output(z.void()),
    restore: oc.input(byId).output(PromptTemplate),
    export: oc.input(byId).output(filePath),
    import: oc.output(PromptTemplate.nullable()),
  },
  schemas: {
    /** Whether it is a JSON Schema that a model can be given; the vendor's upper-case types pass. */
    check: oc.input(z.object({ schema: z.unknown() })).output(z.array(JsonProblem)),
    /** Whether the text is JSON that the schema allows. */
    validate: oc.input(z.object({ schema: z.unknown(), text: z.string() })).output(z.array(JsonProblem)),
  },
  exchanges: {
    list: oc
      .input(z.object({ limit: z.number().int().min(1).max(500).default(100) }))
      .output(z.array(Exchange)),
    /** Null if the log no longer has it. */
    read: oc.input(byId).output(Exchange.nullable()),
  },
} as const

type Procedures = typeof procedures
/** By its name it can be spoken of: written out, types made of it are longer than the compiler writes. */
export interface Contract extends Procedures {}

export const contract: Contract = procedures
