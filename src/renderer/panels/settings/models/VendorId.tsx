// A model's id at the vendor and how it came by it; a click edits it.
import { Pencil, RotateCcw } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { toast } from 'sonner'
import type { ModelSummary } from '#shared/desktop/contract'
import type { Alias } from '#shared/schemas/own-model'
import { describeError } from '../../../api/describe-error'
import { Badge } from '../../../components/Badge'
import { IconButton } from '../../../components/IconButton'
import { changeSettingsView, useSettingsView } from '../../../state/settings-view'
import { useUpdateSettings } from '../use-update-settings'
import { changeAlias, toDefaultId, withoutPlace } from './alias-changes'
import { describeVendorId } from './describe-vendor-id'

const badgeTones = { quiet: 'quiet', warn: 'warn', own: 'accent' } as const

/** Names the draft of a model's edited id. */
export function toAliasForm(model: string): string {
  return `alias ${model}`
}

interface VendorIdProps {
  readonly model: ModelSummary
  readonly aliases: readonly Alias[]
}

export function VendorId({ model, aliases }: VendorIdProps) {
  const { id, vendorId, vendorIdBy } = model
  const { update } = useUpdateSettings()
  const button = useRef<HTMLButtonElement>(null)
  const isClosed = useSettingsView(({ closedAlias }) => closedAlias === id)
  useEffect(() => {
    if (!isClosed) return
    button.current?.focus()
    changeSettingsView({ closedAlias: null })
  }, [isClosed])
  const description = describeVendorId(model, Date.now())
  const reset = () =>
    update(
      { aliases: changeAlias(aliases, { model: id, to: '' }) },
      {
        onSuccess: () => changeSettingsView({ closedAlias: id }),
        onError: (error) => toast.error(withoutPlace(describeError(error))),
      },
    )
  return (
    <div className="flex items-start gap-1">
      <div className="flex min-w-0 flex-1 flex-col items-start gap-0.5">
        <button
          ref={button}
          type="button"
          aria-label={`Edit what ${id} is at the vendor, now ${vendorId}`}
          onClick={() => changeSettingsView({ editedAlias: id })}
          className="group/id -ml-1.5 flex max-w-full items-center gap-1.5 rounded-md px-1.5 py-0.5 text-left hover:bg-hover"
        >
          <span className="font-mono [overflow-wrap:anywhere]">{vendorId}</span>
          <Pencil
            size={12}
            aria-hidden="true"
            className="shrink-0 text-faint opacity-0 group-hover:opacity-100 group-focus-visible/id:opacity-100"
          />
        </button>
        {description && <Badge tone={badgeTones[description.tone]}>{description.words}</Badge>}
      </div>
      {vendorIdBy === 'alias' && (
        <IconButton
          size="small"
          label={`Reset ${id} to ${toDefaultId(id)}`}
          icon={RotateCcw}
          onClick={reset}
        />
      )}
    </div>
  )
}
