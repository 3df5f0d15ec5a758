// Computes the layout for the current settings, cached per set of vectors.

import { useCallback, useMemo } from 'react'
import type { SavedMap } from '#shared/schemas/embedding-set'
import { desktop } from '../../../api/desktop'
import type { CallOptions } from '../../../api/worker-calls'
import { useDebounced } from '../../../components/use-debounced'
import { type Computation, useComputation } from '../inspect/ComputationStatus'
import { useEmbeddingComparison } from '../state/embedding-comparison'
import type { Layout, LayoutOptions } from '../vectors/vector-types'
import type { Vectors } from '../vectors/vectors'
import { useMapSettings } from './map-settings'

export interface LayoutResult {
  readonly options: LayoutOptions
  readonly layout: Layout
}

interface LayoutComputation extends Omit<Computation<unknown>, 'answer'> {
  readonly layoutResult: LayoutResult | null
}

/** Waits until a number has been typed. */
const debounceMs = 300

export function useLayout(setId: string, vectors: Vectors): LayoutComputation {
  const method = useMapSettings((settings) => settings.method)
  const seed = useMapSettings((settings) => settings.seed)
  const neighbours = useMapSettings((settings) => settings.neighbours)
  const normalise = useEmbeddingComparison((options) => options.normalise)
  const minDistance = useMapSettings((settings) => settings.minDistance)
  const numbers = useDebounced(
    useMemo(() => ({ seed, neighbours, minDistance }), [seed, neighbours, minDistance]),
    debounceMs,
  )
  const request = useCallback(
    async (callOptions: CallOptions) => {
      const options = { method, normalise, ...numbers }
      return {
        vectors,
        options,
        layout: await drawLayout(vectors, options, { ...callOptions, saved: savedMapsOf(setId) }),
      }
    },
    [setId, vectors, method, normalise, numbers],
  )
  const { answer, ...computation } = useComputation(request)
  // If rows were added or deleted, the previous map does not apply.
  const drawn = answer?.vectors === vectors ? answer : null
  const preview = usePreview(vectors, { isNeeded: method === 'umap' && !drawn, normalise })
  return { ...computation, layoutResult: drawn ?? preview }
}

/** The PCA, shown until UMAP has finished. */
function usePreview(
  vectors: Vectors,
  { isNeeded, normalise }: { readonly isNeeded: boolean; readonly normalise: boolean },
): LayoutResult | null {
  const request = useCallback(
    async (callOptions: CallOptions) => {
      const options = { method: 'pca', seed: 1, normalise } as const
      return { vectors, options, layout: await drawLayout(vectors, options, callOptions) }
    },
    [vectors, normalise],
  )
  const { answer } = useComputation(isNeeded ? request : null)
  return isNeeded && answer?.vectors === vectors ? answer : null
}

interface SavedMaps {
  readonly read: (key: string) => Promise<SavedMap | null>
  readonly save: (key: string, map: SavedMap) => Promise<void>
}

function savedMapsOf(id: string): SavedMaps {
  return {
    read: (key) => desktop.embeddings.readMap({ id, key }),
    save: (key, map) => desktop.embeddings.saveMap({ id, key, map }),
  }
}

const layouts = new WeakMap<Vectors, Map<string, Layout>>()
/** The number of layouts cached per set. */
const maxCached = 12

interface DrawOptions extends CallOptions {
  /** Stored UMAPs; without them, each is computed. */
  readonly saved?: SavedMaps
}

export async function drawLayout(
  vectors: Vectors,
  options: LayoutOptions,
  { saved, ...callOptions }: DrawOptions,
): Promise<Layout> {
  const cached = layouts.get(vectors) ?? new Map<string, Layout>()
  layouts.set(vectors, cached)
  // PCA depends only on normalization.
  const { method, seed, neighbours, minDistance, normalise } = options
  const umap = [method, seed, neighbours, minDistance, normalise]
  const key = JSON.stringify(method === 'pca' ? [method, normalise] : umap)
  const compute = () => vectors.call('layout', { ...options }, callOptions)
  const layout =
    cached.get(key) ??
    (await (saved && method === 'umap' ? loadOrCompute(vectors, { saved, key, compute }) : compute()))
  cached.delete(key)
  cached.set(key, layout)
  for (const oldest of [...cached.keys()].slice(0, -maxCached)) cached.delete(oldest)
  return layout
}

/** To be raised if the same settings give another map. */
const umapVersion = 1

interface LoadOptions {
  readonly saved: SavedMaps
  /** The settings of the map. */
  readonly key: string
  readonly compute: () => Promise<Layout>
}

/** If the files cannot be read or written, the map is computed each time. */
async function loadOrCompute(vectors: Vectors, { saved, key, compute }: LoadOptions): Promise<Layout> {
  const fullKey = JSON.stringify([umapVersion, await vectors.call('fingerprint', undefined), key])
  const found = await saved.read(fullKey).catch(() => null)
  const known = found && fromSaved(found)
  if (known) return known
  const layout = await compute()
  void saved.save(fullKey, toSaved(layout)).catch(() => undefined)
  return layout
}

function toSaved({ rowIds, points, ...facts }: Layout): SavedMap {
  return { ...facts, explained: [...facts.explained], rowIds: toBase64(rowIds), points: toBase64(points) }
}

/** Returns undefined if the parts do not fit together. */
function fromSaved({ rowIds, points, explained, neighbours }: SavedMap): Layout | undefined {
  const [ids, numbers] = [fromBase64(rowIds), fromBase64(points)]
  if (ids.byteLength % 4 !== 0 || numbers.byteLength !== 2 * ids.byteLength) return undefined
  return {
    rowIds: new Uint32Array(ids),
    points: new Float32Array(numbers),
    explained,
    ...(neighbours !== undefined && { neighbours }),
  }
}

/** Longer arguments would exceed the stack. */
const charsPerCall = 32_768

function toBase64({ buffer, byteOffset, byteLength }: Uint32Array | Float32Array): string {
  const bytes = new Uint8Array(buffer, byteOffset, byteLength)
  let text = ''
  for (let at = 0; at < bytes.length; at += charsPerCall)
    text += String.fromCharCode(...bytes.subarray(at, at + charsPerCall))
  return btoa(text)
}

function fromBase64(text: string): ArrayBuffer {
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0)).buffer
}
