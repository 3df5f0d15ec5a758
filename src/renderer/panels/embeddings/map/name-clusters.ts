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
      const share = (count + 0.5) / (read + 1)
      const elsewhere = ((inAll.get(word) ?? count) - count + 0.5) / (total - read + 1)
      const ratio = share / elsewhere
      return ratio > minRatio ? [{ word, count, score: share * Math.log(ratio) }] : []
    })
    scored.sort((a, b) => b.score - a.score || b.word.length - a.word.length || (a.word < b.word ? -1 : 1))
    // A word of a single text says little about a cluster of several, but more than a number.
    const shared = scored.filter(({ count }) => count >= Math.min(2, read))
    const words = (shared.length > 0 ? shared : scored).map(({ word }) => word)
    const name = selectWords(words).join(', ') || `Cluster ${cluster + 1}`
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
  if (!unspaced.test(lower))
    return (lower.match(/\p{L}[\p{L}\p{N}’'-]+/gu) ?? []).filter(
      (word) => word.length > 2 && !isFunctionWord(word),
    )
  const segments = [...new Intl.Segmenter(undefined, { granularity: 'word' }).segment(lower)]
  return segments
    .filter(({ isWordLike, segment }) => isWordLike && !isFunctionWord(segment))
    .map(({ segment }) => segment)
}

/** In small clusters, words like these would seem distinctive: English, German, French, and Spanish. */
const functionWords = new Set(
  `about above after again against all also although always and another any are around because been before being below
  between both but can cannot could did does doing don't down during each either even every few for from further had has
  have having her here hers him his how into its itself just like many may might more most much must never not nor now
  off often once one only other our out over own per same she should since some such than that the their them then there
  these they this those though three through too toward two under until upon use used very was were what when where
  whether which while who whom whose why will with within without would yet you your
  aber als auch auf aus bei bin bis das dass dem den der des die doch durch ein eine einem einen einer eines für haben
  hat hatte ich ihr ihre ist kann kein keine mehr mit nach nicht noch nur oder ohne sehr sich sie sind über und uns
  unter vom von vor war waren was wenn werden wie wir wird zum zur
  aux avec ces cette comme dans des donc elle elles est été être ils les leur leurs mais nos notre nous ont par pas plus
  pour que qui sans ses son sont sous sur tout une vos votre vous
  como con cuando del desde donde ella ellos entre era eran esta este esto está fue han hasta las los más muy otra otro
  para pero por porque qué sin sobre son sus también tiene una uno unos y`.split(/\s+/),
)

function isFunctionWord(word: string): boolean {
  return functionWords.has(word.replace('’', "'"))
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
