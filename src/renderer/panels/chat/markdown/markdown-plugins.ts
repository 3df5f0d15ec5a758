// How a block becomes a tree: what is read in it, what is let through, and what is set into it.
import remarkMath from 'remark-math'
import { defaultRehypePlugins, defaultRemarkPlugins, type StreamdownProps } from 'streamdown'
import { finishMaths } from './finish-maths'
import { type PlacedCitation, placeCitations } from './place-citations'
import { placeFootnotes } from './place-footnotes'

type RemarkPlugins = NonNullable<StreamdownProps['remarkPlugins']>
type RehypePlugins = NonNullable<StreamdownProps['rehypePlugins']>

/** Each comes with its options. */
const [gfm] = [defaultRemarkPlugins.gfm].flat()
const [sanitize, schema] = [defaultRehypePlugins.sanitize].flat()

/** Pictures may hold their bytes or be kept ones; `MarkdownImage` decides what is shown. */
const pictureSchemes = ['https', 'http', 'data', 'media', 'streamdown']

// The plugins' types are for whole processors; each is given the tree and the options it is written for.
const safePlugins = [
  [sanitize, { ...schema, protocols: { ...schema.protocols, src: pictureSchemes } }],
  defaultRehypePlugins.harden,
] as RehypePlugins
const htmlPlugins = [defaultRehypePlugins.raw, ...safePlugins] as RehypePlugins

/** Reading HTML takes as long as all the rest: it is left out where there is none. */
export function toRehypePlugins(text: string): RehypePlugins {
  return text.includes('<') ? htmlPlugins : safePlugins
}

/** Citations are set first: their places are those of the text as it was parsed. */
export function toRemarkPlugins(
  labels: readonly string[],
  citations: readonly PlacedCitation[],
): RemarkPlugins {
  const plugins = [
    // `20~25` is no deletion.
    [gfm, { singleTilde: false }],
    remarkMath,
    ...(citations.length ? [[placeCitations, { citations }]] : []),
    [placeFootnotes, { labels }],
    finishMaths,
  ]
  // As above.
  return plugins as RemarkPlugins
}
