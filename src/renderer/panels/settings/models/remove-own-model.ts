// Takes a model of the user's own away, with a way back.
import { toast } from 'sonner'
import type { OwnModel } from '#shared/schemas/own-model'
import type { Settings } from '#shared/schemas/settings'
import { describeError } from '../../../api/describe-error'
import { desktop } from '../../../api/desktop'
import { discardDraft } from '../state/settings-drafts'
import { putBack } from './put-back'

const tell = (error: unknown) => toast.error(describeError(error))

export async function removeOwnModel(model: OwnModel, settings: Settings): Promise<void> {
  try {
    await desktop.settings.update({ models: settings.models.filter(({ id }) => id !== model.id) })
    discardDraft(`model ${model.id}`)
    discardDraft(`alias ${model.id}`)
    toast(`${model.displayName || model.id} was removed.`, {
      action: { label: 'Undo', onClick: () => void bringBack(model, settings).catch(tell) },
    })
  } catch (error) {
    tell(error)
  }
}

/** Into what the settings are by then, in its old place; its alias comes back with it. */
async function bringBack(model: OwnModel, { models, aliases }: Settings): Promise<void> {
  const now = await desktop.settings.read()
  const own = aliases.filter(({ from }) => from === model.id)
  const others = now.aliases.filter(({ from }) => from !== model.id)
  await desktop.settings.update({ models: putBack(model, now.models, models), aliases: [...others, ...own] })
}
