// The colours of the map's points: by what they are coloured, and which of them stand out.
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { EmbeddingRow } from '#shared/schemas/embedding-set'
import { useMediaQuery } from '../../../components/use-media-query'
import { useSettled } from '../../../components/use-settled'
import { useWork } from '../inspect/use-work'
import { useEmbeddingComparing } from '../state/embedding-comparing'
import type { Clusters, Waiting } from '../vectors/vector-calls'
import type { Vectors } from '../vectors/vectors'
import { readInks } from './colours'
import { findMatches } from './find-matches'
import { readColumn, useMapSettings } from './map-settings'
import type { Colouring } from './scene'
import { findStandingOut, type Tones, toneAlike, toneByCluster, toneByValues } from './tones'

/** In the order of the points. */
export type PointRows = readonly (EmbeddingRow | undefined)[]

interface Coloured {
  readonly tones: Tones
  /** Why there are no clusters, or that they are looked for; a sentence. */
  readonly problem: string | null
}

/** Until clusters are found all are alike. */
export function useTones(
  vectors: Vectors,
  rows: PointRows,
  { rowIds, columns }: { readonly rowIds: Uint32Array | null; readonly columns: readonly string[] },
): Coloured {
  const colourBy = useMapSettings((settings) => settings.colourBy)
  const wished = useSettled(
    useMapSettings((settings) => settings.clusters),
    300,
  )
  const normalise = useEmbeddingComparing((comparing) => comparing.normalise)
  const isByCluster = colourBy === 'cluster'
  const ask = useCallback(
    (waiting: Waiting) => vectors.clusters(wished, { seed: 1, normalise, ...waiting }),
    [vectors, wished, normalise],
  )
  const { answer, error, progress } = useWork(isByCluster ? ask : null)
  const column = columns.indexOf(readColumn(colourBy) ?? '')
  const tones = useMemo(() => {
    if (isByCluster && answer && rowIds) return toneByCluster(placeClusters(answer, rowIds))
    if (readColumn(colourBy) === null || column < 0) return toneAlike(rows.length)
    return toneByValues(rows.map((row) => row?.cells[column] ?? ''))
  }, [rows, rowIds, isByCluster, answer, colourBy, column])
  const looking = progress === null ? null : `Looking for clusters, ${Math.round(progress * 100)} %`
  return { tones, problem: isByCluster ? (error ?? looking) : null }
}

/** The two may have been asked of vectors that came one after the other. */
function placeClusters({ rowIds: known, clusters }: Clusters, rowIds: Uint32Array): Uint16Array {
  const places = new Map(Array.from(known, (rowId, index) => [rowId, index]))
  return Uint16Array.from(rowIds, (rowId) => clusters[places.get(rowId) ?? -1] ?? 0)
}

/** Milliseconds in which a word is typed. */
const typing = 150

/** Null where nothing is searched for. */
export function useMatches(rows: PointRows, typed: string): Uint8Array | null {
  const wanted = useSettled(typed.trim(), typing)
  const [matches, setMatches] = useState<Uint8Array | null>(null)
  useEffect(() => {
    if (wanted === '') return setMatches(null)
    const controller = new AbortController()
    const { signal } = controller
    findMatches({ rows, typed: wanted, signal }).then(
      (found) => !signal.aborted && setMatches(found),
      () => undefined,
    )
    return () => controller.abort()
  }, [rows, wanted])
  return matches?.length === rows.length ? matches : null
}

interface Wish {
  readonly tones: Tones
  readonly only: ReadonlySet<number>
  readonly matches: Uint8Array | null
  readonly picked: readonly number[] | null
}

export function useColouring({ tones, only, matches, picked }: Wish): Colouring {
  const isDark = useMediaQuery('(prefers-color-scheme: dark)')
  const inks = useMemo(() => readInks(isDark), [isDark])
  const pickable = useMemo(
    () => findStandingOut(tones.tones, { only, matches, picked: null }),
    [tones, only, matches],
  )
  const standsOut = useMemo(
    // A lasso around nothing leaves all as they were.
    () =>
      picked?.length
        ? findStandingOut(tones.tones, { only: new Set(), matches: pickable, picked })
        : pickable,
    [tones, pickable, picked],
  )
  return useMemo(() => {
    const { kind } = tones.legend
    return { tones: tones.tones, colours: inks[kind], standsOut, pickable, inks }
  }, [tones, standsOut, pickable, inks])
}
