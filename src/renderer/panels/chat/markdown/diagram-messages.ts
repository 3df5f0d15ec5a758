// Messages between the page and the frame of a diagram, over a MessagePort.
import { z } from 'zod'

export type DiagramCommand =
  | { readonly do: 'draw'; readonly code: string; readonly isDark: boolean }
  | { readonly do: 'export'; readonly format: DiagramFormat }

export type DiagramRequest = DiagramCommand & { readonly id: number }

export type DiagramFormat = 'svg' | 'png'

const Size = z.object({ width: z.number().positive().max(1e6), height: z.number().positive().max(1e6) })
export type Size = z.infer<typeof Size>

export const DiagramResponse = z.discriminatedUnion('did', [
  z.object({ id: z.number(), did: z.literal('draw'), size: Size }),
  z.object({
    id: z.number(),
    did: z.literal('export'),
    file: z.union([z.string(), z.instanceof(ArrayBuffer)]),
  }),
  /** The message is Mermaid's own. */
  z.object({ id: z.number(), did: z.literal('fail'), message: z.string() }),
])
export type DiagramResponse = z.infer<typeof DiagramResponse>
