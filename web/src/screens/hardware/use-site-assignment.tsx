import { hardware } from '@trunkline/contract/resources/hardware'
import { sites } from '@trunkline/contract/resources/site'
import { IconMapPin, IconMapPinOff, type Icon } from '@tabler/icons-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { loadChunk } from '../../api/chunk.ts'
import type { StartedAction, StartedRow } from '../../list/list-types.ts'
import { actionIcon } from '../../record/use-record-actions.tsx'

const loadDialogs = () => loadChunk(() => import('./site-dialogs.tsx'))

// Loaded when first opened: most visits of the list move no device.
const dialogs = {
  addToSite: lazy(async () => ({ default: (await loadDialogs()).AddToSiteDialog })),
  removeFromSite: lazy(async () => ({ default: (await loadDialogs()).RemoveFromSiteDialog })),
}

/** The actions that add devices to a site and remove them, for the list and for a device's page, which renders `dialog`. */
export function useSiteAssignment(): { add: StartedAction; remove: StartedAction; dialog: ReactNode } {
  const { t } = useTranslation()
  const can = useCan()
  const [open, setOpen] = useState<{
    key: keyof typeof dialogs
    rows: readonly StartedRow[]
    done: () => void
  } | null>(null)
  const action = (key: keyof typeof dialogs, icon: Icon, allowed: boolean): StartedAction => ({
    key,
    label: t(`hardware:action.${key}`),
    icon: actionIcon(icon),
    can: allowed,
    start: (rows, done) => setOpen({ key, rows, done }),
  })
  const Dialog = open && dialogs[open.key]
  return {
    add: action('addToSite', IconMapPin, can(sites.addHardware) && can(sites.lookup)),
    remove: action('removeFromSite', IconMapPinOff, can(hardware.deassociation)),
    dialog: Dialog ? (
      <Suspense fallback={null}>
        <Dialog rows={open.rows} onClose={() => setOpen(null)} onDone={open.done} />
      </Suspense>
    ) : null,
  }
}
