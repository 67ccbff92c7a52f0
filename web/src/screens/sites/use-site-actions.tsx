import { sites, type SiteRow } from '@trunkline/contract/resources/site'
import type { ReactNode } from 'react'
import { useRowCan } from '../../access/can.ts'
import { paths } from '../../paths.ts'
import { useRecordActions } from '../../record/use-record-actions.tsx'
import type { MenuAction } from '../../ui/action-menu.tsx'

/** What can be done with a site on its page. `dialog` has to stand in the page. */
export function useSiteActions(): { actionsOf: (row: SiteRow) => MenuAction[]; dialog: ReactNode } {
  const canOn = useRowCan()
  const { edit, trash, dialog } = useRecordActions<SiteRow>({ texts: 'sites', trash: sites })
  return {
    actionsOf: (row) => [
      ...(!row.deleted_at && canOn(sites.update, row) ? [edit(paths.sites.update(row.id))] : []),
      ...(canOn(sites.destroy, row) ? [trash(row)] : []),
    ],
    dialog,
  }
}
