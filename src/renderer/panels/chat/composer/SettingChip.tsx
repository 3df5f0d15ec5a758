// Something that is set in the inspector and goes along with the prompt; a click shows it there.
import type { LucideIcon } from 'lucide-react'
import { Tooltip } from '../../../components/Tooltip'

interface SettingChipProps {
  readonly name: string
  readonly icon: LucideIcon
  readonly count?: number
  readonly onOpen: () => void
}

export function SettingChip({ name, icon: Icon, count, onOpen }: SettingChipProps) {
  return (
    <Tooltip label={`${name}: on. Set in the inspector.`} side="top">
      <button
        type="button"
        aria-label={`${[name, count].filter((word) => word !== undefined).join(' ')} in the inspector`}
        onClick={onOpen}
        className="flex h-7 shrink-0 items-center gap-1.5 rounded-md bg-accent-wash px-1.5 text-accent text-sm"
      >
        <Icon size={14} aria-hidden="true" />
        <span className="@max-[620px]:hidden">{name}</span>
        {count !== undefined && (
          // The space is for who hears it: to the eye the gap stands there.
          <>
            {' '}
            <span className="tabular-nums">{count}</span>
          </>
        )}
      </button>
    </Tooltip>
  )
}
