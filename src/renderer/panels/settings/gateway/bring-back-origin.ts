// Lists an origin again that was removed by mistake.
import { toast } from 'sonner'
import { describeError } from '../../../api/describe-error'
import { desktop } from '../../../api/desktop'

/** Into what the list is by then. */
export async function bringBackOrigin(origin: string): Promise<void> {
  try {
    const { allowedOrigins } = await desktop.settings.read()
    const others = allowedOrigins.filter((each) => each !== origin)
    await desktop.settings.update({ allowedOrigins: [...others, origin] })
  } catch (error) {
    toast.error(describeError(error))
  }
}
