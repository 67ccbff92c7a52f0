import { Button, Group, Modal } from '@mantine/core'
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
import layout from '../../ui/layout.module.css'
import { TextLink } from '../../ui/link.tsx'
import { followGroup, type Group as Progress } from '../devices/follow.ts'

interface DeliveryValues extends Record<string, unknown> {
  ids: number[]
  ids_next: null
}

/** The progress of a delivery. It continues when the dialog is closed, and a notice reports its result. */
function DeliveryProgress({ progress, onClose }: { progress: Progress; onClose: () => void }) {
  const { t } = useTranslation()
  const { done, failed, total: count } = progress
  return (
    <>
      <p className={layout.lead} role="status">
        {t(`hardware:dpk.deliver.${done + failed === count ? 'ended' : 'running'}`, { done, failed, count })}
      </p>
      <p className={layout.lead}>
        <TextLink to={paths.hardware.commands} search={{ search: 'kind:dpk', searchFields: 'kind:=' }}>
          {t('hardware:dpk.deliver.commands')}
        </TextLink>
      </p>
      <Group justify="flex-end">
        <Button onClick={onClose}>{t('ui:close')}</Button>
      </Group>
    </>
  )
}

/** Delivers a branding package to devices of its manufacturer; each downloads it and restarts. */
export default function DpkDeliver({ file, onClose }: { file: DpkRow; onClose: () => void }) {
  const { t } = useTranslation()
  const deliver = useCommand(hardwareLive.deliverDpk, { subjects: ['hardware'] })
  const [progress, setProgress] = useState<Progress | undefined>()
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => void (isMounted.current = false)
  }, [])
  const initial = useMemo<DeliveryValues>(() => ({ ids: [], ids_next: null }), [])
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('hardware:dpk.deliver.title', { name: file.name })}
      centered
      closeButtonProps={{ 'aria-label': t('ui:close') }}
    >
      {progress ? (
        <DeliveryProgress progress={progress} onClose={onClose} />
      ) : (
        <>
          <p className={layout.lead}>{t('hardware:dpk.deliver.text', { manufacturer: file.manufacturer_name })}</p>
          <Form<DeliveryValues>
            initial={initial}
            guard={false}
            danger
            validate={(values): FieldErrors =>
              values.ids.length === 0 ? { ids: t('hardware:dpk.deliver.needed') } : {}
            }
            onSubmit={async ({ ids }) => {
              const { data } = await deliver.run({ params: { id: file.id }, body: { ids } })
              setProgress({ total: data.length, done: 0, failed: 0 })
              followGroup(data, (next) => isMounted.current && setProgress(next))
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
