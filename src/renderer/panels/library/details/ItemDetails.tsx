// One item: its picture, its words, what can be done with it, its tags and how it was made.
import { useQuery } from '@tanstack/react-query'
import type { LibraryItem } from '#shared/schemas/library'
import type { AnyMaking } from '#shared/schemas/making'
import { queries } from '../../../api/desktop'
import { tellOutcome } from '../../../api/tell-outcome'
import { CopyButton } from '../../../components/CopyButton'
import { tagItems } from '../actions/item-verbs'
import { TagChips } from '../tags/TagChips'
import { TagInput } from '../tags/TagInput'
import { FileNotice } from './FileNotice'
import { ItemActions } from './ItemActions'
import { listFacts } from './list-facts'
import { MadeIn } from './MadeIn'
import { MakingSteps } from './MakingSteps'
import { Preview } from './Preview'
import { VideoPictures } from './VideoPictures'

interface ItemDetailsProps {
  readonly item: LibraryItem
  readonly isBin: boolean
}

export function ItemDetails({ item, isBin }: ItemDetailsProps) {
  const { id, kind, title, tags } = item
  const { data: making } = useQuery(queries.library.making.queryOptions({ input: { id } }))
  const words = (making && readPrompt(making)) || title
  const hasPrompt = kind !== 'conversation' && kind !== 'transcript'
  return (
    <div className="flex flex-col gap-4 p-4">
      <Preview item={item} />
      <FileNotice item={item} isBin={isBin} />
      <div className="flex items-start gap-1">
        <h3 className="sr-only">{hasPrompt ? 'Prompt' : 'Title'}</h3>
        <p className="selectable max-h-48 min-w-0 flex-1 overflow-y-auto whitespace-pre-wrap [overflow-wrap:anywhere]">
          {words || 'Untitled'}
        </p>
        {words && <CopyButton label={hasPrompt ? 'Copy prompt' : 'Copy title'} text={words} />}
      </div>
      <ItemActions item={item} isBin={isBin} isKnown={making !== null} />
      <dl className="grid grid-cols-[84px_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
        {listFacts(item, making).map(({ name, value }) => (
          <div key={name} className="contents">
            <dt className="text-faint">{name}</dt>
            <dd className="selectable line-clamp-4 tabular-nums [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
        <MadeIn item={item} />
      </dl>
      <section className="flex flex-col gap-2" aria-label="Tags of the item">
        <h3 className="font-medium text-soft text-sm">Tags</h3>
        <TagChips
          tags={tags.map((tag) => ({ tag }))}
          onRemove={(tag) => tellOutcome(tagItems([id], { remove: [tag] }))}
        />
        <TagInput borne={tags} onAdd={(tag) => tellOutcome(tagItems([id], { add: [tag] }))} />
      </section>
      {making && !('kind' in making) && <MakingSteps making={making} />}
      {making && 'kind' in making && making.kind === 'video' && <VideoPictures form={making.form} />}
    </div>
  )
}

/** A transcript has none: it is called as its sound. */
function readPrompt(making: AnyMaking): string | undefined {
  if (!('kind' in making)) return making.prompt
  return making.kind === 'video' ? making.form.prompt : undefined
}
