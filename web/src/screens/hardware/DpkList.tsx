import { hardware } from '@trunkline/contract/resources/hardware'
import { hardwareLive } from '@trunkline/contract/resources/hardware-live'
import { dpkFiles, type DpkRow } from '@trunkline/contract/resources/hardware-manufacturer'
import { Button } from '@mantine/core'
import { IconDownload, IconPackage, IconRouter, IconTrash, IconUpload } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { download } from '../../api/call.ts'
import { loadChunk } from '../../api/chunk.ts'
import { useCommand } from '../../api/query.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import type { ListColumn } from '../../list/list-types.ts'
import { bytesText } from '../../ui/amounts.ts'
import { errorText } from '../../ui/error-text.ts'
import { notify } from '../../ui/notify.ts'
import { useQuestion } from '../../ui/question.tsx'
import { regional } from '../../ui/zone.ts'
import { CatalogueTabs } from './catalogue-tabs.tsx'
import classes from './hardware.module.css'

const Deliver = lazy(() => loadChunk(() => import('./dpk-deliver.tsx')))
const UploadDialog = lazy(() => loadChunk(() => import('./dpk-dialog.tsx')))

/** MikroTik branding packages of all manufacturers. Kept, handed out and brought to devices here, never run. */
export default function DpkList() {
  const { t, i18n } = useTranslation()
  const can = useCan()
  const question = useQuestion()
  const destroy = useCommand(dpkFiles.destroy)
  const [delivers, setDelivers] = useState<DpkRow | null>(null)
  const [uploads, setUploads] = useState(false)
  // A list that is drawn anew shows what was uploaded at once, not as news that wait.
  const [turn, setTurn] = useState(0)
  const fetch = (row: DpkRow) =>
    download(dpkFiles.download, { params: { id: row.id } }, row.name).catch((error: unknown) =>
      notify.error(errorText(error, t)),
    )
  const columns: ListColumn<DpkRow>[] = [
    { field: 'name', header: t('hardware:dpk.name'), width: 240, card: 'title' },
    { field: 'manufacturer_name', header: t('hardware:field.manufacturer_name'), width: 150, card: 'fact' },
    { field: 'note', header: t('hardware:dpk.note'), width: 240, card: 'fact', sort: false },
    {
      field: 'size_bytes',
      header: t('hardware:dpk.size'),
      width: 100,
      align: 'end',
      card: 'fact',
      render: (row) => bytesText(row.size_bytes, regional(i18n.language)),
    },
    { field: 'uploaded_by', header: t('hardware:dpk.by'), width: 200, card: 'fact', sort: false },
    { field: 'created_at', header: t('hardware:dpk.at'), width: 180, card: 'fact' },
    {
      field: 'sha256',
      header: t('hardware:dpk.hash'),
      width: 320,
      hidden: true,
      sort: false,
      render: (row) => <span className={classes.hash}>{row.sha256}</span>,
    },
  ]
  return (
    <>
      <ListScreen<DpkRow>
        key={turn}
        endpoint={dpkFiles.index}
        name="dpk"
        namespace="hardware"
        title={t('hardware:dpk.title')}
        subtitle={t('hardware:dpk.subtitle')}
        nav={<CatalogueTabs />}
        columns={columns}
        rowName={(row) => row.name}
        actions={
          can(dpkFiles.store) ? (
            <Button leftSection={<IconUpload size={16} aria-hidden="true" />} onClick={() => setUploads(true)}>
              {t('hardware:dpk.upload')}
            </Button>
          ) : null
        }
        rowActions={(row) => [
          ...(can(hardwareLive.deliverDpk) && can(hardware.lookup)
            ? [
                {
                  key: 'deliver',
                  label: t('hardware:dpk.deliver.action'),
                  icon: <IconRouter size={16} aria-hidden="true" />,
                  onClick: () => setDelivers(row),
                },
              ]
            : []),
          ...(can(dpkFiles.download)
            ? [
                {
                  key: 'download',
                  label: t('hardware:dpk.download'),
                  icon: <IconDownload size={16} aria-hidden="true" />,
                  onClick: () => void fetch(row),
                },
              ]
            : []),
          ...(can(dpkFiles.destroy)
            ? [
                {
                  key: 'destroy',
                  label: t('hardware:dpk.destroy'),
                  icon: <IconTrash size={16} aria-hidden="true" />,
                  tone: 'danger' as const,
                  onClick: () =>
                    question.ask({
                      title: t('hardware:dpk.destroyTitle', { name: row.name }),
                      text: t('hardware:dpk.destroyText'),
                      confirmLabel: t('hardware:dpk.destroy'),
                      tone: 'danger',
                      run: () => destroy.run({ params: { id: row.id } }),
                      done: t('hardware:dpk.destroyed', { name: row.name }),
                    }),
                },
              ]
            : []),
        ]}
        withoutFilter={['id', 'manufacturer_id']}
        empty={{ title: t('hardware:dpk.empty'), text: t('hardware:dpk.emptyText'), icon: <IconPackage size={20} /> }}
      />
      {uploads ? (
        <Suspense fallback={null}>
          <UploadDialog onClose={() => setUploads(false)} onDone={() => setTurn((before) => before + 1)} />
        </Suspense>
      ) : null}
      {delivers ? (
        <Suspense fallback={null}>
          <Deliver file={delivers} onClose={() => setDelivers(null)} />
        </Suspense>
      ) : null}
      {question.dialog}
    </>
  )
}
