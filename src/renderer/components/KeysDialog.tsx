// A dialog that lists keys and what they do.
import { Dialog } from './Dialog'
import { Kbd } from './Kbd'

interface KeysDialogProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: string
  readonly description?: string
  /** `keys` as `Kbd` expects them. */
  readonly rows: readonly { readonly keys: readonly string[]; readonly does: string }[]
}

export function KeysDialog({ rows, ...dialog }: KeysDialogProps) {
  return (
    <Dialog {...dialog}>
      <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-2 overflow-y-auto px-5 pt-1 pb-5">
        {rows.map(({ keys, does }) => (
          <div key={does} className="contents">
            <dt className="text-soft">{does}</dt>
            <dd className="flex shrink-0 gap-1 justify-self-end">
              {keys.map((key) => (
                <Kbd key={key} keys={key} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
