// What has changed since a version of a transcript, marked word by word.
import { useMemo } from 'react'
import { formatCount } from '../../../../components/format'
import { compareTexts } from './compare-texts'
import { shortenPassages } from './shorten-passages'

interface VersionChangesProps {
  readonly before: string
  readonly now: string
}

/** More than this nobody reads; the whole text is one click away. */
const mostShown = 600

const looks = {
  same: 'text-soft',
  removed: 'rounded-sm bg-danger-wash text-danger line-through',
  added: 'rounded-sm bg-accent-wash text-accent underline underline-offset-2',
} as const

const elements = { same: 'span', removed: 'del', added: 'ins' } as const

export function VersionChanges({ before, now }: VersionChangesProps) {
  const passages = useMemo(() => shortenPassages(compareTexts(before, now)), [before, now])
  const hidden = passages.slice(mostShown).filter(({ kind }) => kind !== 'same').length
  if (!passages.some(({ kind }) => kind !== 'same')) {
    return <p className="p-5 text-faint">This is the text as it is now.</p>
  }
  return (
    <div className="selectable min-h-0 flex-1 overflow-y-auto whitespace-pre-wrap p-5 [overflow-wrap:anywhere]">
      {passages.slice(0, mostShown).map(({ kind, text }, at) => {
        const Element = elements[kind]
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the passages have their order and nothing else.
          <Element key={at} className={looks[kind]}>
            {text}
          </Element>
        )
      })}
      {hidden > 0 && <p className="pt-3 text-faint">… and {formatCount(hidden)} more changes.</p>}
    </div>
  )
}
