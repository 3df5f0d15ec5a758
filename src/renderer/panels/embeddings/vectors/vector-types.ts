// What the calls of the vectors' worker take and return.

/** Cosine and dot product are greater for what is nearer, the Euclidean distance is smaller. */
export type Metric = 'cosine' | 'dot' | 'euclidean'

export interface MetricOptions {
  readonly metric: Metric
  /** Makes every vector of unit length first: then the three metrics put neighbors in one order. */
  readonly normalise: boolean
}

export interface OpenedVectors {
  readonly dimensions: number
  /** In the order of the set; rows without a vector of this length are left out. */
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
  /** Bins of one width from `min` to `max`; the last holds `max`. */
  readonly histogram: readonly number[]
}

export interface NormFacts {
  /** Vectors that are not of unit length. */
  readonly notUnit: number
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

/** A row of the set, which is then no neighbor of itself, or any vector of the set's length. */
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
  /** The same seed gives the same map. PCA needs none. */
  readonly seed: number
  /** The number of neighbors for UMAP, 15 by default. Few show detail, many the overall structure. */
  readonly neighbours?: number
  readonly normalise?: boolean
}

export interface Layout {
  readonly rowIds: Uint32Array
  /** x and y of each row of `rowIds` in turn. */
  readonly points: Float32Array
  /** Of the total variance, of each axis (PCA), or of all components that UMAP was given together. */
  readonly explained: readonly number[]
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
  /** Rows of which 0, 1, … `k` neighbors stayed. */
  readonly histogram: readonly number[]
}
