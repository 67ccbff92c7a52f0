import { control } from '@trunkline/contract/resources/control'
import type { LanDns } from '@trunkline/contract/resources/control-shapes'
import type { Endpoint } from '@trunkline/contract/endpoint'
import { useTranslation } from '../../i18n/use-translation.ts'
import type { BodyInput } from '@trunkline/contract/endpoint'
import { FieldGroup, NumberField, SwitchField, TextField } from '../../form/fields.tsx'
import { durationText } from '../../ui/amounts.ts'
import { Card } from '../../ui/card.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import { notify } from '../../ui/notify.ts'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { regional } from '../../ui/zone.ts'
import { CommandEnd } from '../devices/command-end.tsx'
import { useDeviceCommand } from '../devices/use-device-command.ts'
import classes from './lan.module.css'
import { ListField } from './list-field.tsx'
import { RowForm } from './row-form.tsx'
import { dnsShape, valuesOf, type DnsValues } from './row-shape.ts'
import { TimeField } from './time-field.tsx'
import { Value } from './value.tsx'

/** Which servers a router asks for names, and whether it answers its clients itself. */
export function DnsCard({
  hardwareId,
  of,
  may,
}: {
  hardwareId: number
  of: LanDns | undefined
  may: (endpoint: Endpoint) => boolean
}) {
  const { t, i18n } = useTranslation()
  const set = useDeviceCommand(control.setDns, { hardwareId })
  const language = regional(i18n.language)
  const describe = (field: keyof DnsValues, value: unknown) =>
    field === 'cache_max_ttl_seconds' && typeof value === 'number' ? (
      durationText(value, language)
    ) : (
      <Value of={value} />
    )
  if (!of)
    return (
      <Card title={t('lan:dns.title')}>
        <DetailSkeleton />
      </Card>
    )
  const used =
    of.cache_used_kib === null || of.cache_size_kib === null
      ? undefined
      : t('lan:dns.used', {
          used: of.cache_used_kib.toLocaleString(language),
          size: of.cache_size_kib.toLocaleString(language),
        })
  const facts = [
    { label: t('lan:field.dynamic_servers'), value: <Value of={of.dynamic_servers} /> },
    ...(used ? [{ label: t('lan:dns.cache'), value: used }] : []),
  ]
  if (!may(control.setDns))
    return (
      <Card title={t('lan:dns.title')}>
        <FactList
          facts={[
            ...(Object.keys(dnsShape.empty) as (keyof DnsValues)[]).map((field) => ({
              label: t(`lan:field.${field}`),
              value: describe(field, of[field]),
            })),
            ...facts,
          ]}
        />
      </Card>
    )
  return (
    <Card title={t('lan:dns.title')}>
      <div className={classes.stack}>
        <FactList facts={facts} />
        <RowForm<DnsValues>
          shape={dnsShape}
          device={valuesOf(dnsShape, of)}
          schema={control.setDns.body}
          onSend={(body) => set.ask({ params: { id: hardwareId }, body: body as BodyInput<typeof control.setDns> })}
          onNothing={() => notify.info(t('lan:nothing'))}
          words={describe}
        >
          {(beside) => (
            <FieldGroup>
              <ListField
                name="servers"
                label={t('lan:field.servers')}
                help={beside('servers', t('lan:dns.serversHelp'))}
                placeholder="9.9.9.9, 149.112.112.112"
              />
              <TextField
                name="use_doh_server"
                label={t('lan:field.use_doh_server')}
                help={beside('use_doh_server', t('lan:dns.dohHelp'))}
                inputMode="url"
                placeholder="https://dns.quad9.net/dns-query"
              />
              <NumberField
                name="cache_size_kib"
                label={t('lan:field.cache_size_kib')}
                help={beside('cache_size_kib')}
                min={64}
              />
              <TimeField
                name="cache_max_ttl_seconds"
                label={t('lan:field.cache_max_ttl_seconds')}
                help={beside('cache_max_ttl_seconds')}
              />
              <SwitchField
                name="allow_remote_requests"
                label={t('lan:field.allow_remote_requests')}
                help={beside('allow_remote_requests', t('lan:dns.remoteHelp'))}
              />
              <SwitchField
                name="verify_doh_cert"
                label={t('lan:field.verify_doh_cert')}
                help={beside('verify_doh_cert')}
              />
            </FieldGroup>
          )}
        </RowForm>
        <CommandEnd of={set.command} onClose={set.clear} />
      </div>
    </Card>
  )
}
