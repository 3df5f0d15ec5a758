// What the renderer may ask about pictures that are drawn, the Library, and the folder that stores all of it.
import { eventIterator, oc } from '@orpc/contract'
import { z } from 'zod'
import { PromptParts } from '../schemas/chat'
import { ChatParameters } from '../schemas/chat-parameters'
import { AnyMetadata, GenerationMetadata } from '../schemas/generation-metadata'
import {
  FileProgress,
  ItemLocation,
  LibraryFacets,
  LibraryItem,
  LibraryPage,
  LibraryQuery,
  MediaFolder,
  Reconciliation,
  TrashedImage,
  TrashPreview,
  tagText,
} from '../schemas/library'

const byId = z.object({ id: z.string() })
const items = z.object({ ids: z.array(z.string()).min(1).max(100_000) })
/** Where a file was written; null if the dialog was canceled. */
const filePath = z.object({ path: z.string().nullable() })

export const libraryContract = {
  images: {
    /**
     * One step of a drawing: so many answers to one instruction, under way together. Watching, stopping, trying again,
     * deleting and switching are the chat's. `after` is the answer that is edited; null stands at the beginning.
     */
    draw: oc
      .input(
        z.object({
          conversationId: z.string().nullable(),
          after: z.string().nullable(),
          parts: PromptParts,
          parameters: ChatParameters,
          variations: z.number().int().min(1).max(8),
        }),
      )
      .output(z.object({ conversationId: z.string(), turnIds: z.array(z.string()) })),
    /** How the picture was made, by its hash or by what a copy of it holds inside; null if nothing tells. */
    readGenerationMetadata: oc.input(z.object({ media: z.string() })).output(GenerationMetadata.nullable()),
    /** Whether the bytes carry Content Credentials (C2PA); unknown kinds of files carry none. */
    readProvenance: oc
      .input(z.object({ media: z.string() }))
      .output(
        z.object({ hasC2pa: z.boolean(), width: z.number().nullable(), height: z.number().nullable() }),
      ),
    /** Of any file of the media folder. */
    reveal: oc.input(z.object({ media: z.string() })).output(z.void()),
    /** Begins to drag the file out of the window; the file bears a telling name. */
    drag: oc.input(z.object({ media: z.string(), name: z.string() })).output(z.void()),
    /** The bytes as they came, or a copy with the prompt inside (PNG text and XMP). */
    saveAs: oc
      .input(z.object({ media: z.string(), name: z.string(), withPrompt: z.boolean() }))
      .output(filePath),
  },
  library: {
    list: oc
      .input(
        z.object({
          query: LibraryQuery,
          offset: z.number().int().min(0),
          limit: z.number().int().min(1).max(500),
        }),
      )
      .output(LibraryPage),
    /** Every id that the query finds, in its order: for choosing all. */
    ids: oc.input(LibraryQuery).output(z.array(z.string())),
    facets: oc.output(LibraryFacets),
    /** In the order they are asked for; those that are not there are left out. */
    read: oc.input(items).output(z.array(LibraryItem)),
    generationMetadata: oc.input(byId).output(AnyMetadata.nullable()),
    tag: oc
      .input(items.extend({ add: z.array(tagText).default([]), remove: z.array(z.string()).default([]) }))
      .output(z.void()),
    /** Into the bin; `restore` takes it out again. */
    delete: oc.input(items).output(z.void()),
    restore: oc.input(items).output(z.void()),
    location: oc.input(byId).output(ItemLocation),
    /** Images in the trash whose places this conversation shows. */
    trashed: oc.input(z.object({ conversationId: z.string() })).output(z.array(TrashedImage)),
    /** The images of an answer go to the trash. No ids where it has none in the Library. */
    deleteGenerated: oc
      .input(z.object({ conversationId: z.string(), turnId: z.string() }))
      .output(z.object({ ids: z.array(z.string()) })),
    previewEmptying: oc.output(TrashPreview),
    /** For good, with the files that nothing else needs. */
    emptyTrash: oc.output(z.object({ items: z.number(), bytes: z.number() })),
    /** One file as it is; several as a zip with their sidecars. Ends with the signal of the call. */
    export: oc.input(items).output(eventIterator(FileProgress)),
    /** Looks through the folder and says what has changed in it. */
    reconcile: oc.output(Reconciliation),
    /** The user shows where a missing file is; it is copied back where its bytes are the right ones. */
    locate: oc.input(byId).output(LibraryItem.nullable()),
  },
  mediaFolder: {
    read: oc.output(MediaFolder),
    reveal: oc.output(z.void()),
    /** Null if the dialog was canceled. */
    choose: oc.output(z.object({ path: z.string() }).nullable()),
    /** To a folder that was chosen. Copied, verified by hash, then switched; what was there before goes last. Until then nothing has changed. */
    move: oc.input(z.object({ path: z.string() })).output(eventIterator(FileProgress)),
  },
} as const
