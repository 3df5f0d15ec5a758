// Reads an editing instruction into the edits it asks for.
import { colorNames, findColors } from './color'
import * as edits from './edits'

export interface NamedEdit {
  /** "turned black and white": what the picture was. */
  readonly done: string
  readonly edit: edits.Edit
}

const rules: readonly (readonly [RegExp, string, edits.Edit])[] = [
  [
    /\b(?:gr[ae]y ?scale|black[ -](?:and|&)[ -]white|monochrome|desaturate|b&w)\b/,
    'turned black and white',
    edits.grayscale,
  ],
  [/\b(?:sepia|vintage|old photo|antique|retro)\b/, 'toned sepia', edits.sepia],
  [/\b(?:invert|negative)\b/, 'inverted', edits.invert],
  [/\b(?:brighter|brighten|lighten|lighter|overexpose|more light)\b/, 'brightened', edits.expose(1.3)],
  [/\b(?:darker|darken|dim|less light|underexpose)\b/, 'darkened', edits.expose(0.62)],
  [
    /\b(?:night|moonlight)\b/,
    'put into night',
    async (pixels, maybeYield) =>
      edits.tint([58, 84, 150], 0.7)(await edits.expose(0.55)(pixels, maybeYield), maybeYield),
  ],
  [/\b(?:sunset|dusk|golden hour|warm(?:er)?)\b/, 'warmed', edits.tint([244, 160, 90], 0.4)],
  [/\b(?:cool(?:er)?|cold(?:er)?|winter)\b/, 'cooled', edits.tint([110, 160, 220], 0.4)],
  [
    /\b(?:more contrast|higher contrast|increase (?:the )?contrast|contrasty|dramatic)\b/,
    'given more contrast',
    edits.changeContrast(1.45),
  ],
  [
    /\b(?:less contrast|lower contrast|soft(?:er|en)|faded?)\b/,
    'given less contrast',
    edits.changeContrast(0.65),
  ],
  [/\b(?:vivid|vibrant|saturate[d]?|colou?rful|pop)\b/, 'made more vivid', edits.saturate(1.7)],
  [/\b(?:muted|pale|less colou?r)\b/, 'muted', edits.saturate(0.45)],
  [/\b(?:blur(?:red|ry)?|out of focus|dreamy)\b/, 'blurred', edits.blur],
  [/\b(?:pixelate[d]?|pixel art|8-?bit|mosaic)\b/, 'pixelated', edits.pixelate],
  [
    /\b(?:poster(?:ize|ise)?[d]?|comic|cartoon|flat colou?rs?|screen ?print)\b/,
    'reduced to few colors',
    edits.posterize(4),
  ],
  [
    /\b(?:flip\w* (?:it )?(?:vertical\w*|upside)|vertical(?:ly)? flip\w*)\b/,
    'flipped upside down',
    edits.flip,
  ],
  [
    /\b(?:upside down|rotate\w* (?:it |the \w+ )?(?:by )?180|180 degrees)\b/,
    'turned by 180 degrees',
    edits.rotateHalf,
  ],
  [
    /\b(?:rotate\w*|turn)\b[^.]*\b(?:left|counter-?clockwise|anti-?clockwise|270)\b/,
    'turned left',
    edits.rotateLeft,
  ],
  [
    /\b(?:rotate\w*)\b(?![^.]*\b(?:left|counter-?clockwise|anti-?clockwise|270|180)\b)|\bturn (?:it )?(?:right|clockwise)\b/,
    'turned right',
    edits.rotateRight,
  ],
  [/\b(?:mirror\w*|flip\w*(?! (?:it )?(?:vertical|upside)))\b/, 'mirrored', edits.mirror],
  [
    /\b(?:crop|cut)\b[^.]*\b(?:square|centre|center)\b|\bsquare crop\b|\bcrop\b/,
    'cropped to a square',
    edits.cropSquare,
  ],
]

/** None: the instruction names nothing the demo can do. */
export function readEdits(instruction: string): NamedEdit[] {
  const text = instruction.toLowerCase()
  const found = rules.flatMap(([pattern, done, edit]) => (pattern.test(text) ? [{ done, edit }] : []))
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
