import { Button, Group, Modal } from '@mantine/core'
import type { Reply } from '@trunkline/contract/endpoint'
import { hardware } from '@trunkline/contract/resources/hardware'
import { sites } from '@trunkline/contract/resources/site'
import { useState, type ReactNode } from 'react'
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
import layout from '../../ui/layout.module.css'
import { notify } from '../../ui/notify.ts'
import { usesOf } from './device-uses.ts'
import classes from './hardware.module.css'

interface DialogProps {
  rows: readonly StartedRow[]
  onClose: () => void
  /** Called when rows may have changed. */
  onDone: () => void
}

/** The number of devices that are named; the others are counted. */
const MAX_NAMES = 5

function SiteDialog({
  texts,
  rows,
  onClose,
  children,
}: Omit<DialogProps, 'onDone'> & { texts: string; children: ReactNode }) {
  const { t } = useTranslation()
  const rest = rows.length - MAX_NAMES
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(`hardware:${texts}.title`, { count: rows.length })}
      centered
      closeButtonProps={{ 'aria-label': t('ui:close') }}
    >
      <ul className={classes.names}>
        {rows.slice(0, MAX_NAMES).map((row) => (
          <li key={row.id}>{row.name}</li>
        ))}
        {rest > 0 ? <li>{t('hardware:more', { count: rest })}</li> : null}
      </ul>
      <p className={layout.lead}>{t(`hardware:${texts}.text`)}</p>
      {children}
    </Modal>
  )
}

/** Asks for a site and adds devices to it. Rejected devices are listed with the reason. */
export function AddToSiteDialog({ rows, onClose, onDone }: DialogProps) {
  const { t } = useTranslation()
  useMessages()
  const add = useCommand(sites.addHardware, { subjects: ['hardware', 'sites'] })
  const [rejected, setRejected] = useState<Reply<typeof sites.addHardware>['data']>([])
  return (
    <SiteDialog texts="addToSite" rows={rows} onClose={onClose}>
      <Form<{ site_id: number | null }>
        initial={{ site_id: null }}
        guard={false}
        validate={({ site_id }): FieldErrors =>
          site_id === null ? { site_id: t('hardware:addToSite.needsSite') } : {}
        }
        onSubmit={async ({ site_id }) => {
          if (site_id === null) return
          const { data } = await add.run({
            params: { siteId: site_id },
            body: { hardwareIds: rows.map((row) => row.id) },
          })
          onDone()
          const failed = data.filter((row) => !row.ok)
          setRejected(failed)
          if (failed.length > 0) return
          notify.success(t('hardware:addToSite.done', { count: data.length }))
          onClose()
        }}
        submitLabel={t('hardware:addToSite.submit')}
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
            <p>{t('hardware:addToSite.rejected', { count: rejected.length })}</p>
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
    </SiteDialog>
  )
}

/** Removes devices from their sites, all of them or none. On failure lists the records that use them. */
export function RemoveFromSiteDialog({ rows, onClose, onDone }: DialogProps) {
  const { t } = useTranslation()
  const command = useCommand(hardware.deassociation, { subjects: ['hardware', 'sites'] })
  const uses = command.error instanceof ApiError ? usesOf(command.error.details) : []
  const run = async () => {
    try {
      await command.run({ body: { ids: rows.map((row) => row.id) } })
    } catch {
      // Shown in the dialog.
      return
    }
    notify.success(t('hardware:removeFromSite.done', { count: rows.length }))
    onDone()
    onClose()
  }
  return (
    <SiteDialog texts="removeFromSite" rows={rows} onClose={onClose}>
      {command.error ? (
        <ErrorNotice error={command.error} inline title={t('hardware:removeFromSite.failed')}>
          {uses.length > 0 ? (
            <ul className={classes.names}>
              {uses.map(({ kind, name }, index) => (
                <li key={index}>
                  {t(`hardware:uses.kind.${kind}`, {
                    name: name ?? t('hardware:uses.hidden'),
                    defaultValue: name ?? kind,
                  })}
                </li>
              ))}
            </ul>
          ) : null}
        </ErrorNotice>
      ) : null}
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('ui:cancel')}
        </Button>
        <Button color="red.9" loading={command.pending} onClick={() => void run()}>
          {t('hardware:removeFromSite.submit')}
        </Button>
      </Group>
    </SiteDialog>
  )
}
