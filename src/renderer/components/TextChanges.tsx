// A text with its differences from another one: removed words are struck through, added ones underlined.
import type { Passage } from './compare-texts'

const classNames = {
  same: 'text-soft',
  removed: 'rounded-sm bg-danger-wash text-danger line-through',
  added: 'rounded-sm bg-accent-wash text-accent underline underline-offset-2',
} as const

const elements = { same: 'span', removed: 'del', added: 'ins' } as const

export function TextChanges({ passages }: { passages: readonly Passage[] }) {
  return passages.map(({ kind, text }, at) => {
    const Element = elements[kind]
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a passage is identified by its position.
      <Element key={at} className={classNames[kind]}>
        {text}
      </Element>
    )
  })
}
