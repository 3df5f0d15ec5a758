// A row of the table of models: its name and buttons, and its provider model ID with an editor.

import { Eye, EyeOff, Pencil, RotateCcw, Star, Trash2 } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { toast } from 'sonner'
import type { ModelSummary } from '#shared/desktop/models-contract'
import type { Alias } from '#shared/schemas/model'
import type { Settings } from '#shared/schemas/settings'
import { describeError } from '../../../api/describe-error'
import { toastOutcome } from '../../../api/toast-outcome'
import { Badge } from '../../../components/Badge'
import { Button } from '../../../components/Button'
import { IconButton } from '../../../components/IconButton'
import { onEscape } from '../../../components/keyboard'
import { changeModelList } from '../../../models/use-models'
import { changeSettingsView, useSettingsView } from '../../../state/settings-view'
import { TextField } from '../FormParts'
import { useReturnedFocus } from '../focus'
import { useSettingsDrafts, useSettingsForm, useUpdateSettings } from '../settings-form'
import { changeAlias, describeVendorId, toAliasForm, toDefaultId, withoutPathPrefix } from './aliases'
import { CustomModelForm } from './CustomModelForm'
import { removeCustomModel } from './custom-models'

const cell = 'border-line border-t align-top'

export function ModelRow({ model, settings }: { model: ModelSummary; settings: Settings }) {
  const { id, kind, custom } = model
  const isOpened = useSettingsView(({ editedAlias }) => editedAlias === id)
  const hasDraft = useSettingsDrafts(({ drafts }) => toAliasForm(id) in drafts)
  const isEdited = useSettingsView(({ editedModel }) => editedModel === id)
  const saved = custom ? settings.models.find((each) => each.id === id) : undefined
  const edit = useReturnedFocus('closedModel', id)
  return (
    <>
      <tr className="group hover:bg-hover/50">
        <th scope="row" className={`${cell} py-1.5 pl-3 text-left font-normal`}>
          <ModelName model={model} settings={settings} />
        </th>
        <td className={`${cell} px-2 py-2 text-soft first-letter:uppercase`}>{kind}</td>
        <td className={`${cell} px-2 py-1.5`}>
          {isOpened || hasDraft ? (
            <AliasEditor model={model} aliases={settings.aliases} wasOpened={isOpened} />
          ) : (
            <VendorId model={model} aliases={settings.aliases} />
          )}
        </td>
        <td className={`${cell} py-1 pr-2`}>
          <ModelButtons id={id} settings={settings}>
            {saved && (
              <>
                <IconButton
                  ref={edit}
                  size="small"
                  label={`Edit ${id}`}
                  icon={Pencil}
                  onClick={() => changeSettingsView({ editedModel: id })}
                />
                <IconButton
                  size="small"
                  label={`Remove ${id}`}
                  icon={Trash2}
                  onClick={() => toastOutcome(removeCustomModel(saved, settings))}
                />
              </>
            )}
          </ModelButtons>
        </td>
      </tr>
      {isEdited && saved && (
        <tr>
          <td colSpan={4} className="p-3 pt-1">
            <CustomModelForm settings={settings} saved={saved} />
          </td>
        </tr>
      )}
    </>
  )
}

interface ModelNameProps {
  readonly model: ModelSummary
  readonly settings: Settings
  /** Below the name. */
  readonly children?: ReactNode
}

export function ModelName({ model: { id, displayName, custom }, settings, children }: ModelNameProps) {
  return (
    <span className="flex flex-col items-start">
      <span className="flex max-w-full flex-wrap items-center gap-x-2">
        <span className="font-medium text-base [overflow-wrap:anywhere]">{displayName}</span>
        {custom && <Badge tone="accent">Added by you</Badge>}
        {settings.hiddenModels.includes(id) && <Badge>Hidden</Badge>}
      </span>
      {displayName !== id && (
        <span className="selectable font-mono text-faint text-xs [overflow-wrap:anywhere]">{id}</span>
      )}
      {children}
    </span>
  )
}

interface ModelButtonsProps {
  readonly id: string
  readonly settings: Settings
  /** After the buttons that every model has. */
  readonly children?: ReactNode
}

export function ModelButtons({ id, settings, children }: ModelButtonsProps) {
  const isFavorite = settings.favoriteModels.includes(id)
  const isHidden = settings.hiddenModels.includes(id)
  return (
    <span className="flex justify-end">
      <IconButton
        size="small"
        label={isFavorite ? `Remove ${id} from favorites` : `Add ${id} to favorites`}
        icon={Star}
        className={isFavorite ? 'text-accent [&_svg]:fill-current' : undefined}
        onClick={() => changeModelList('favoriteModels', id, !isFavorite)}
      />
      <IconButton
        size="small"
        label={isHidden ? `Show ${id} in model lists` : `Hide ${id} from model lists`}
        icon={isHidden ? EyeOff : Eye}
        onClick={() => changeModelList('hiddenModels', id, !isHidden)}
      />
      {children}
    </span>
  )
}

const badgeTones = { quiet: 'quiet', warn: 'warn', own: 'accent' } as const

interface VendorIdProps {
  readonly model: ModelSummary
  readonly aliases: readonly Alias[]
}

/** Shows the id; pressed, it is edited. */
function VendorId({ model, aliases }: VendorIdProps) {
  const { id, vendorId, vendorIdBy } = model
  const { update } = useUpdateSettings()
  const button = useReturnedFocus('closedAlias', id)
  const description = describeVendorId(model, Date.now())
  const reset = () =>
    update(
      { aliases: changeAlias(aliases, { model: id, to: '' }) },
      {
        onSuccess: () => changeSettingsView({ closedAlias: id }),
        onError: (error) => toast.error(withoutPathPrefix(describeError(error))),
      },
    )
  return (
    <div className="flex items-start gap-1">
      <div className="flex min-w-0 flex-1 flex-col items-start gap-0.5">
        <button
          ref={button}
          type="button"
          aria-label={`Edit provider model ID for ${id}, currently ${vendorId}`}
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
        {description && <Badge tone={badgeTones[description.tone]}>{description.text}</Badge>}
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

interface AliasEditorProps extends VendorIdProps {
  /** By the user: the field takes the focus. */
  readonly wasOpened: boolean
}

function AliasEditor({ model: { id, vendorId }, aliases, wasOpened }: AliasEditorProps) {
  const fold = () => changeSettingsView({ editedAlias: null, closedAlias: id })
  const form = useSettingsForm({
    form: toAliasForm(id),
    saved: { to: aliases.find(({ from }) => from === id)?.to ?? vendorId },
    pathOf: () => 'aliases',
    toPatch: ({ to }) => ({ aliases: changeAlias(aliases, { model: id, to }) }),
    onSaved: fold,
  })
  const cancel = () => {
    form.discard()
    fold()
  }
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!wasOpened) return
    field.current?.select()
    field.current?.scrollIntoView({ block: 'nearest' })
  }, [wasOpened])
  return (
    <form onSubmit={form.submit} onKeyDown={onEscape(cancel)} noValidate>
      <TextField
        label={`Provider model ID for ${id}`}
        hint={`Leave empty to use ${toDefaultId(id)}.`}
        ref={field}
        className="h-7 font-mono text-sm"
        {...form.field('to')}
        actions={
          <>
            <Button size="small" type="submit" variant="primary" disabled={form.pending}>
              Save
            </Button>
            <Button size="small" variant="quiet" onClick={cancel}>
              Cancel
            </Button>
          </>
        }
      />
    </form>
  )
}
