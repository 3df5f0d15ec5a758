// Long work that can be canceled, such as an export: a toast shows its progress, also while another panel is open.
import { toast } from 'sonner'
import { create } from 'zustand'
import { formatBytes, formatCount } from '../components/format'
import { ProgressBar } from '../components/ProgressBar'

type TransferKind =
  | 'archive'
  | 'chats'
  | 'items'
  | 'media folder'
  | 'requests'
  | 'set'
  | 'texts'
  | 'transcripts'
  | 'vectors'

/** The title of each one that is running. */
export const useTransfers = create<Readonly<Partial<Record<TransferKind, string>>>>()(() => ({}))

/** The result ends the transfer. */
type Step<Result> = { readonly done: Result } | { readonly percent: number; readonly text: string }

interface Transfer<Event, Result> {
  readonly kind: TransferKind
  /** Such as `Exporting 3 items`. */
  readonly title: string
  readonly start: (options: { readonly signal: AbortSignal }) => Promise<AsyncIterable<Event>>
  readonly read: (event: Event) => Step<Result>
  /** The message after the user has canceled it. */
  readonly canceled: string
}

/** Shorter ones need no toast. */
const slowMs = 400

/** Resolves to undefined if it was canceled. Throws if one of its kind is running. */
export async function runTransfer<Event, Result>(
  transfer: Transfer<Event, Result>,
): Promise<Result | undefined> {
  const { kind, title, start, read, canceled } = transfer
  const running = useTransfers.getState()[kind]
  if (running !== undefined)
    throw new Error(`${running} is still in progress. Wait for it to finish, or cancel it.`)
  const controller = new AbortController()
  const { signal } = controller
  const id = crypto.randomUUID()
  let latest = { percent: 0, text: '' }
  let timer: ReturnType<typeof setTimeout> | undefined
  let isShown = false
  const show = () => {
    isShown = true
    toast.loading(title, {
      id,
      description: (
        // The toasts are a live region, which would read each change of the progress.
        <span aria-live="off" className="mt-1 flex flex-col gap-1.5 tabular-nums">
          {latest.text}
          <ProgressBar label={title} percent={latest.percent} className="h-1.5 w-48" />
        </span>
      ),
      action: { label: 'Cancel', onClick: () => controller.abort() },
      closeButton: false,
      dismissible: false,
    })
  }
  useTransfers.setState({ [kind]: title })
  try {
    for await (const event of await start({ signal })) {
      const step = read(event)
      if ('done' in step) return step.done
      latest = step
      if (signal.aborted) continue
      if (isShown) show()
      // Before its first event, the user may still be choosing a file.
      else timer ??= setTimeout(show, slowMs)
    }
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    clearTimeout(timer)
    toast.dismiss(id)
    useTransfers.setState({ [kind]: undefined })
  }
  if (signal.aborted) toast(canceled)
  return undefined
}

/** `share` is from 0 to 1. */
export function toShareStep(share: number) {
  return { percent: Math.round(share * 100), text: `${Math.floor(share * 100)}%` }
}

interface FileProgress {
  readonly files: number
  readonly totalFiles: number
  readonly bytes: number
  readonly totalBytes: number
}

/** For copied files. The bar counts bytes, or files if none are counted; more may have been added since then. */
export function toFileStep({ files, totalFiles, bytes, totalBytes }: FileProgress) {
  const share = totalBytes > 0 ? bytes / totalBytes : totalFiles > 0 ? files / totalFiles : 0
  const size = totalBytes > 0 && `${formatBytes(bytes)} of ${formatBytes(totalBytes)}`
  const count = `${formatCount(files)} of ${formatCount(totalFiles)} files`
  return { percent: Math.min(100, Math.round(share * 100)), text: [count, size].filter(Boolean).join(', ') }
}
