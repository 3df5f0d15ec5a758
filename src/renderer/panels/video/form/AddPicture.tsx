// Adds a picture to one place of the form: from the disk, or from the Library.
import { FolderOpen, ImagePlus, Images } from 'lucide-react'
import { useRef, useState } from 'react'
import { Menu } from '../../../components/Menu'
import { LibraryPicker } from '../../../media-viewer/LibraryPicker'
import { type Slot, slotNames } from './choose-slots'
import { putPicture, takeFile } from './take-pictures'

interface AddPictureProps {
  readonly slot: Slot
  /** For how many there is room. */
  readonly room: number
}

export function AddPicture({ slot, room }: AddPictureProps) {
  const input = useRef<HTMLInputElement>(null)
  const [picking, setPicking] = useState(false)
  const name = slotNames[slot]
  return (
    <>
      <Menu
        label={`Add ${name}`}
        align="start"
        trigger={
          <button
            type="button"
            className="flex h-9 w-full items-center justify-center gap-1.5 rounded-lg border border-line-strong border-dashed text-soft text-sm transition-colors hover:bg-hover hover:text-ink"
          >
            <ImagePlus size={14} aria-hidden="true" />
            {`Add ${name}`}
          </button>
        }
        items={[
          { name: 'Choose a file…', icon: FolderOpen, onSelect: () => input.current?.click() },
          { name: 'From the Library…', icon: Images, onSelect: () => setPicking(true) },
        ]}
      />
      <input
        ref={input}
        type="file"
        multiple={room > 1}
        hidden
        accept="image/*"
        aria-label={`Picture for the ${name}`}
        onChange={({ target }) => {
          for (const file of target.files ?? []) takeFile(slot, file)
          // The same file may be chosen again.
          target.value = ''
        }}
      />
      {picking && (
        <LibraryPicker
          title={room > 1 ? 'References from the Library' : `A ${name} from the Library`}
          most={room}
          onChoose={(chosen) => {
            for (const { media, mimeType, title } of chosen)
              putPicture(slot, { media, mimeType, name: title })
          }}
          onClose={() => setPicking(false)}
        />
      )}
    </>
  )
}
