import { hardware } from '@trunkline/contract/resources/hardware'
import { hardwareLive } from '@trunkline/contract/resources/hardware-live'
import { sites } from '@trunkline/contract/resources/site'
import { IconArrowsMove, IconMail, IconRefresh, IconRotateClockwise } from '@tabler/icons-react'
import { lazy } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { loadChunk } from '../../api/chunk.ts'
import type { JobAction } from '../../list/list-types.ts'
import { jobAction } from '../../record/bulk-action.ts'

// Loaded with the first confirmation.
const MoveFields = lazy(() => loadChunk(() => import('./move-fields.tsx')))

/** What can be done with many devices at once. */
export function useDeviceJobs(): JobAction[] {
  const { t } = useTranslation()
  const can = useCan()
  return [
    jobAction(t, 'hardware', {
      key: 'rebootMany',
      icon: IconRotateClockwise,
      tone: 'danger',
      can: can(hardwareLive.bulkReboot),
      job: hardwareLive.bulkReboot,
    }),
    jobAction(t, 'hardware', {
      key: 'refreshMany',
      icon: IconRefresh,
      can: can(hardwareLive.bulkRefresh),
      job: hardwareLive.bulkRefresh,
    }),
    jobAction(t, 'hardware', {
      key: 'moveMany',
      icon: IconArrowsMove,
      can: can(hardware.bulkMove) && can(sites.lookup),
      job: hardware.bulkMove,
      subjects: ['hardware', 'sites'],
      fields: {
        initial: { company_id: null, site_id: null },
        validate: (values): Record<string, string> =>
          values['company_id'] === null ? { company_id: t('hardware:bulk.companyRequired') } : {},
        inputs: <MoveFields />,
      },
    }),
    jobAction(t, 'hardware', {
      key: 'remindMany',
      icon: IconMail,
      can: can(hardware.bulkRemindWarranty),
      job: hardware.bulkRemindWarranty,
    }),
  ]
}
