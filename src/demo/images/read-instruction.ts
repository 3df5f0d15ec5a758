// Reads an editing instruction into the edits it asks for.
import { colorNames, findColors } from './color'
import * as edits from './edits'

export interface NamedEdit {
  /** "turned black and white": what the picture was. */
  readonly done: string
  readonly edit: edits.Edit
}

// biome-ignore format: a table
const rules: readonly (NamedEdit & { readonly words: RegExp })[] = [
  { done: 'turned black and white', edit: edits.grayscale, words: /\b(?:gr[ae]y ?scale|black[ -](?:and|&)[ -]white|monochrome|desaturate|b&w)\b/ },
  { done: 'toned sepia', edit: edits.sepia, words: /\b(?:sepia|vintage|old photo|antique|retro)\b/ },
  { done: 'inverted', edit: edits.invert, words: /\b(?:invert|negative)\b/ },
  { done: 'brightened', edit: edits.expose(1.3), words: /\b(?:brighter|brighten|lighten|lighter|overexpose|more light)\b/ },
  { done: 'darkened', edit: edits.expose(0.62), words: /\b(?:darker|darken|dim|less light|underexpose)\b/ },
  { done: 'put into night', edit: edits.nightfall, words: /\b(?:night|moonlight)\b/ },
  { done: 'warmed', edit: edits.tint([244, 160, 90], 0.4), words: /\b(?:sunset|dusk|golden hour|warm(?:er)?)\b/ },
  { done: 'cooled', edit: edits.tint([110, 160, 220], 0.4), words: /\b(?:cool(?:er)?|cold(?:er)?|winter)\b/ },
  { done: 'given more contrast', edit: edits.changeContrast(1.45), words: /\b(?:more contrast|higher contrast|increase (?:the )?contrast|contrasty|dramatic)\b/ },
  { done: 'given less contrast', edit: edits.changeContrast(0.65), words: /\b(?:less contrast|lower contrast|soft(?:er|en)|faded?)\b/ },
  { done: 'made more vivid', edit: edits.saturate(1.7), words: /\b(?:vivid|vibrant|saturate[d]?|colou?rful|pop)\b/ },
  { done: 'muted', edit: edits.saturate(0.45), words: /\b(?:muted|pale|less colou?r)\b/ },
  { done: 'blurred', edit: edits.blur, words: /\b(?:blur(?:red|ry)?|out of focus|dreamy)\b/ },
  { done: 'pixelated', edit: edits.pixelate, words: /\b(?:pixelate[d]?|pixel art|8-?bit|mosaic)\b/ },
  { done: 'reduced to few colors', edit: edits.posterize(4), words: /\b(?:poster(?:ize|ise)?[d]?|comic|cartoon|flat colou?rs?|screen ?print)\b/ },
  { done: 'flipped upside down', edit: edits.flip, words: /\b(?:flip\w* (?:it )?(?:vertical\w*|upside)|vertical(?:ly)? flip\w*)\b/ },
  { done: 'turned by 180 degrees', edit: edits.rotateHalf, words: /\b(?:upside down|rotate\w* (?:it |the \w+ )?(?:by )?180|180 degrees)\b/ },
  { done: 'turned left', edit: edits.rotateLeft, words: /\b(?:rotate\w*|turn)\b[^.]*\b(?:left|counter-?clockwise|anti-?clockwise|270)\b/ },
  { done: 'turned right', edit: edits.rotateRight, words: /\b(?:rotate\w*)\b(?![^.]*\b(?:left|counter-?clockwise|anti-?clockwise|270|180)\b)|\bturn (?:it )?(?:right|clockwise)\b/ },
  { done: 'mirrored', edit: edits.mirror, words: /\b(?:mirror\w*|flip\w*(?! (?:it )?(?:vertical|upside)))\b/ },
  { done: 'cropped to a square', edit: edits.cropSquare, words: /\b(?:crop|cut)\b[^.]*\b(?:square|centre|center)\b|\bsquare crop\b|\bcrop\b/ },
]

/** None: the instruction names nothing the demo can do. */
export function readEdits(instruction: string): NamedEdit[] {
  const text = instruction.toLowerCase()
  const found = rules.filter(({ words }) => words.test(text))
  return [...found, ...readColorEdit(text, found.length > 0)]
}

function readColorEdit(text: string, otherwise: boolean): NamedEdit[] {
  const plain = text.replace(/black[ -](?:and|&)[ -]white/g, '')
  const [color] = findColors(plain)
  const name = [...colorNames.keys()].find((word) => new RegExp(`\\b${word}\\b`).test(plain))
  if (!color || name === undefined || (otherwise && !/\b(?:background|tint|colou?r)\b/.test(text))) return []
  if (/\b(?:background|backdrop|sky|behind)\b/.test(text)) {
    return [{ done: `given a ${name} background`, edit: edits.paintBackground(color) }]
  }
  return [{ done: `tinted ${name}`, edit: edits.tint(color) }]
}
