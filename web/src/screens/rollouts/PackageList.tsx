import { Button } from '@mantine/core'
import { routerosPackages, type RouterosPackageRow } from '@trunkline/contract/resources/routeros-package'
import { IconPackage, IconTrash, IconUpload } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useCan, useRowCan } from '../../access/can.ts'
import { loadChunk } from '../../api/chunk.ts'
import { useCommand } from '../../api/query.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import { fieldColumns } from '../../record/record-columns.ts'
import { actionIcon, useRecordActions } from '../../record/use-record-actions.tsx'
import { bytesText } from '../../ui/amounts.ts'
import layout from '../../ui/layout.module.css'
import { regional } from '../../ui/zone.ts'

const UploadDialog = lazy(() => loadChunk(() => import('./package-upload-dialog.tsx')))

/** Uploaded RouterOS packages: those of the caller's company, of companies below it, and of those above it. */
export default function PackageList() {
  const { t, i18n } = useTranslation()
  const can = useCan()
  const canOn = useRowCan()
  const destroy = useCommand(routerosPackages.destroy)
  const [isUploading, setIsUploading] = useState(false)
  // A remounted list shows an uploaded file at once, and not as an update that the reader has to apply.
  const [revision, setRevision] = useState(0)
  const { confirm, dialog } = useRecordActions<RouterosPackageRow>({ texts: 'rollouts:packages' })
  return (
    <>
      <ListScreen<RouterosPackageRow>
        key={revision}
        endpoint={routerosPackages.index}
        name="routeros-packages"
        namespace="rollouts"
        title={t('rollouts:packages.title')}
        subtitle={t('rollouts:packages.subtitle')}
        columns={fieldColumns<RouterosPackageRow>(t, 'rollouts', [
          { field: 'name', header: t('rollouts:packages.file'), width: 290, card: 'title', below: (row) => [row.note] },
          { field: 'routeros_version', width: 100, card: 'fact' },
          { field: 'architecture', width: 120, card: 'fact' },
          {
            field: 'size_bytes',
            width: 100,
            align: 'end',
            card: 'fact',
            render: (row) => bytesText(row.size_bytes, regional(i18n.language)),
          },
          {
            field: 'company_name',
            width: 180,
            card: 'fact',
            sort: false,
            render: (row) => row.company_name ?? t('rollouts:packages.inherited'),
          },
          { field: 'uploaded_by', width: 200, sort: false, hidden: true },
          { field: 'created_at', header: t('rollouts:packages.created_at'), width: 170, card: 'fact' },
          { field: 'package', width: 140, hidden: true },
          { field: 'built_at', width: 170, hidden: true, sort: false },
          {
            field: 'verified_by',
            width: 140,
            hidden: true,
            sort: false,
            render: ({ verified_by }) => t(`rollouts:value.verified_by.${verified_by}`),
          },
          {
            field: 'sha256',
            width: 320,
            hidden: true,
            sort: false,
            render: (row) => <span className={layout.code}>{row.sha256}</span>,
          },
        ])}
        rowName={(row) => row.name}
        actions={
          can(routerosPackages.store) ? (
            <Button leftSection={actionIcon(IconUpload)} onClick={() => setIsUploading(true)}>
              {t('rollouts:packages.action.upload')}
            </Button>
          ) : null
        }
        rowActions={(row) =>
          !row.inherited && canOn(routerosPackages.destroy, row)
            ? [
                confirm('destroy', row, {
                  icon: IconTrash,
                  tone: 'danger',
                  run: () => destroy.run({ params: { id: row.id } }),
                }),
              ]
            : []
        }
        withoutFilter={['id', 'company_id']}
        empty={{
          title: t('rollouts:packages.empty.title'),
          text: t('rollouts:packages.empty.text'),
          icon: <IconPackage size={20} />,
        }}
      />
      <Suspense fallback={null}>
        {isUploading ? (
          <UploadDialog onClose={() => setIsUploading(false)} onDone={() => setRevision((before) => before + 1)} />
        ) : null}
      </Suspense>
      {dialog}
    </>
  )
}
