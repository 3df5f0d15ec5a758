// Parameters and results of the vector worker's calls.

/** Nearer vectors have a greater cosine and dot product, and a smaller Euclidean distance. */
export type Metric = 'cosine' | 'dot' | 'euclidean'

export interface MetricOptions {
  readonly metric: Metric
  /** Normalizes vectors to unit length first; then all three metrics order neighbors equally. */
  readonly normalize: boolean
}

export interface OpenedVectors {
  readonly dimensions: number
  /** In the order of the set, without rows that have no vector of this length. */
  readonly rowIds: Uint32Array
}

export interface VectorFacts {
  readonly dimensions: number
  /** L2 norm. */
  readonly norm: number
  readonly isUnitLength: boolean
  readonly min: number
  readonly max: number
  readonly mean: number
  /** Standard deviation of the numbers. */
  readonly deviation: number
  /** Bins of equal width from `min` to `max`; the last includes `max`. */
  readonly histogram: readonly number[]
}

export interface NormFacts {
  /** The number of vectors without unit length. */
  readonly notUnit: number
  /** Rows whose vector has only zeros: it has no direction, so they have no neighbors and are never one. */
  readonly zeroRowIds: readonly number[]
}

export interface PairFacts {
  readonly cosine: number
  readonly dot: number
  readonly euclidean: number
}

export interface Neighbor {
  readonly rowId: number
  /** In the requested metric. */
  readonly value: number
}

/** A row of the set, which is excluded from its own neighbors, or any vector with the set's dimensions. */
export type Origin = { readonly rowId: number } | { readonly vector: Float32Array | readonly number[] }

export interface SimilarityMatrix {
  readonly rowIds: Uint32Array
  /** `rowIds.length` squared, row by row; symmetric. */
  readonly values: Float32Array
}

export interface Clusters {
  readonly rowIds: Uint32Array
  /** For each row of `rowIds`, from 0: the largest cluster is 0. */
  readonly clusters: Uint16Array
}

export interface LayoutOptions {
  readonly method: 'pca' | 'umap'
  /** The same seed gives the same map. Not used for PCA. */
  readonly seed: number
  /** The number of neighbors for UMAP, 15 by default. Few show detail, many the overall structure. */
  readonly neighbors?: number
  /** The distance that UMAP keeps between neighbors, 0.1 by default. */
  readonly minDistance?: number
  readonly normalize?: boolean
}

export interface Layout {
  readonly rowIds: Uint32Array
  /** x and y of each row of `rowIds` in turn. */
  readonly points: Float32Array
  /** Shares of the total variance: one per axis (PCA), or one for all components used by UMAP. */
  readonly explained: readonly number[]
  /** UMAP: the neighbors really used, including the point itself; 0 if there are too few points for UMAP. */
  readonly neighbors?: number
}

/** For each row of `rowIds` in turn, its `k` nearest among them, as positions in `rowIds`. */
export interface NearestTable {
  readonly k: number
  readonly nearest: Uint32Array
}

export interface Overlaps {
  /** For each row the share of its `k` nearest that stayed, from 0 to 1. */
  readonly overlaps: Float32Array
  readonly mean: number
  /** The number of rows with 0, 1, … `k` neighbors that stayed. */
  readonly histogram: readonly number[]
}
