// The keys of this panel.
import { Dialog } from '../../components/Dialog'
import { Kbd } from '../../components/Kbd'
import { keyList } from './steps/variation-keys'

export function KeyList({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Keys among pictures"
      description="While a picture of a drawing has the focus."
    >
      <dl className="flex flex-col gap-1.5 px-5 pb-5">
        {keyList.map(({ keys, does }) => (
          <div key={does} className="flex items-center justify-between gap-4">
            <dt className="text-soft">{does}</dt>
            <dd className="flex shrink-0 gap-1">
              {keys.map((key) => (
                <Kbd key={key} keys={key} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
