import { Button } from '@mantine/core'
import { IconEdit, IconTrash } from '@tabler/icons-react'
import type { LabelKind } from '@trunkline/contract/label-kind'
import { attachments } from '@trunkline/contract/resources/attachment'
import { notes, type NoteRow } from '@trunkline/contract/resources/note'
import { useState } from 'react'
import { useCan } from '../access/can.ts'
import { useSession } from '../access/session.ts'
import { useCall, useCommand } from '../api/query.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { Card } from '../ui/card.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { IconAction } from '../ui/icon-action.tsx'
import layout from '../ui/layout.module.css'
import { notify } from '../ui/notify.ts'
import { DetailSkeleton } from '../ui/skeletons.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { RelativeTime } from '../ui/time.tsx'
import { mentionParts } from './mentions.ts'
import { NoteComposer } from './note-composer.tsx'
import classes from './notes.module.css'
import { RecordFiles } from './record-files.tsx'

interface Of {
  kind: LabelKind
  id: number
  /** The company of the record. */
  company: number | undefined
}

/** Notes and files of a record, latest first. */
export default function RecordNotes(of: Of) {
  const can = useCan()
  return (
    <div className={layout.stack}>
      {can(notes.index) ? <Notes {...of} /> : null}
      {can(attachments.index) ? <RecordFiles kind={of.kind} id={of.id} /> : null}
    </div>
  )
}

function Notes({ kind, id, company }: Of) {
  const { t } = useTranslation()
  const can = useCan()
  const [perPage, setPerPage] = useState<25 | 50 | 100 | 200>(25)
  const add = useCommand(notes.store)
  const found = useCall(notes.index, {
    query: { search: `kind:${kind};record_id:${id}`, searchFields: 'kind:=;record_id:=', searchJoin: 'and', perPage },
  })
  const rows = found.data?.data ?? []
  const total = found.data?.meta.pagination.total ?? 0
  return (
    <Card title={t('tags:notes.title')}>
      {can(notes.store) ? (
        <NoteComposer
          company={company}
          label={t('tags:notes.new')}
          submitLabel={t('tags:notes.add')}
          onSubmit={async (draft) => {
            await add.run({ body: { kind, record_id: id, ...draft } })
            notify.success(t('tags:notes.added'))
          }}
        />
      ) : null}
      {found.error ? (
        <ErrorNotice error={found.error} retry={() => void found.refetch()} />
      ) : found.isPending ? (
        <DetailSkeleton />
      ) : rows.length === 0 ? (
        <p className={classes.meta}>{t('tags:notes.none')}</p>
      ) : (
        <ul className={classes.list} aria-label={t('tags:notes.title')}>
          {rows.map((note) => (
            <Note key={note.id} note={note} />
          ))}
        </ul>
      )}
      {total > rows.length && perPage < 200 ? (
        <Button mt="md" variant="default" onClick={() => setPerPage(perPage === 25 ? 50 : perPage === 50 ? 100 : 200)}>
          {t('tags:notes.more', { count: total - rows.length })}
        </Button>
      ) : null}
    </Card>
  )
}

function Note({ note }: { note: NoteRow }) {
  const { t } = useTranslation()
  const can = useCan()
  const own = useSession()?.user.id === note.author_id
  const [editing, setEditing] = useState(false)
  const [confirming, setConfirming] = useState(false)
  const change = useCommand(notes.update)
  const remove = useCommand(notes.destroy)
  const params = { id: note.id }
  if (editing)
    return (
      <li className={classes.note}>
        <NoteComposer
          start={note}
          known={note.mentions}
          company={note.company_id}
          label={t('tags:notes.edit')}
          submitLabel={t('form:save')}
          onCancel={() => setEditing(false)}
          onSubmit={async (draft) => {
            await change.run({ params, body: draft })
            setEditing(false)
          }}
        />
      </li>
    )
  return (
    <li className={classes.note}>
      <div className={classes.head}>
        <span className={classes.author}>{note.author_name}</span>
        <span className={classes.meta}>
          <RelativeTime value={note.created_at} />
          {note.edited_at ? ` · ${t('tags:notes.edited')}` : null}
        </span>
        {note.internal ? (
          <StatusBadge tone="info" dot={false}>
            {t('tags:notes.isInternal')}
          </StatusBadge>
        ) : null}
        {own && can(notes.update) ? (
          <span className={classes.actions}>
            <IconAction icon={IconEdit} label={t('tags:notes.edit')} onClick={() => setEditing(true)} />
            <IconAction icon={IconTrash} label={t('tags:notes.delete')} onClick={() => setConfirming(true)} />
          </span>
        ) : null}
      </div>
      <p className={classes.text}>
        {mentionParts(note.text, note.mentions).map((part, index) =>
          part.mentioned ? (
            <span key={index} className={classes.mention}>
              {part.text}
            </span>
          ) : (
            part.text
          ),
        )}
      </p>
      <ConfirmDialog
        opened={confirming}
        onClose={() => setConfirming(false)}
        title={t('tags:notes.deleteTitle')}
        confirmLabel={t('tags:notes.delete')}
        tone="danger"
        pending={remove.pending}
        error={remove.error}
        onConfirm={() =>
          void remove.run({ params }).then(
            () => setConfirming(false),
            () => undefined,
          )
        }
      >
        {t('tags:notes.deleteText')}
      </ConfirmDialog>
    </li>
  )
}
