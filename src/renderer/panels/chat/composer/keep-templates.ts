// What is done with kept templates; what went wrong, and the way back, are told in a toast.
import { toast } from 'sonner'
import type { PromptTemplate } from '#shared/schemas/shelf'
import { describeError } from '../../../api/describe-error'
import { desktop, queries } from '../../../api/desktop'
import { queryClient } from '../../../api/query-client'
import type { TemplateDraft } from './composer-dialog'

/** Rejects where it cannot be kept. */
export async function keepTemplate({ id, name, text }: TemplateDraft): Promise<void> {
  await desktop.templates.keep({ ...(id ? { id } : {}), name, text })
  await askAgain()
}

export async function deleteTemplate({ id, name }: PromptTemplate): Promise<void> {
  const restore = async () => {
    await desktop.templates.restore({ id })
    await askAgain()
  }
  await orTell(async () => {
    await desktop.templates.delete({ id })
    await askAgain()
    toast(`“${name}” was deleted.`, { action: { label: 'Undo', onClick: () => void orTell(restore) } })
  })
}

export async function exportTemplate({ id, name }: PromptTemplate): Promise<void> {
  await orTell(async () => {
    const { path } = await desktop.templates.export({ id })
    if (path) toast(`“${name}” was saved.`, { description: path })
  })
}

export async function importTemplate(): Promise<void> {
  await orTell(async () => {
    const imported = await desktop.templates.import()
    await askAgain()
    if (imported) toast(`“${imported.name}” was imported.`)
  })
}

async function askAgain() {
  await queryClient.invalidateQueries({ queryKey: queries.templates.list.key() })
}

async function orTell(work: () => Promise<void>) {
  try {
    await work()
  } catch (error) {
    toast.error(describeError(error))
  }
}
