import { Button } from '@mantine/core'
import { recentActions } from '@trunkline/contract/resources/recent-action'
import { useCall } from '../../api/query.ts'
import { useEffect } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import classes from './recent-actions.module.css'
import { useUndo } from './use-undo.ts'

/** Actions that are read for a toast: it reports the last ones. */
const limit = 5

/**
 * The button of a toast that undoes what its requests did; nothing where that cannot be undone.
 * @param onOffer called when the button appears
 */
export default function ToastUndo({
  requests,
  onOffer,
  onDone,
}: {
  requests: readonly string[]
  onOffer: () => void
  onDone: () => void
}) {
  const { t } = useTranslation()
  const { undo, pending } = useUndo()
  const { data } = useCall(recentActions.index, { query: { limit } }, { staleTime: 0 })
  const actions = (data?.data ?? []).filter(
    (action) => action.undo === 'possible' && action.request_id !== null && requests.includes(action.request_id),
  )
  const isOffered = actions.length > 0
  useEffect(() => {
    if (isOffered) onOffer()
  }, [isOffered, onOffer])
  if (!isOffered) return null
  return (
    <Button
      className={classes.inToast ?? ''}
      variant="subtle"
      size="compact-sm"
      loading={pending}
      onClick={() => void undo(actions).then(onDone)}
    >
      {t('recent-actions:undo')}
    </Button>
  )
}
