// A file that the model fetches by its address.
import { Link } from 'lucide-react'
import { confirmOpenLink } from '../state/link-to-open'
import { nameMedia } from './describe-media'
import { FileCard } from './FileCard'

export function AddressCard({ uri, mimeType }: { uri: string; mimeType: string }) {
  return (
    <FileCard icon={Link} title={mimeType ? `${nameMedia(mimeType)} by address` : 'File by address'}>
      <button
        type="button"
        className="max-w-full truncate text-accent underline-offset-2 hover:underline"
        onClick={() => confirmOpenLink(uri)}
      >
        {uri}
      </button>
    </FileCard>
  )
}
