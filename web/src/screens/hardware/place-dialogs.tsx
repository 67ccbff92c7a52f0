import { Button, Modal } from '@mantine/core'
import type { Reply } from '@trunkline/contract/endpoint'
import { hardware } from '@trunkline/contract/resources/hardware'
import { sites } from '@trunkline/contract/resources/site'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { ApiError } from '../../api/call.ts'
import { reportText } from '../../api/only-row.ts'
import { useCommand } from '../../api/query.ts'
import type { FieldErrors } from '../../form/field-errors.ts'
import { Form } from '../../form/form.tsx'
import { RemoteSelectField } from '../../form/remote-select-field.tsx'
import { useMessages } from '../../i18n/messages.ts'
import type { StartedRow } from '../../list/list-types.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { notify } from '../../ui/notify.ts'
import classes from './hardware.module.css'
import { holdersOf } from './holders.ts'

interface DialogProps {
  rows: readonly StartedRow[]
  onClose: () => void
  /** Rows have changed. */
  onDone: () => void
}

/** Names that a question lists before it only counts. */
const named = 5

function Rows({ rows }: { rows: readonly StartedRow[] }) {
  const { t } = useTranslation()
  const rest = rows.length - named
  return (
    <ul className={classes.names}>
      {rows.slice(0, named).map((row) => (
        <li key={row.id}>{row.name}</li>
      ))}
      {rest > 0 ? <li>{t('hardware:dialog.more', { count: rest })}</li> : null}
    </ul>
  )
}

/** Asks for a site and puts devices there. */
export function PlaceDialog({ rows, onClose, onDone }: DialogProps) {
  const { t } = useTranslation()
  useMessages()
  const add = useCommand(sites.addHardware, { subjects: ['hardware', 'sites'] })
  const [rejected, setRefused] = useState<Reply<typeof sites.addHardware>['data']>([])
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('hardware:dialog.placeTitle', { count: rows.length })}
      centered
      closeButtonProps={{ 'aria-label': t('ui:close') }}
    >
      <Rows rows={rows} />
      <p className={classes.lead}>{t('hardware:dialog.placeText')}</p>
      <Form<{ site_id: number | null }>
        initial={{ site_id: null }}
        guard={false}
        validate={(values): FieldErrors => (values.site_id === null ? { site_id: t('hardware:dialog.needsSite') } : {})}
        onSubmit={async ({ site_id }) => {
          if (site_id === null) return
          const { data } = await add.run({
            params: { siteId: site_id },
            body: { hardwareIds: rows.map((row) => row.id) },
          })
          onDone()
          const failed = data.filter((row) => !row.ok)
          setRefused(failed)
          if (failed.length > 0) return
          notify.success(t('hardware:dialog.placed', { count: data.length }))
          onClose()
        }}
        submitLabel={t('hardware:dialog.place')}
        secondary={
          <Button variant="default" onClick={onClose}>
            {t('ui:cancel')}
          </Button>
        }
      >
        <RemoteSelectField
          name="site_id"
          label={t('hardware:field.site_name')}
          endpoint={sites.lookup}
          required
          whole
        />
        {rejected.length > 0 ? (
          <div role="alert" className={classes.alarm}>
            <p>{t('hardware:dialog.notPlaced', { count: rejected.length })}</p>
            <ul>
              {rejected.map((row) => (
                <li key={row.id}>
                  {rows.find(({ id }) => id === row.id)?.name ?? row.id}
                  {row.ok ? null : `: ${reportText(row) ?? ''}`}
                </li>
              ))}
            </ul>
          </div>
        ) : null}
      </Form>
    </Modal>
  )
}

/** Takes devices away from their sites: all of them or none, and then it says what uses those that have to stay. */
export function DeassociateDialog({ rows, onClose, onDone }: DialogProps) {
  const { t } = useTranslation()
  const command = useCommand(hardware.deassociation, { subjects: ['hardware', 'sites'] })
  const holders = command.error instanceof ApiError ? holdersOf(command.error.details) : []
  const run = async () => {
    try {
      await command.run({ body: { ids: rows.map((row) => row.id) } })
    } catch {
      // Told in the dialog.
      return
    }
    notify.success(t('hardware:dialog.taken', { count: rows.length }))
    onDone()
    onClose()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('hardware:dialog.takeTitle', { count: rows.length })}
      centered
      closeButtonProps={{ 'aria-label': t('ui:close') }}
    >
      <Rows rows={rows} />
      <p className={classes.lead}>{t('hardware:dialog.takeText')}</p>
      {command.error ? (
        <ErrorNotice error={command.error} inline title={t('hardware:dialog.notTaken')}>
          {holders.length > 0 ? (
            <ul className={classes.names}>
              {holders.map((holder, at) => (
                <li key={at}>
                  {t(`hardware:holder.${holder.kind}`, {
                    name: holder.name ?? t('hardware:holder.hidden'),
                    defaultValue: holder.name ?? holder.kind,
                  })}
                </li>
              ))}
            </ul>
          ) : null}
        </ErrorNotice>
      ) : null}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('ui:cancel')}
        </Button>
        <Button color="red.9" loading={command.pending} onClick={() => void run()}>
          {t('hardware:dialog.take')}
        </Button>
      </div>
    </Modal>
  )
}
