// Something that is on or off for the next prompt.
import type { LucideIcon } from 'lucide-react'
import { memo } from 'react'
import { joinClasses } from '../../../components/join-classes'
import { Tooltip } from '../../../components/Tooltip'
import { wishToWriteIfLost } from '../../../state/prompt-focus'

interface ToggleProps {
  readonly name: string
  readonly hint: string
  readonly icon: LucideIcon
  readonly pressed: boolean
  readonly onChange: (pressed: boolean) => void
}

/** Where there is little room, one that is off moves into a menu, and one that is on loses its word. */
export const Toggle = memo(function Toggle({ name, hint, icon: Icon, pressed, onChange }: ToggleProps) {
  return (
    <Tooltip label={hint} side="top">
      <button
        type="button"
        aria-label={name}
        aria-pressed={pressed}
        onClick={() => {
          onChange(!pressed)
          wishToWriteIfLost()
        }}
        className={joinClasses(
          'h-7 shrink-0 items-center gap-1.5 rounded-md px-1.5 text-sm transition-colors',
          pressed
            ? 'flex bg-accent-wash text-accent'
            : '@max-[620px]:hidden flex text-faint hover:bg-hover hover:text-ink',
        )}
      >
        <Icon size={14} aria-hidden="true" />
        {pressed && <span className="@max-[620px]:hidden">{name}</span>}
      </button>
    </Tooltip>
  )
})
