import type { Endpoint } from '@trunkline/contract/endpoint'
import { useTranslation } from '../i18n/use-translation.ts'
import { download, type CallInput } from '../api/call.ts'
import { errorText } from './error-text.ts'
import { notify } from './notify.ts'

/** Saves the file that a call replies with (`api/call.ts`); an error is notified, not thrown. */
export function useDownload() {
  const { t } = useTranslation()
  return <E extends Endpoint>(endpoint: E, input: CallInput<E>, fileName: string): Promise<void> =>
    download(endpoint, input, fileName).catch((error: unknown) => notify.error(errorText(error, t)))
}
