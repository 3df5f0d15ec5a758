// Takes the frame that is shown further: into a drawing, or as the beginning of another video.
import { Camera, Clapperboard, Image } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { tellOutcome } from '../../../api/tell-outcome'
import { Button } from '../../../components/Button'
import { Menu } from '../../../components/Menu'
import { addReference } from '../../../state/drawing-actions'
import { openDrawing } from '../../../state/navigation'
import { beginWithFrame, type VideoPicture } from '../../../state/video-form'
import { keepFrame } from './frame'

interface UseFrameProps {
  readonly player: RefObject<HTMLVideoElement | null>
  readonly title: string
}

export function UseFrame({ player, title }: UseFrameProps) {
  const [taking, setTaking] = useState(false)
  const take = (use: (frame: VideoPicture) => Promise<void>) => {
    const { current } = player
    if (!current || taking) return
    setTaking(true)
    const taken = keepFrame(current, title).then(use)
    tellOutcome(
      taken.finally(() => setTaking(false)),
      'The frame could not be used',
    )
  }
  return (
    <Menu
      label="Use frame as image"
      align="start"
      trigger={
        <Button disabled={taking}>
          <Camera size={14} aria-hidden="true" className="text-faint" />
          Use frame as image…
        </Button>
      }
      items={[
        { name: 'As reference in Images', icon: Image, onSelect: () => take(drawFrom) },
        { name: 'As first frame of a new video', icon: Clapperboard, onSelect: () => take(beginWithFrame) },
      ]}
    />
  )
}

/** In a new drawing, beside what is written there. */
async function drawFrom({ media, mimeType, name }: VideoPicture): Promise<void> {
  openDrawing(null)
  await addReference({ media, mimeType, name })
}
