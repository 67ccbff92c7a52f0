import { Button, Progress } from '@mantine/core'
import { IconDownload, IconFile, IconRefresh, IconTrash, IconX } from '@tabler/icons-react'
import type { LabelKind } from '@trunkline/contract/label-kind'
import {
  attachments,
  attachmentTypeNames,
  attachmentTypes,
  type AttachmentRow,
} from '@trunkline/contract/resources/attachment'
import { useState } from 'react'
import { useCan } from '../access/can.ts'
import { useCall, useCommand } from '../api/query.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { bytesText } from '../ui/amounts.ts'
import { Card } from '../ui/card.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { errorText } from '../ui/error-text.ts'
import { FileDrop } from '../ui/file-drop.tsx'
import { IconAction } from '../ui/icon-action.tsx'
import { notify } from '../ui/notify.ts'
import { DetailSkeleton } from '../ui/skeletons.tsx'
import { RelativeTime } from '../ui/time.tsx'
import { useDownload } from '../ui/use-download.ts'
import { regional } from '../ui/zone.ts'
import classes from './files.module.css'
import { useUploads, type Upload } from './use-uploads.ts'

const accept = Object.keys(attachmentTypes)
  .map((extension) => `.${extension}`)
  .join(',')

/** Files of a record, latest first, with their upload. */
export function RecordFiles({ kind, id }: { kind: LabelKind; id: number }) {
  const { t } = useTranslation()
  const can = useCan()
  const [perPage, setPerPage] = useState<25 | 50 | 100 | 200>(25)
  const found = useCall(attachments.index, {
    query: { search: `kind:${kind};record_id:${id}`, searchFields: 'kind:=;record_id:=', searchJoin: 'and', perPage },
  })
  const rows = found.data?.data ?? []
  const total = found.data?.meta.pagination.total ?? 0
  return (
    <Card title={t('tags:files.title')}>
      {can(attachments.store) ? <FileUpload kind={kind} id={id} /> : null}
      {found.error ? (
        <ErrorNotice error={found.error} retry={() => void found.refetch()} />
      ) : found.isPending ? (
        <DetailSkeleton />
      ) : rows.length === 0 ? (
        <p className={classes.meta}>{t('tags:files.none')}</p>
      ) : (
        <ul className={classes.list} aria-label={t('tags:files.title')}>
          {rows.map((file) => (
            <FileEntry key={file.id} file={file} />
          ))}
        </ul>
      )}
      {total > rows.length && perPage < 200 ? (
        <Button mt="md" variant="default" onClick={() => setPerPage(perPage === 25 ? 50 : perPage === 50 ? 100 : 200)}>
          {t('tags:files.more', { count: total - rows.length })}
        </Button>
      ) : null}
    </Card>
  )
}

/** The area for new files, and those that are being uploaded. */
function FileUpload({ kind, id }: { kind: LabelKind; id: number }) {
  const { t, i18n } = useTranslation()
  const limits = useCall(attachments.limits, {}, { staleTime: Number.POSITIVE_INFINITY })
  const maxBytes = limits.data?.data.max_bytes
  const { uploads, add, remove, retry } = useUploads(
    // Until the limit is known, the server checks the size.
    { kind, id, maxBytes: maxBytes ?? Number.POSITIVE_INFINITY },
    (name) => notify.success(t('tags:files.added', { name })),
  )
  const size = maxBytes === undefined ? '…' : bytesText(maxBytes, regional(i18n.language))
  return (
    <>
      <FileDrop
        label={t('tags:files.title')}
        accept={accept}
        choose={t('tags:files.choose')}
        hint={t('tags:files.hint', { size, types: attachmentTypeNames })}
        quiet
        multiple
        onPick={add}
      />
      {uploads.length > 0 ? (
        <ul className={classes.list} aria-label={t('tags:files.uploading')}>
          {uploads.map((upload) => (
            <UploadEntry
              key={upload.key}
              upload={upload}
              size={size}
              onRemove={() => remove(upload.key)}
              onRetry={() => retry(upload)}
            />
          ))}
        </ul>
      ) : null}
    </>
  )
}

function UploadEntry({
  upload: { file, sent, error },
  size,
  onRemove,
  onRetry,
}: {
  upload: Upload
  /** The maximum size, for messages. */
  size: string
  onRemove: () => void
  onRetry: () => void
}) {
  const { t } = useTranslation()
  const { name } = file
  const text =
    error === undefined
      ? undefined
      : typeof error === 'string'
        ? t(`tags:files.error.${error}`, { size })
        : (error.fields?.['file'] ?? errorText(error, t))
  return (
    <li className={classes.file}>
      <IconFile className={classes.icon} size={20} aria-hidden="true" />
      <div className={classes.about}>
        <span className={classes.name}>{name}</span>
        {text === undefined ? (
          <Progress.Root size="sm" className={classes.progress}>
            <Progress.Section value={sent * 100} aria-label={t('tags:files.progress', { name })} />
          </Progress.Root>
        ) : (
          <span className={classes.error} role="alert">
            {text}
          </span>
        )}
      </div>
      <span className={classes.actions}>
        {error !== undefined && typeof error !== 'string' ? (
          <IconAction icon={IconRefresh} label={t('tags:files.retry', { name })} onClick={onRetry} />
        ) : null}
        <IconAction
          icon={IconX}
          label={t(error === undefined ? 'tags:files.cancel' : 'tags:files.dismiss', { name })}
          onClick={onRemove}
        />
      </span>
    </li>
  )
}

function FileEntry({ file }: { file: AttachmentRow }) {
  const { t, i18n } = useTranslation()
  const can = useCan()
  const save = useDownload()
  const remove = useCommand(attachments.destroy)
  const [confirming, setConfirming] = useState(false)
  const { id, name } = file
  return (
    <li className={classes.file}>
      <IconFile className={classes.icon} size={20} aria-hidden="true" />
      <div className={classes.about}>
        <span className={classes.name}>{name}</span>
        <span className={classes.meta}>
          {bytesText(file.size_bytes, regional(i18n.language))} · {file.author_name} ·{' '}
          <RelativeTime value={file.created_at} />
        </span>
      </div>
      <span className={classes.actions}>
        {can(attachments.download) ? (
          <IconAction
            icon={IconDownload}
            label={t('tags:files.download', { name })}
            onClick={() => void save(attachments.download, { params: { id } }, name)}
          />
        ) : null}
        {file.deletable && can(attachments.destroy) ? (
          <IconAction
            icon={IconTrash}
            label={t('tags:files.deleteNamed', { name })}
            onClick={() => setConfirming(true)}
          />
        ) : null}
      </span>
      <ConfirmDialog
        opened={confirming}
        onClose={() => setConfirming(false)}
        title={t('tags:files.deleteTitle', { name })}
        confirmLabel={t('tags:files.delete')}
        tone="danger"
        pending={remove.pending}
        error={remove.error}
        onConfirm={() =>
          void remove.run({ params: { id } }).then(
            () => setConfirming(false),
            () => undefined,
          )
        }
      >
        {t('tags:files.deleteText')}
      </ConfirmDialog>
    </li>
  )
}
