// Shows a link's URL and asks before it opens in the browser.
import { toast } from 'sonner'
import { describeError } from '../api/describe-error'
import { Button } from '../components/Button'
import { CopyButton } from '../components/CopyButton'
import { Dialog } from '../components/Dialog'
import { cancelOpenLink, openLink, useLinkToOpen } from '../panels/chat/state/link-to-open'

export function LinkDialog() {
  const url = useLinkToOpen((state) => state.url)
  const open = async () => {
    if (!url) return
    try {
      const opened = await openLink(url)
      if (!opened) toast.error('Only web and mail addresses (https, http, mailto) can be opened.')
    } catch (error) {
      toast.error(describeError(error))
    }
  }
  return (
    <Dialog
      open={url !== null}
      onClose={cancelOpenLink}
      title="Open this link?"
      description="It opens outside of this application."
      actions={
        <>
          <Button onClick={cancelOpenLink}>Cancel</Button>
          <Button look="primary" onClick={() => void open()}>
            Open link
          </Button>
        </>
      }
    >
      <div className="mx-5 mb-2 flex items-start gap-2 rounded-md bg-sunken py-1 pr-1 pl-3">
        <p className="selectable max-h-32 min-w-0 flex-1 overflow-y-auto py-0.5 font-mono text-sm leading-5 [overflow-wrap:anywhere]">
          {url}
        </p>
        <CopyButton label="Copy address" text={url ?? ''} />
      </div>
    </Dialog>
  )
}
