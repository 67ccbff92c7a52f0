import { hardware } from '@trunkline/contract/resources/hardware'
import { hardwareLive } from '@trunkline/contract/resources/hardware-live'
import { dpkFiles, type DpkRow } from '@trunkline/contract/resources/hardware-manufacturer'
import { Button } from '@mantine/core'
import { IconDownload, IconPackage, IconRouter, IconTrash, IconUpload, type Icon } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { download } from '../../api/call.ts'
import { loadChunk } from '../../api/chunk.ts'
import { useCommand } from '../../api/query.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import { fieldColumns } from '../../record/record-columns.ts'
import { actionIcon, useRecordActions } from '../../record/use-record-actions.tsx'
import type { MenuAction } from '../../ui/action-menu.tsx'
import { bytesText } from '../../ui/amounts.ts'
import { errorText } from '../../ui/error-text.ts'
import layout from '../../ui/layout.module.css'
import { notify } from '../../ui/notify.ts'
import { regional } from '../../ui/zone.ts'

const DeliverDialog = lazy(() => loadChunk(() => import('./dpk-deliver-dialog.tsx')))
const UploadDialog = lazy(() => loadChunk(() => import('./dpk-upload-dialog.tsx')))

/** The branding packages (.dpk) of all manufacturers: stored, downloaded and delivered to devices, never executed. */
export default function DpkList() {
  const { t, i18n } = useTranslation()
  const can = useCan()
  const destroy = useCommand(dpkFiles.destroy)
  const [delivered, setDelivered] = useState<DpkRow | null>(null)
  const [isUploading, setIsUploading] = useState(false)
  // A remounted list shows an uploaded file at once, and not as an update that the reader has to apply.
  const [revision, setRevision] = useState(0)
  const { confirm, dialog } = useRecordActions<DpkRow>({ texts: 'hardware:dpk' })
  const menuEntry = (key: 'deliver' | 'download', icon: Icon, onClick: () => void): MenuAction => ({
    key,
    label: t(`hardware:dpk.action.${key}`),
    icon: actionIcon(icon),
    onClick,
  })
  const save = (row: DpkRow) =>
    void download(dpkFiles.download, { params: { id: row.id } }, row.name).catch((error: unknown) =>
      notify.error(errorText(error, t)),
    )
  const columns = fieldColumns<DpkRow>(t, 'hardware', [
    { field: 'name', header: t('hardware:dpk.name'), width: 240, card: 'title' },
    { field: 'manufacturer_name', width: 150, card: 'fact' },
    { field: 'note', width: 240, card: 'fact', sort: false },
    {
      field: 'size_bytes',
      width: 100,
      align: 'end',
      card: 'fact',
      render: (row) => bytesText(row.size_bytes, regional(i18n.language)),
    },
    { field: 'uploaded_by', width: 200, card: 'fact', sort: false },
    { field: 'created_at', header: t('hardware:dpk.created_at'), width: 180, card: 'fact' },
    {
      field: 'sha256',
      width: 320,
      hidden: true,
      sort: false,
      render: (row) => <span className={layout.code}>{row.sha256}</span>,
    },
  ])
  return (
    <>
      <ListScreen<DpkRow>
        key={revision}
        endpoint={dpkFiles.index}
        name="dpk"
        namespace="hardware"
        title={t('hardware:dpk.title')}
        subtitle={t('hardware:dpk.subtitle')}
        columns={columns}
        rowName={(row) => row.name}
        actions={
          can(dpkFiles.store) ? (
            <Button leftSection={actionIcon(IconUpload)} onClick={() => setIsUploading(true)}>
              {t('hardware:dpk.action.upload')}
            </Button>
          ) : null
        }
        rowActions={(row) => [
          ...(can(hardwareLive.deliverDpk) && can(hardware.lookup)
            ? [menuEntry('deliver', IconRouter, () => setDelivered(row))]
            : []),
          ...(can(dpkFiles.download) ? [menuEntry('download', IconDownload, () => save(row))] : []),
          ...(can(dpkFiles.destroy)
            ? [
                confirm('destroy', row, {
                  icon: IconTrash,
                  tone: 'danger',
                  run: () => destroy.run({ params: { id: row.id } }),
                }),
              ]
            : []),
        ]}
        withoutFilter={['id', 'manufacturer_id']}
        empty={{
          title: t('hardware:dpk.empty.title'),
          text: t('hardware:dpk.empty.text'),
          icon: <IconPackage size={20} />,
        }}
      />
      <Suspense fallback={null}>
        {isUploading ? (
          <UploadDialog onClose={() => setIsUploading(false)} onDone={() => setRevision((before) => before + 1)} />
        ) : null}
        {delivered ? <DeliverDialog file={delivered} onClose={() => setDelivered(null)} /> : null}
      </Suspense>
      {dialog}
    </>
  )
}
