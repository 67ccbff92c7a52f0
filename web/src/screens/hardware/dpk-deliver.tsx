import { Button, Modal } from '@mantine/core'
import { hardware } from '@trunkline/contract/resources/hardware'
import { hardwareLive } from '@trunkline/contract/resources/hardware-live'
import type { DpkRow } from '@trunkline/contract/resources/hardware-manufacturer'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCommand } from '../../api/query.ts'
import { Form } from '../../form/form.tsx'
import type { FieldErrors } from '../../form/field-errors.ts'
import { RemotePicksField } from '../../form/remote-picks-field.tsx'
import { paths } from '../../paths.ts'
import { TextLink } from '../../ui/link.tsx'
import { followGroup, type Group } from '../devices/follow.ts'
import classes from './hardware.module.css'

interface Values extends Record<string, unknown> {
  ids: number[]
  ids_next: null
}

/** How far the delivery is; it goes on without this dialog, and a notice tells its end. */
function Progress({ group, onClose }: { group: Group; onClose: () => void }) {
  const { t } = useTranslation()
  const ended = group.done + group.failed === group.total
  return (
    <>
      <p className={classes.lead} role="status">
        {t(ended ? 'hardware:dpk.deliver.ended' : 'hardware:dpk.deliver.running', {
          done: group.done,
          failed: group.failed,
          count: group.total,
        })}
      </p>
      <p className={classes.lead}>
        <TextLink to={paths.hardware.commands} search={{ search: 'kind:dpk', searchFields: 'kind:=' }}>
          {t('hardware:dpk.deliver.commands')}
        </TextLink>
      </p>
      <div className={classes.buttons}>
        <Button onClick={onClose}>{t('ui:close')}</Button>
      </div>
    </>
  )
}

/** Brings a branding package to devices of its manufacturer; each fetches it and restarts. */
export default function DpkDeliver({ file, onClose }: { file: DpkRow; onClose: () => void }) {
  const { t } = useTranslation()
  const deliver = useCommand(hardwareLive.deliverDpk, { subjects: ['hardware'] })
  const [group, setGroup] = useState<Group | undefined>()
  const here = useRef(true)
  useEffect(() => {
    here.current = true
    return () => void (here.current = false)
  }, [])
  const initial = useMemo<Values>(() => ({ ids: [], ids_next: null }), [])
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('hardware:dpk.deliver.title', { name: file.name })}
      centered
      closeButtonProps={{ 'aria-label': t('ui:close') }}
    >
      {group ? (
        <Progress group={group} onClose={onClose} />
      ) : (
        <>
          <p className={classes.lead}>{t('hardware:dpk.deliver.text', { manufacturer: file.manufacturer_name })}</p>
          <Form<Values>
            initial={initial}
            guard={false}
            danger
            validate={(values): FieldErrors =>
              values.ids.length === 0 ? { ids: t('hardware:dpk.deliver.needed') } : {}
            }
            onSubmit={async ({ ids }) => {
              const { data } = await deliver.run({ params: { id: file.id }, body: { ids } })
              setGroup({ total: data.length, done: 0, failed: 0 })
              followGroup(data, (next) => here.current && setGroup(next))
            }}
            submitLabel={t('hardware:dpk.deliver.submit')}
            secondary={
              <Button variant="default" onClick={onClose}>
                {t('ui:cancel')}
              </Button>
            }
          >
            <RemotePicksField
              name="ids"
              label={t('hardware:dpk.deliver.devices')}
              help={t('hardware:dpk.deliver.help')}
              endpoint={hardware.lookup}
              known={[]}
              none={t('hardware:dpk.deliver.none')}
            />
          </Form>
        </>
      )}
    </Modal>
  )
}
