// A row of the table of models, with its editors.
import { Pencil, Trash2 } from 'lucide-react'
import type { ModelSummary } from '#shared/desktop/models-contract'
import type { Settings } from '#shared/schemas/settings'
import { toastOutcome } from '../../../api/toast-outcome'
import { IconButton } from '../../../components/IconButton'
import { changeSettingsView, useSettingsView } from '../../../state/settings-view'
import { useReturnedFocus } from '../focus'
import { useSettingsDrafts } from '../settings-form'
import { toAliasForm } from './aliases'
import { CustomModelForm } from './CustomModelForm'
import { removeCustomModel } from './custom-models'
import { ModelButtons, ModelName } from './ModelCells'
import { AliasEditor, VendorId } from './VendorId'

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
