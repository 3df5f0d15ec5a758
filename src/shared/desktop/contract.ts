// The desktop contract: all procedures that the renderer can call. Both sides derive their types from it.
import { eventIterator, oc } from '@orpc/contract'
import { z } from 'zod'
import { commandIds, mainCommands } from '../commands/commands'
import { ApplicationStatus, Incident, UnsavedWork } from '../schemas/application-status'
import {
  ChatEvent,
  Conversation,
  ConversationCost,
  ConversationFolder,
  ConversationKind,
  DeletedTurn,
  Draft,
  folderName,
  PromptParts,
  PromptRequest,
  QueuedPrompt,
  QueuedStep,
  SearchHit,
  Turn,
  UnansweredPrompt,
} from '../schemas/chat'
import {
  ChatParameters,
  Preset,
  PresetInput,
  PromptTemplate,
  TemplateInput,
} from '../schemas/chat-parameters'
import { maxConversations } from '../schemas/fixed-values'
import { JsonProblem } from '../schemas/json-problem'
import { IssuedKey, KeySlot, KeyStatus, LocalKey, NamedKey, NamedKeyName } from '../schemas/key-status'
import { Settings, SettingsPatch } from '../schemas/settings'
import { SpellingState } from '../schemas/spelling'
import { BuildInfo, UpdateState } from '../schemas/updates'
import { dataContract, importsContract } from './data-contract'
import { embeddingsContract } from './embeddings-contract'
import { exchangesContract, referenceContract } from './gateway-contract'
import { jobsContract } from './jobs-contract'
import { libraryContract } from './library-contract'
import { modelsContract } from './models-contract'
import { windowsContract } from './windows-contract'

const slot = z.object({ slot: KeySlot })
const conversation = z.object({ conversationId: z.string() })
const turn = conversation.extend({ turnId: z.string() })
const byId = z.object({ id: z.string() })
/** Path of the file that was written or read; null if the dialog was canceled. */
const filePath = z.object({ path: z.string().nullable() })

/** Data that may have changed; the renderer then reloads the parts that it shows. */
const changeTopics = [
  'status',
  'settings',
  'keys',
  'namedKeys',
  'models',
  'conversations',
  'presets',
  'templates',
  'library',
  'embeddings',
  'saves',
  'updates',
  'spelling',
] as const
export type ChangeTopic = (typeof changeTopics)[number]

export const CertificatesFile = z.object({
  file: z.string(),
  /** `validTo`: milliseconds since 1970. */
  certificates: z.array(z.object({ subject: z.string(), validTo: z.number() })),
})
export type CertificatesFile = z.infer<typeof CertificatesFile>

const procedures = {
  /** Asks for the next item of a stream. `stream` is the ID in the header of its call. */
  streams: { pull: oc.input(z.object({ stream: z.string() })).output(z.void()) },
  application: {
    status: oc.output(ApplicationStatus),
    build: oc.output(BuildInfo),
    /** Whether the page that welcomes new users is shown: the data folder is empty, and it was not left before. */
    welcome: oc.output(z.object({ isDue: z.boolean() })),
    changes: oc.output(eventIterator(z.object({ topics: z.array(z.enum(changeTopics)) }))),
    openLink: oc.input(z.object({ url: z.string() })).output(z.object({ opened: z.boolean() })),
    revealDataFolder: oc.output(z.void()),
    /** Delivers each incident to one page: those that no page has shown yet, then new ones. */
    incidents: oc.output(eventIterator(Incident)),
    openLogFolder: oc.output(z.void()),
    /** Quits safe mode, and starts the application with the user's data. */
    quitSafeMode: oc.output(z.void()),
    /** Quits, and starts with the page that restores a snapshot of the database. */
    openRepair: oc.output(z.void()),
    /** Shows a file in the file manager that was saved since the start, at the path that the dialog returned. */
    revealSaved: oc.input(z.object({ path: z.string() })).output(z.void()),
    /** The states that the application menu shows for the window: whether the commands can run now, and are on. */
    reportCommands: oc
      .input(z.partialRecord(z.enum(commandIds), z.object({ enabled: z.boolean(), checked: z.boolean() })))
      .output(z.void()),
    /** Whether the desktop has a tray now. */
    tray: oc.output(z.object({ isAvailable: z.boolean() })),
    /** Runs a command of the main process, for the window of the page. */
    runCommand: oc.input(z.object({ command: z.enum(mainCommands) })).output(z.void()),
    /** Lets the user choose the path. The text is written as UTF-8. */
    saveText: oc.input(z.object({ suggestedName: z.string(), text: z.string() })).output(filePath),
  },
  settings: {
    read: oc.output(Settings),
    update: oc.input(SettingsPatch).output(Settings),
  },
  updates: {
    read: oc.output(UpdateState),
    /** Resolves once the check has ended; its result is in the state. Rejects without a feed. */
    check: oc.output(z.void()),
    /** Resolves once the download of the available update has ended, in whatever way. */
    download: oc.output(z.void()),
    cancelDownload: oc.output(z.void()),
    /** Closes the application, installs the update, and opens it again. Rejects while work is running. */
    install: oc.output(z.void()),
  },
  spelling: {
    read: oc.output(SpellingState),
    /** Downloads the missing dictionaries of the selected languages. Resolves once it has ended, in whatever way. */
    download: oc.output(z.void()),
    /** Lets the user choose a `.bdic` file, and selects its language. Null if the dialog was canceled. */
    addFile: oc.output(z.object({ language: z.string() }).nullable()),
    deleteDictionary: oc.input(z.object({ language: z.string() })).output(z.void()),
    /** The words that the user has added to the dictionary. */
    words: oc.output(z.array(z.string())),
    addWord: oc.input(z.object({ word: z.string().min(1).max(99) })).output(z.void()),
    removeWord: oc.input(z.object({ word: z.string() })).output(z.void()),
  },
  keys: {
    status: oc.input(slot).output(KeyStatus),
    /** Rejects a text that fails `secretSchemaFor(slot)`, such as an empty one or one with a line break. */
    set: oc.input(slot.extend({ key: z.string() })).output(KeyStatus),
    clear: oc.input(slot).output(KeyStatus),
    /** Reads the key file again. A problem with it is reported in the application's status. */
    reload: oc.output(z.void()),
  },
  /** The local gateway's key, which the user's scripts send; never an upstream's key. */
  localKey: {
    read: oc.output(LocalKey),
    rotate: oc.output(LocalKey),
  },
  /** Gateway keys of single scripts. The key itself is returned only once. */
  namedKeys: {
    list: oc.output(z.array(NamedKey)),
    create: oc.input(z.object({ name: NamedKeyName })).output(IssuedKey),
    /** Requests in the log keep the earlier name. */
    rename: oc.input(byId.extend({ name: NamedKeyName })).output(NamedKey),
    /** The earlier key is rejected as soon as this returns. */
    rotate: oc.input(byId).output(IssuedKey),
    revoke: oc.input(byId).output(z.void()),
  },
  gateway: {
    /** Moves back to the port in the settings. Rejects with UNAVAILABLE if it is still in use. */
    retryPort: oc.output(z.object({ url: z.string() })),
  },
  ...modelsContract,
  network: {
    /** Lets the user choose a PEM file; null if the dialog was canceled. Rejects a file without certificates. */
    chooseCertificates: oc.output(CertificatesFile.nullable()),
    /** Accepts only the file in use and files that the user has chosen. */
    readCertificates: oc.input(z.object({ file: z.string() })).output(CertificatesFile),
    /** The operating system's proxy for a URL, in PAC syntax: `PROXY host:port`, `DIRECT`. */
    systemProxy: oc.input(z.object({ url: z.string() })).output(z.object({ proxy: z.string() })),
  },
  conversations: {
    /** A page: pinned ones first, then the newest. It is the last one if it has fewer than `limit`. */
    list: oc
      .input(
        z
          .object({
            offset: z.number().int().min(0).default(0),
            limit: z.number().int().min(1).max(maxConversations).default(maxConversations),
          })
          .prefault({}),
      )
      .output(z.array(Conversation)),
    rename: oc.input(conversation.extend({ title: z.string().trim().min(1).max(200) })).output(Conversation),
    /** Moves it to the trash; `restore` moves it back. */
    delete: oc.input(conversation).output(z.void()),
    restore: oc.input(conversation).output(Conversation),
    /** All or none. Null takes them out of their folders. */
    move: oc
      .input(
        z.object({
          moves: z
            .array(
              z.object({
                conversationIds: z.array(z.string()).min(1).max(100_000),
                folderId: z.string().nullable(),
              }),
            )
            .min(1),
        }),
      )
      .output(z.void()),
    pin: oc.input(conversation.extend({ pinned: z.boolean() })).output(Conversation),
    /** Creates a conversation with the branch up to this turn. */
    branch: oc.input(turn).output(Conversation),
    /** Copies all branches into a new conversation. */
    duplicate: oc.input(conversation).output(Conversation),
    /** Searches titles and all turns; best matches first. */
    search: oc
      .input(
        z.object({
          query: z.string(),
          kind: ConversationKind.default('chat'),
          /** Only conversations with all of these tags. */
          tags: z.array(z.string()).default([]),
          limit: z.number().int().min(1).max(200).default(50),
        }),
      )
      .output(z.array(SearchHit)),
    /** JSON contains the whole tree and can be imported; other formats contain the shown branch. Images are included. */
    export: oc.input(conversation.extend({ format: z.enum(['markdown', 'json', 'html']) })).output(filePath),
    /** Imports the text of an exported file. */
    importText: oc.input(z.object({ text: z.string() })).output(Conversation),
  },
  /** Folders of chats. Deleting one leaves its chats in the list; `restore` puts them back. */
  folders: {
    list: oc.output(z.array(ConversationFolder)),
    create: oc.input(z.object({ name: folderName })).output(ConversationFolder),
    rename: oc.input(byId.extend({ name: folderName })).output(ConversationFolder),
    delete: oc.input(byId).output(z.void()),
    restore: oc.input(byId).output(ConversationFolder),
  },
  chat: {
    /** Each item is everything that has happened since the last one was read. */
    watch: oc.input(conversation).output(eventIterator(z.array(ChatEvent))),
    /** In the requested order; missing turns are omitted. */
    turns: oc
      .input(conversation.extend({ turnIds: z.array(z.string()).min(1).max(100) }))
      .output(z.array(Turn)),
    /** Creates a conversation if `conversationId` is null. The prompt is on disk when this returns. */
    send: oc
      .input(
        z.object({
          conversationId: z.string().nullable(),
          parts: PromptParts,
          parameters: ChatParameters,
          unanswered: UnansweredPrompt.optional(),
        }),
      )
      .output(z.object({ conversationId: z.string(), turnId: z.string() })),
    /** Queues a prompt until the running answer ends, or sends it immediately. `createdAt` restores a removed one. */
    queue: oc
      .input(
        conversation.extend({
          parts: PromptParts,
          parameters: ChatParameters,
          createdAt: z.number().optional(),
          /** In drawings: the image that the prompt waits for. */
          step: QueuedStep.optional(),
        }),
      )
      .output(z.object({ queuedId: z.string() })),
    /** Removes a prompt from the queue. */
    unqueue: oc.input(conversation.extend({ queuedId: z.string() })).output(QueuedPrompt),
    /** Neither the prompt nor those after it are sent while it is edited. */
    holdQueued: oc.input(conversation.extend({ queuedId: z.string() })).output(z.void()),
    editQueued: oc.input(conversation.extend({ queuedId: z.string(), parts: PromptParts })).output(z.void()),
    /** Ends the editing. Sends the prompt if it was its turn meanwhile. */
    releaseQueued: oc.input(conversation.extend({ queuedId: z.string() })).output(z.void()),
    /** Sends a prompt of an idle chat now. If that fails, it stays queued. */
    sendQueued: oc.input(conversation.extend({ queuedId: z.string() })).output(z.void()),
    /** Moves a queued prompt in front of another one; null is the end. Does nothing if either was sent meanwhile. */
    moveQueued: oc
      .input(conversation.extend({ queuedId: z.string(), before: z.string().nullable() }))
      .output(z.void()),
    /** Sends one prompt and starts an answer for each column. */
    compare: oc
      .input(
        z.object({
          conversationId: z.string().nullable(),
          parts: PromptParts,
          columns: z.array(ChatParameters).min(2).max(4),
          unanswered: UnansweredPrompt.optional(),
        }),
      )
      .output(z.object({ conversationId: z.string(), turnIds: z.array(z.string()) })),
    /** Continues the conversation from this answer; the others of the comparison stay as its alternates. */
    selectAnswer: oc.input(turn).output(z.void()),
    /** Creates an alternate of the turn. An edited prompt is sent; an edited answer is stored as written. */
    edit: oc
      .input(turn.extend({ parts: PromptParts, parameters: ChatParameters }))
      .output(z.object({ turnId: z.string() })),
    /** Starts another answer to the same prompt; the old one stays as its alternate. */
    regenerate: oc
      .input(turn.extend({ parameters: ChatParameters.optional() }))
      .output(z.object({ turnId: z.string() })),
    /** Starts an answer that continues the text of a stopped or cut-off one. */
    continue: oc
      .input(turn.extend({ parameters: ChatParameters.optional() }))
      .output(z.object({ turnId: z.string() })),
    /** Shows the newest branch through this turn. */
    switch: oc.input(turn).output(z.void()),
    /** Deletes the turn and all turns below it, and stops their runs. */
    deleteTurn: oc.input(turn).output(z.void()),
    restoreTurn: oc.input(turn).output(z.void()),
    /** The deleted messages that `restoreTurn` can restore now, the last deleted first. */
    deletedTurns: oc.input(conversation).output(z.array(DeletedTurn)),
    /** Stops all running answers of the conversation, or only the given one, or only those of a prompt. */
    stop: oc.input(conversation.extend({ turnId: z.string().optional() })).output(z.void()),
    request: oc.input(turn).output(PromptRequest),
    cost: oc.input(conversation).output(ConversationCost),
  },
  /** Generated results that are not saved yet. */
  saves: {
    list: oc.output(UnsavedWork),
    /** Retries every failed save now instead of after its delay. */
    retry: oc.output(z.void()),
  },
  ...dataContract,
  ...importsContract,
  ...libraryContract,
  ...jobsContract,
  ...embeddingsContract,
  ...exchangesContract,
  ...referenceContract,
  ...windowsContract,
  drafts: {
    /** By conversation ID; `new` is the draft of a new conversation. */
    read: oc.output(z.record(z.string(), Draft)),
    /** Null deletes it. */
    write: oc.input(z.object({ key: z.string(), draft: Draft.nullable() })).output(z.void()),
  },
  presets: {
    list: oc.output(z.array(Preset)),
    save: oc.input(PresetInput).output(Preset),
    delete: oc.input(byId).output(z.void()),
    restore: oc.input(byId).output(Preset),
    export: oc.input(byId).output(filePath),
    import: oc.output(Preset.nullable()),
  },
  templates: {
    list: oc.output(z.array(PromptTemplate)),
    save: oc.input(TemplateInput).output(PromptTemplate),
    delete: oc.input(byId).output(z.void()),
    restore: oc.input(byId).output(PromptTemplate),
    export: oc.input(byId).output(filePath),
    import: oc.output(PromptTemplate.nullable()),
  },
  schemas: {
    /** Checks that it is a JSON Schema. The vendor's upper-case types are accepted. */
    check: oc.input(z.object({ schema: z.unknown() })).output(z.array(JsonProblem)),
    /** Checks that the text is JSON that matches the schema. */
    validate: oc.input(z.object({ schema: z.unknown(), text: z.string() })).output(z.array(JsonProblem)),
  },
} as const

type Procedures = typeof procedures
/** A named interface keeps derived types short enough for the compiler to emit. */
export interface Contract extends Procedures {}

export const contract: Contract = procedures
