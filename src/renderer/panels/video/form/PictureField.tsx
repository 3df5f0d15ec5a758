// One place of the form for pictures: those that stand in it, those on their way, and a way to add one.
import { X } from 'lucide-react'
import { UploadingChip, useUploads } from '../../../attachments/AttachmentList'
import { IconButton } from '../../../components/IconButton'
import { dismissRejections, useAttachments } from '../../../state/attachments'
import {
  changeVideoForm,
  maxVideoReferences,
  useVideoForm,
  type VideoPicture,
} from '../../../state/video-form'
import { AddPicture } from './AddPicture'
import type { Slot } from './choose-slots'
import { FieldGroup } from './FieldGroup'
import { PictureChip } from './PictureChip'
import { listElsewhere, movePicture, removePicture } from './picture-places'
import { toSlotKey } from './take-pictures'

interface PictureFieldProps {
  readonly slot: Slot
  readonly label: string
  readonly hint: string
  readonly error?: string | undefined
}

export function PictureField({ slot, label, hint, error }: PictureFieldProps) {
  const form = useVideoForm((state) => state.form)
  const arriving = useUploads(toSlotKey(slot))
  const refusals = useAttachments((state) => state.rejections[toSlotKey(slot)])
  const held = slot === 'references' ? form.references : [form[slot]].filter((one) => one !== null)
  const room = (slot === 'references' ? maxVideoReferences : 1) - held.length - arriving.length
  const change = (changed: Partial<typeof form>) => changeVideoForm(changed)
  return (
    <FieldGroup label={label} hint={hint} error={error}>
      {held.map((picture: VideoPicture, at) => (
        <PictureChip
          // biome-ignore lint/suspicious/noArrayIndexKey: the same picture may stand there twice.
          key={at}
          picture={picture}
          elsewhere={listElsewhere(form, slot)}
          onMove={(to) => change(movePicture(form, { slot, at }, to))}
          onRemove={() => change(removePicture(form, { slot, at }))}
        />
      ))}
      {arriving.length > 0 && (
        <ul aria-label={`${label}: on the way`} className="flex flex-col gap-1">
          {arriving.map((file) => (
            <UploadingChip key={file.id} file={file} />
          ))}
        </ul>
      )}
      {room > 0 && <AddPicture slot={slot} room={room} />}
      {refusals && (
        <div role="alert" className="flex items-start gap-1 text-danger text-sm">
          <ul className="min-w-0 flex-1 [overflow-wrap:anywhere]">
            {refusals.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          <IconButton
            size="small"
            label="Dismiss"
            icon={X}
            onClick={() => dismissRejections(toSlotKey(slot))}
          />
        </div>
      )}
    </FieldGroup>
  )
}
