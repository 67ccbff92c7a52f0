import { hardware } from '@trunkline/contract/resources/hardware'
import { nas } from '@trunkline/contract/resources/nas'
import { subnets } from '@trunkline/contract/resources/subnet'
import { useSearch } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan, useRowCan } from '../../access/can.ts'
import { useCall } from '../../api/query.ts'
import { schemaErrors } from '../../form/field-errors.ts'
import { FieldGroup, NumberField, SwitchField } from '../../form/fields.tsx'
import { RemotePicksField } from '../../form/remote-picks-field.tsx'
import { RemoteSelectField } from '../../form/remote-select-field.tsx'
import { paths } from '../../paths.ts'
import { ClosedRecord, RecordForm } from '../../record/record-form.tsx'
import { useRecordForm } from '../../record/use-record-form.ts'
import { useGo } from '../../ui/navigation.ts'
import { LazyAttributeLines } from '../extra-attributes/lazy-lines.tsx'
import { IpoeFields } from './ipoe-fields.tsx'
import { nasBody, nasChanges, nasValues } from './nas-values.ts'
import { poolName } from './pool-name.ts'
import { RouterFields } from './router-fields.tsx'
import { SecretField } from './secret-field.tsx'

/** The form of a new NAS, or with an id in the path of an existing one. */
export default function NasForm() {
  const { t } = useTranslation()
  // The list of unknown senders links here with the address.
  const { address } = useSearch({ strict: false }) as { address?: unknown }
  const suggested = typeof address === 'string' ? address.slice(0, 64) : ''
  const can = useCan()
  const canOn = useRowCan()
  const go = useGo()
  const makers = useCall(nas.vendors, {}, { staleTime: 5 * 60_000 })
  const device = useRecordForm({
    calls: nas,
    // Services show the name of their NAS.
    subjects: ['nas', 'services', 'vpn-dialups'],
    texts: 'nas',
    list: paths.nas.list,
    page: paths.nas.details,
    start: () => nasValues(undefined, suggested),
    values: nasValues,
    body: nasBody,
    changes: nasChanges,
    // The next step is the configuration of the router.
    onCreated: (id) => go(paths.nas.details(id), { search: { tab: 'setup' } }),
  })
  const record = device.record

  if (record && (record.inherited || !canOn(nas.update, record)))
    return <ClosedRecord of={device} title={t('nas:notYours.title')} text={t('nas:notYours.text')} />
  return (
    <RecordForm of={device} validate={(values) => schemaErrors(nas.store.body, nasBody(values))}>
      {({ values, isNew }) => {
        const changesRate = makers.data?.data.find((maker) => maker.id === values.vendor)?.changes_rate
        return (
          <>
            <RouterFields isNew={isNew} changesRate={changesRate} />
            <FieldGroup title={t('nas:form.secretTitle')}>
              <SecretField isNew={isNew} />
              <SwitchField
                name="require_message_authenticator"
                label={t('nas:field.require_message_authenticator')}
                help={t('nas:form.authenticatorHelp')}
                whole
              />
            </FieldGroup>
            {values.purposes.includes('ipoe') ? (
              <IpoeFields values={values} stored={record?.has_ipoe_password ?? false} />
            ) : null}
            <FieldGroup title={t('nas:field.pools')} text={t('nas:form.poolsText')}>
              {can(subnets.lookup) ? (
                <RemotePicksField
                  name="pool_ids"
                  label={t('nas:form.addPool')}
                  endpoint={subnets.lookup}
                  query={{ type: 'pool', ip_version: 'ipv4', hosts: 'true' }}
                  known={(record?.pools ?? []).map((pool) => ({ id: pool.id, name: poolName(pool) }))}
                  ordered
                  none={t('nas:form.noPools')}
                />
              ) : null}
            </FieldGroup>
            <FieldGroup title={t('nas:form.more')}>
              {can(hardware.lookup) ? (
                <RemoteSelectField
                  name="hardware_id"
                  label={t('nas:field.hardware_name')}
                  help={t('nas:form.hardwareHelp')}
                  endpoint={hardware.lookup}
                  selected={
                    record?.hardware_id
                      ? { id: record.hardware_id, name: record.hardware_name ?? t('nas:hiddenDevice') }
                      : null
                  }
                  clearable
                />
              ) : null}
              <NumberField
                name="coa_port"
                label={t('nas:field.coa_port')}
                help={t('nas:form.coaPortHelp')}
                min={1}
                max={65_535}
              />
              <SwitchField
                name="input_is_download"
                label={t('nas:field.input_is_download')}
                help={t('nas:form.inputHelp')}
                whole
              />
            </FieldGroup>
            <LazyAttributeLines of="nas" restricted={false} />
          </>
        )
      }}
    </RecordForm>
  )
}
