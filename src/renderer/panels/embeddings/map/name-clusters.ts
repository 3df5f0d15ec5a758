// Names clusters by the words that set their texts apart from those of the others.

/** Texts per cluster that are read: enough for stable names, and fast for large sets. */
const maxTexts = 400
const wordsPerName = 3
/** How much more frequent a word must be in a cluster than elsewhere. */
const minRatio = 1.5
/** Scripts without spaces between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

/**
 * Returns a name for each cluster, such as `bread, oven, dough`; `Cluster 2` if no word is distinctive. A word counts by
 * the share of the cluster’s texts that have it, times the logarithm of how much more frequent it is there than elsewhere.
 */
export function nameClusters(texts: readonly string[], clusters: ArrayLike<number>): string[] {
  const found = countWords(texts, clusters)
  const total = found.reduce((sum, { texts: read }) => sum + read, 0)
  const inAll = new Map<string, number>()
  for (const { counts } of found)
    for (const [word, count] of counts) inAll.set(word, (inAll.get(word) ?? 0) + count)
  const used = new Map<string, number>()
  return found.map(({ counts, texts: read }, cluster) => {
    const scored = [...counts].flatMap(([word, count]) => {
      // A word of a single text says little about a cluster of several.
      if (count < Math.min(2, read)) return []
      const share = (count + 0.5) / (read + 1)
      const elsewhere = ((inAll.get(word) ?? count) - count + 0.5) / (total - read + 1)
      const ratio = share / elsewhere
      return ratio > minRatio ? [{ word, score: share * Math.log(ratio) }] : []
    })
    scored.sort((one, other) => other.score - one.score || (one.word < other.word ? -1 : 1))
    const name = selectWords(scored.map(({ word }) => word)).join(', ') || `Cluster ${cluster + 1}`
    const times = (used.get(name) ?? 0) + 1
    used.set(name, times)
    return times === 1 ? name : `${name} (${times})`
  })
}

interface WordCounts {
  /** The number of texts with each word. */
  readonly counts: Map<string, number>
  texts: number
}

function countWords(texts: readonly string[], clusters: ArrayLike<number>): WordCounts[] {
  const members: number[][] = []
  for (let at = 0; at < texts.length; at += 1) {
    const cluster = clusters[at] ?? 0
    members[cluster] ??= []
    members[cluster]?.push(at)
  }
  return Array.from(members, (indices = []) => {
    const counted: WordCounts = { counts: new Map(), texts: 0 }
    const step = Math.max(1, indices.length / maxTexts)
    for (let at = 0; at < indices.length; at += step) {
      counted.texts += 1
      for (const word of new Set(splitWords(texts[indices[Math.floor(at)] ?? 0] ?? '')))
        counted.counts.set(word, (counted.counts.get(word) ?? 0) + 1)
    }
    return counted
  })
}

function splitWords(text: string): string[] {
  const lower = text.toLowerCase()
  if (!unspaced.test(lower)) return lower.match(/\p{L}[\p{L}\p{N}’'-]+/gu) ?? []
  const segments = [...new Intl.Segmenter(undefined, { granularity: 'word' }).segment(lower)]
  return segments.filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment)
}

/** Leaves out other forms of a word: `sail` and `sails`. */
function selectWords(words: readonly string[]): string[] {
  const selected: string[] = []
  for (const word of words) {
    if (selected.length === wordsPerName) break
    const isForm = selected.some((other) => other.startsWith(word) || word.startsWith(other))
    if (!isForm) selected.push(word)
  }
  return selected
}
