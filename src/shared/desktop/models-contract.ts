// The providers and their models.
import { oc } from '@orpc/contract'
import { z } from 'zod'
import { modelKinds } from '../schemas/model'
import { serverNames, UpstreamReport } from '../schemas/upstream'

export const ModelSummary = z.object({
  id: z.string(),
  displayName: z.string(),
  description: z.string(),
  kind: z.enum(modelKinds),
  thinks: z.boolean(),
  /** The context window in tokens; null if it is unknown. */
  inputTokenLimit: z.number().nullable(),
  aspectRatios: z.array(z.string()),
  imageSizes: z.array(z.string()),
  /** Added by the user; at an OpenAI-compatible server, one that it does not list. */
  custom: z.boolean(),
  /** The selected OpenAI-compatible server has it, under this ID. */
  isServed: z.boolean(),
  /** The model ID sent to the selected OpenAI-compatible server, else to the vendor APIs, even if they are not selected. */
  vendorId: z.string(),
  vendorIdBy: z.enum(['alias', 'retirement', 'family']),
  /** The id's last day at the vendor, ISO 8601; null if none is known. */
  retires: z.string().nullable(),
})
export type ModelSummary = z.infer<typeof ModelSummary>

/** The state of the list of models of the selected OpenAI-compatible server. */
export const ServerModelsState = z.object({
  /** The ID of its profile. */
  profile: z.string(),
  /** When it last listed its models, in milliseconds since the epoch; null if it has not. */
  listedAt: z.number().nullable(),
  /** Why the last request for the list failed; null if it did not. */
  problem: z.string().nullable(),
})
export type ServerModelsState = z.infer<typeof ServerModelsState>

/** The models of the selected provider. */
export const ModelList = z.object({
  /** The catalog and the custom models; with an OpenAI-compatible server, its models and those that are sent as one. */
  models: z.array(ModelSummary),
  /** Null unless an OpenAI-compatible server is selected. */
  server: ServerModelsState.nullable(),
})
export type ModelList = z.infer<typeof ModelList>

/** An OpenAI-compatible server that answers on this computer. */
export const DetectedServer = z.object({
  server: z.enum(serverNames),
  baseUrl: z.string(),
  /** IDs of its models; empty if it has none yet. */
  models: z.array(z.string()),
  /** It lists its models only with a key. */
  needsKey: z.boolean(),
})
export type DetectedServer = z.infer<typeof DetectedServer>

export const modelsContract = {
  upstreams: {
    /** Sends a minimal request to each part of an upstream in the settings: `demo`, `vendor` or a profile's id. */
    check: oc.input(z.object({ upstream: z.string() })).output(UpstreamReport),
    /** Finds the OpenAI-compatible servers that answer on the usual ports of this computer. */
    detect: oc.output(z.array(DetectedServer)),
  },
  models: {
    list: oc.output(ModelList),
    /**
     * Requests the list of the selected server again. Rejects with its error; `list` then has the last models known.
     * Aborting cancels the request.
     */
    refresh: oc.output(z.void()),
  },
}
