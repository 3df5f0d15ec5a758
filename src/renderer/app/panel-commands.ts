// Handlers of the commands of all panels but Chat, of models and of the provider. Loaded while the page is idle.
import { Cpu } from 'lucide-react'
import type { PageCommandsOf } from '#shared/commands/commands'
import type { ModelSummary } from '#shared/desktop/models-contract'
import type { PanelId } from '#shared/desktop/panel-ids'
import { toUpstreamId } from '#shared/schemas/upstream'
import { desktop, queries } from '../api/desktop'
import { queryClient } from '../api/query-client'
import { checkUpstream } from '../connection/upstream-checks'
import { changeOpenModel, readOpenModel } from '../panels/chat/composer/open-prompt'
import { embeddingCommands } from '../panels/embeddings/commands'
import { changeEmbeddingModel, readEmbeddingModel } from '../panels/embeddings/state/embedding-actions'
import { gatewayCommands } from '../panels/gateway/commands'
import { changeImageModel, imageCommands, readImageModel } from '../panels/images/commands'
import { libraryCommands } from '../panels/library/commands'
import { transcribeCommands } from '../panels/transcribe/commands'
import { videoCommands } from '../panels/video/commands'
import type { CommandHandler, PaletteItem, PaletteStep } from '../state/command-handlers'
import { openPanel, useNavigation } from '../state/navigation'
import { openSettings } from '../state/settings-view'
import { transcriptionForm } from '../state/transcription-form'
import { videoForm } from '../state/video-form'
import { ownChat } from '../state/windows'

type PanelCommand =
  | Exclude<
      PageCommandsOf<'images' | 'video' | 'transcribe' | 'embeddings' | 'library' | 'gateway'>,
      'library.search'
    >
  | PageCommandsOf<'model' | 'provider' | 'updates'>

export const panelCommands: Readonly<Record<PanelCommand, CommandHandler>> = {
  ...imageCommands,
  ...videoCommands,
  ...transcribeCommands,
  ...embeddingCommands,
  ...libraryCommands,
  ...gatewayCommands,
  'model.use': { ask: askModel, isEnabled: () => useNavigation.getState().panel in panelModels },
  'provider.test': { run: testProvider },
  'updates.check': {
    run: () => {
      openSettings('about')
      return desktop.updates.check()
    },
    isEnabled: () => queryClient.getQueryData(queries.updates.read.queryKey())?.hasFeed ?? false,
  },
}

interface PanelModels {
  readonly kinds: readonly ModelSummary['kind'][]
  readonly read: () => string | undefined
  readonly change: (id: string) => unknown
}

/** The model of the next request of each panel. */
const panelModels: Readonly<Partial<Record<PanelId, PanelModels>>> = {
  chat: { kinds: ['text', 'image'], read: readOpenModel, change: changeOpenModel },
  images: { kinds: ['image'], read: readImageModel, change: changeImageModel },
  video: {
    kinds: ['video'],
    read: () => videoForm.read().model,
    change: (model) => videoForm.change({ model }),
  },
  transcribe: {
    kinds: ['transcription'],
    read: () => transcriptionForm.read().model,
    change: (model) => transcriptionForm.change({ model }),
  },
  embeddings: { kinds: ['embedding'], read: readEmbeddingModel, change: changeEmbeddingModel },
}

function askModel(): PaletteStep {
  const models = panelModels[useNavigation.getState().panel]
  return {
    title: 'Use model',
    placeholder: 'Choose a model',
    list: async () => {
      const [{ models: all }, { hiddenModels }] = await Promise.all([
        queryClient.fetchQuery(queries.models.list.queryOptions()),
        queryClient.fetchQuery(queries.settings.read.queryOptions()),
      ])
      return all
        .filter(({ id, kind }) => models?.kinds.includes(kind) && !hiddenModels.includes(id))
        .map((model) => ({
          ...toModelItem(model),
          isChecked: models?.read() === model.id,
          run: () => models?.change(model.id),
        }))
    },
  }
}

const panelOfKind = {
  text: 'chat',
  image: 'images',
  video: 'video',
  transcription: 'transcribe',
  embedding: 'embeddings',
} as const satisfies Readonly<Record<ModelSummary['kind'], PanelId>>

/** Each uses the model for the next request of its panel, and opens the panel. */
export async function listModelItems(): Promise<PaletteItem[]> {
  const { models } = await queryClient.fetchQuery(queries.models.list.queryOptions())
  const usable =
    ownChat === null ? models : models.filter(({ kind }) => panelModels.chat?.kinds.includes(kind))
  return usable.map((model) => ({
    ...toModelItem(model),
    title: `Use ${model.displayName}`,
    run: () => {
      // A model of images can also be used in the chat that is open.
      const { panel } = useNavigation.getState()
      const target = panelModels[panel]?.kinds.includes(model.kind) ? panel : panelOfKind[model.kind]
      openPanel(target)
      return panelModels[target]?.change(model.id)
    },
  }))
}

function toModelItem({ id, displayName }: ModelSummary) {
  return { id: `model ${id}`, title: displayName, icon: Cpu, words: `${id} model`, hint: id }
}

async function testProvider() {
  const settings = await queryClient.fetchQuery(queries.settings.read.queryOptions())
  openSettings('upstream')
  await checkUpstream(toUpstreamId(settings.upstream), settings)
}
