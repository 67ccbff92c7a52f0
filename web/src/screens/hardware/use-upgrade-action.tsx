import { rollouts } from '@trunkline/contract/resources/rollout'
import { IconAdjustments, IconCloudUp } from '@tabler/icons-react'
import { useCan } from '../../access/can.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import type { StartedAction } from '../../list/list-types.ts'
import { paths } from '../../paths.ts'
import { actionIcon } from '../../record/use-record-actions.tsx'
import { useGo } from '../../ui/navigation.ts'

/** Opens the form of a rollout for devices of the list: those selected, or all that match. */
export function useUpgradeAction(): StartedAction {
  const { t } = useTranslation()
  const can = useCan()
  const go = useGo()
  return {
    key: 'upgradeMany',
    label: t('hardware:action.upgradeMany'),
    icon: actionIcon(IconCloudUp),
    can: can(rollouts.store),
    start: (rows) => void go(paths.rollouts.create, { search: { devices: rows.map(({ id }) => id).join(',') } }),
    startMatching: (matching) => void go(paths.rollouts.create, { search: { matching: JSON.stringify(matching) } }),
  }
}

/** Opens the form of a change of settings for devices of the list. */
export function useChangeAction(): StartedAction {
  const { t } = useTranslation()
  const can = useCan()
  const go = useGo()
  return {
    key: 'changeMany',
    label: t('hardware:action.changeMany'),
    icon: actionIcon(IconAdjustments),
    can: can(rollouts.storeChange),
    start: (rows) => void go(paths.rolloutChange, { search: { devices: rows.map(({ id }) => id).join(',') } }),
    startMatching: (matching) => void go(paths.rolloutChange, { search: { matching: JSON.stringify(matching) } }),
  }
}
