// What an editor offers to begin with.
import { Plus } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button } from '../../../components/Button'
import { Menu } from '../../../components/Menu'

interface TemplateMenuProps extends Pick<ComponentProps<typeof Menu>, 'items'> {
  /** What the button says. */
  readonly name: string
}

export function TemplateMenu({ name, items }: TemplateMenuProps) {
  return (
    <Menu
      label="Templates"
      align="start"
      trigger={
        <Button size="small">
          <Plus size={14} aria-hidden="true" />
          {name}
        </Button>
      }
      items={items}
    />
  )
}
