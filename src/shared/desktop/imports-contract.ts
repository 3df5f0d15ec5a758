// The part of the desktop contract that imports chats, also those of other applications.
import { eventIterator, oc } from '@orpc/contract'
import { z } from 'zod'
import { ImportProgress, ImportReading, ImportTarget } from '../schemas/chat-import'

const byId = z.object({ id: z.string() })

export const importsContract = {
  /** Imports exported chats, and those of other applications. */
  imports: {
    /** Lets the user choose files. Null if the dialog was canceled. */
    choose: oc.output(byId.nullable()),
    /** Files that the user has opened with the application, from the file manager or the command line. */
    opened: oc.output(eventIterator(byId)),
    /**
     * Reads chosen, opened or dropped files; it closes those that were read before. Chats that this application has
     * exported are imported right away: an invalid file is rejected with the path of the problem. Chats of other
     * applications wait for `start`.
     */
    read: oc.input(byId).output(eventIterator(ImportReading)),
    /** Each chat is imported as a whole, or not at all. */
    start: oc
      .input(
        z.object({
          indexes: z.array(z.number().int().min(0)).min(1).max(100_000),
          target: ImportTarget,
          /** For chats whose own model is unknown here. */
          model: z.string().min(1),
        }),
      )
      .output(eventIterator(ImportProgress)),
    /** Ends `start` after the current chat. What is imported stays. */
    cancel: oc.output(z.void()),
    /** Frees the memory of the files that were read. */
    close: oc.output(z.void()),
  },
} as const
