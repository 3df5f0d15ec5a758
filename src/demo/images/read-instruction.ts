// Reads an editing instruction into the edits it asks for.
import { colorWords, findColors } from './color'
import * as edits from './edits'

export interface NamedEdit {
  /** "turned black and white": what the picture was. */
  readonly done: string
  readonly edit: edits.Edit
}

interface Rule {
  readonly pattern: RegExp
  readonly done: string
  readonly edit: edits.Edit
}

const rules: readonly Rule[] = [
  {
    pattern: /\b(?:gr[ae]y ?scale|black[ -](?:and|&)[ -]white|monochrome|desaturate|b&w)\b/,
    done: 'turned black and white',
    edit: edits.grayscale,
  },
  { pattern: /\b(?:sepia|vintage|old photo|antique|retro)\b/, done: 'toned sepia', edit: edits.sepia },
  { pattern: /\b(?:invert|negative)\b/, done: 'inverted', edit: edits.invert },
  {
    pattern: /\b(?:brighter|brighten|lighten|lighter|overexpose|more light)\b/,
    done: 'brightened',
    edit: edits.expose(1.3),
  },
  { pattern: /\b(?:darker|darken|dim|less light|underexpose)\b/, done: 'darkened', edit: edits.expose(0.62) },
  {
    pattern: /\b(?:night|moonlight)\b/,
    done: 'put into night',
    edit: async (pixels, breathe) =>
      edits.tint([58, 84, 150], 0.7)(await edits.expose(0.55)(pixels, breathe), breathe),
  },
  {
    pattern: /\b(?:sunset|dusk|golden hour|warm(?:er)?)\b/,
    done: 'warmed',
    edit: edits.tint([244, 160, 90], 0.4),
  },
  {
    pattern: /\b(?:cool(?:er)?|cold(?:er)?|winter)\b/,
    done: 'cooled',
    edit: edits.tint([110, 160, 220], 0.4),
  },
  {
    pattern: /\b(?:more contrast|higher contrast|increase (?:the )?contrast|contrasty|dramatic)\b/,
    done: 'given more contrast',
    edit: edits.changeContrast(1.45),
  },
  {
    pattern: /\b(?:less contrast|lower contrast|soft(?:er|en)|faded?)\b/,
    done: 'given less contrast',
    edit: edits.changeContrast(0.65),
  },
  {
    pattern: /\b(?:vivid|vibrant|saturate[d]?|colou?rful|pop)\b/,
    done: 'made more vivid',
    edit: edits.saturate(1.7),
  },
  { pattern: /\b(?:muted|pale|less colou?r)\b/, done: 'muted', edit: edits.saturate(0.45) },
  { pattern: /\b(?:blur(?:red|ry)?|out of focus|dreamy)\b/, done: 'blurred', edit: edits.blur },
  { pattern: /\b(?:pixelate[d]?|pixel art|8-?bit|mosaic)\b/, done: 'pixelated', edit: edits.pixelate },
  {
    pattern: /\b(?:poster(?:ize|ise)?[d]?|comic|cartoon|flat colou?rs?|screen ?print)\b/,
    done: 'reduced to few colours',
    edit: edits.posterize(4),
  },
  {
    pattern: /\b(?:flip\w* (?:it )?(?:vertical\w*|upside)|vertical(?:ly)? flip\w*)\b/,
    done: 'flipped upside down',
    edit: edits.flip,
  },
  {
    pattern: /\b(?:upside down|rotate\w* (?:it |the \w+ )?(?:by )?180|180 degrees)\b/,
    done: 'turned by 180 degrees',
    edit: edits.rotateHalf,
  },
  {
    pattern: /\b(?:rotate\w*|turn)\b[^.]*\b(?:left|counter-?clockwise|anti-?clockwise|270)\b/,
    done: 'turned left',
    edit: edits.rotateLeft,
  },
  {
    pattern:
      /\b(?:rotate\w*)\b(?![^.]*\b(?:left|counter-?clockwise|anti-?clockwise|270|180)\b)|\bturn (?:it )?(?:right|clockwise)\b/,
    done: 'turned right',
    edit: edits.rotateRight,
  },
  {
    pattern: /\b(?:mirror\w*|flip\w*(?! (?:it )?(?:vertical|upside)))\b/,
    done: 'mirrored',
    edit: edits.mirror,
  },
  {
    pattern: /\b(?:crop|cut)\b[^.]*\b(?:square|centre|center)\b|\bsquare crop\b|\bcrop\b/,
    done: 'cropped to a square',
    edit: edits.cropSquare,
  },
]

/** None: the instruction names nothing the demo can do. */
export function readEdits(instruction: string): NamedEdit[] {
  const text = instruction.toLowerCase()
  const found: NamedEdit[] = rules.filter(({ pattern }) => pattern.test(text))
  return [...found, ...readColorEdit(text, found.length > 0)]
}

function readColorEdit(text: string, otherwise: boolean): NamedEdit[] {
  const plain = text.replace(/black[ -](?:and|&)[ -]white/g, '')
  const [color] = findColors(plain)
  const name = Object.keys(colorWords).find((word) => new RegExp(`\\b${word}\\b`).test(plain))
  if (!color || name === undefined || (otherwise && !/\b(?:background|tint|colou?r)\b/.test(text))) return []
  if (/\b(?:background|backdrop|sky|behind)\b/.test(text)) {
    return [{ done: `given a ${name} background`, edit: edits.paintBackground(color) }]
  }
  return [{ done: `tinted ${name}`, edit: edits.tint(color) }]
}
