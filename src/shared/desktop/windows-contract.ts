// The windows: what they can show, and what the main process sends to the page of one of them.
import { eventIterator, oc } from '@orpc/contract'
import { z } from 'zod'
import { commandIds } from '../commands/commands'
import { panelIds } from './panel-ids'

/** Something that a window can show: for notifications, and for links from one window to another. */
export const OpenItem = z.discriminatedUnion('type', [
  /** `tab`: of the Gateway panel. */
  z.object({ type: z.literal('panel'), panel: z.enum(panelIds), tab: z.string().optional() }),
  /** Null is a new chat. With a turn, it is scrolled into view. */
  z.object({ type: z.literal('chat'), conversationId: z.string().nullable(), turnId: z.string().optional() }),
  /** An image session, and its step. */
  z.object({
    type: z.literal('session'),
    conversationId: z.string().nullable(),
    turnId: z.string().optional(),
  }),
  /** A video, a transcription, or an embedding set. */
  z.object({
    type: z.literal('job'),
    panel: z.enum(['video', 'transcribe', 'embeddings']),
    jobId: z.string(),
  }),
  /** The search field of the panel. */
  z.object({ type: z.literal('search'), panel: z.enum(['chat', 'library']) }),
  /** The ID of a section of Settings, and the label of the setting that gets the focus. */
  z.object({ type: z.literal('settings'), section: z.string(), setting: z.string().optional() }),
])
export type OpenItem = z.infer<typeof OpenItem>

export const WindowEvent = z.discriminatedUnion('type', [
  /** A command of the page was chosen in the application menu. */
  z.object({ type: z.literal('command'), command: z.enum(commandIds) }),
  z.object({ type: z.literal('open'), item: OpenItem }),
  /** The zoom has changed; in percent. */
  z.object({ type: z.literal('zoom'), percent: z.number() }),
])
export type WindowEvent = z.infer<typeof WindowEvent>

export const windowsContract = {
  windows: {
    /** The events for the window of the page that calls. */
    events: oc.output(eventIterator(WindowEvent)),
    /** Shows the item in the window that has it, or else in the main window, which is opened if necessary. */
    show: oc.input(OpenItem).output(z.void()),
    /** In the main window, whatever other window has it. */
    showInMain: oc.input(OpenItem).output(z.void()),
    /** Opens a window that shows only this chat, or focuses the one that is open. */
    openChat: oc.input(z.object({ conversationId: z.string() })).output(z.void()),
  },
}
