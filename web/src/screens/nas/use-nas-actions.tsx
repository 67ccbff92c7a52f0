import { nas, type NasRow } from '@trunkline/contract/resources/nas'
import type { ReactNode } from 'react'
import { useRowCan } from '../../access/can.ts'
import { paths } from '../../paths.ts'
import { useRecordActions } from '../../record/use-record-actions.tsx'
import type { MenuAction } from '../../ui/action-menu.tsx'

/** What can be done with a NAS on its page. One from above is used, and not changed. `dialog` has to stand in the page. */
export function useNasActions(): { actionsOf: (row: NasRow) => MenuAction[]; dialog: ReactNode } {
  const canOn = useRowCan()
  const { edit, trash, dialog } = useRecordActions<NasRow>({ texts: 'nas', trash: nas })
  return {
    actionsOf: (row) => [
      ...(!row.inherited && !row.deleted_at && canOn(nas.update, row) ? [edit(paths.nas.update(row.id))] : []),
      ...(!row.inherited && canOn(nas.destroy, row) ? [trash(row)] : []),
    ],
    dialog,
  }
}
