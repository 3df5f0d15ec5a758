// Tests and finds providers, and lists the models of the selected one.
import type { ModelSummary } from '#shared/desktop/models-contract'
import { findRetirement, resolveModel } from '#shared/models/aliases'
import { catalog, commonRatios, type ModelEntry, withCustomModels } from '#shared/models/catalog'
import type { Settings } from '#shared/schemas/settings'
import { toUpstreamId } from '#shared/schemas/upstream'
import type { Application } from '../application'
import type { Functions } from './bind'
import type { DesktopHost } from './desktop-host'

export function createModelProcedures(
  { workspace, check, serverModels }: Application,
  host: DesktopHost,
): Pick<Functions, 'upstreams' | 'models'> {
  return {
    upstreams: {
      check: async ({ upstream }, signal) => {
        const report = await check(upstream, signal)
        // The test has shown which models there are now; an error of the list is in the list's own state.
        if (upstream === toUpstreamId(workspace.settings.read().upstream))
          void serverModels.refresh().catch(() => undefined)
        return report
      },
      detect: async (_, signal) => {
        const { detectServers, readLocalServers } = await import('../gateway-host/detect-servers')
        return await detectServers(readLocalServers(host.localServers), signal)
      },
    },
    models: {
      list: async () => {
        const list = await serverModels.list()
        if (!list) return { models: listCatalog(workspace.settings.read()), server: null }
        const { models, ...server } = list
        return { models: models.map(summarizeServed), server }
      },
      refresh: (_, signal) => serverModels.refresh(signal),
    },
  }
}

/** A model of the selected OpenAI-compatible server, or a name of the specification with the model that is sent for it. */
function summarizeServed(model: ModelEntry): ModelSummary {
  return {
    ...summarize(model),
    // The list does not say which models think; thoughts are shown if there are any.
    thinks: model.kind === 'text',
    // The gateway converts a ratio to the size in pixels that the server needs.
    aspectRatios: model.kind === 'image' ? [...commonRatios] : [],
    custom: model.isAdded === true,
    description: model.sentAs === undefined ? '' : model.description,
    isServed: model.sentAs === undefined,
    vendorId: model.sentAs ?? model.id,
    vendorIdBy: model.sentAs === undefined ? 'family' : 'alias',
  }
}

/** With the IDs that are sent to the vendor APIs. */
function listCatalog({ models, aliases }: Settings): ModelSummary[] {
  return withCustomModels(models).map((model, index) => {
    const { id: vendorId, by: vendorIdBy } = resolveModel(model.id, aliases)
    const retires = findRetirement(model.id)?.date ?? null
    return { ...summarize(model), custom: index >= catalog.length, vendorId, vendorIdBy, retires }
  })
}

function summarize({
  id,
  displayName,
  description,
  kind,
  thinks = false,
  inputTokenLimit,
  aspectRatios = [],
  imageSizes = [],
}: ModelEntry): Omit<ModelSummary, 'vendorId' | 'vendorIdBy'> {
  return {
    id,
    displayName,
    description,
    kind,
    thinks,
    inputTokenLimit: inputTokenLimit ?? null,
    aspectRatios: [...aspectRatios],
    imageSizes: [...imageSizes],
    custom: false,
    isServed: false,
    retires: null,
  }
}
