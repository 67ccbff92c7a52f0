import { control } from '@trunkline/contract/resources/control'
import type { LanDns } from '@trunkline/contract/resources/control-shapes'
import type { BodyInput } from '@trunkline/contract/endpoint'
import { useTranslation } from '../../i18n/use-translation.ts'
import { FieldGroup, NumberField, SwitchField, TextField } from '../../form/fields.tsx'
import { Card } from '../../ui/card.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import layout from '../../ui/layout.module.css'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { regional } from '../../ui/zone.ts'
import { CommandEnd } from '../devices/command-end.tsx'
import { useDeviceCommand } from '../devices/use-device-command.ts'
import { ListField } from './list-field.tsx'
import { RowForm } from './row-form.tsx'
import { dnsShape, valuesOf, type DnsValues } from './row-shape.ts'
import { TimeField } from './time-field.tsx'
import type { PageDevice } from './use-device.ts'
import { Value } from './value.tsx'

/** DNS servers and cache of a router. */
export function DnsCard({ of: { hardwareId, may }, dns }: { of: PageDevice; dns: LanDns | undefined }) {
  const { t, i18n } = useTranslation()
  const set = useDeviceCommand(control.setDns, { hardwareId })
  const content = (of: LanDns) => {
    const { cache_used_kib: used, cache_size_kib: size } = of
    const number = (value: number) => value.toLocaleString(regional(i18n.language))
    const facts = [
      { label: t('lan:field.dynamic_servers'), value: <Value of={of.dynamic_servers} /> },
      ...(used === null || size === null
        ? []
        : [{ label: t('lan:dns.cache'), value: t('lan:dns.used', { used: number(used), size: number(size) }) }]),
    ]
    if (!may(control.setDns)) {
      const settings = (Object.keys(dnsShape.empty) as (keyof DnsValues)[]).map((field) => ({
        label: t(`lan:field.${field}`),
        value: <Value of={of[field]} field={field} />,
      }))
      return <FactList facts={[...settings, ...facts]} />
    }
    return (
      <div className={layout.stack}>
        <FactList facts={facts} />
        <RowForm<DnsValues>
          shape={dnsShape}
          device={valuesOf(dnsShape, of)}
          schema={control.setDns.body}
          onSend={(body) => set.enqueue({ params: { id: hardwareId }, body: body as BodyInput<typeof control.setDns> })}
        >
          {(field) => (
            <FieldGroup>
              <ListField {...field('servers', t('lan:dns.serversHelp'))} placeholder="9.9.9.9, 149.112.112.112" />
              <TextField
                {...field('use_doh_server', t('lan:dns.dohHelp'))}
                inputMode="url"
                placeholder="https://dns.quad9.net/dns-query"
              />
              <NumberField {...field('cache_size_kib')} min={64} />
              <TimeField {...field('cache_max_ttl_seconds')} />
              <SwitchField {...field('allow_remote_requests', t('lan:dns.remoteHelp'))} />
              <SwitchField {...field('verify_doh_cert')} />
            </FieldGroup>
          )}
        </RowForm>
        <CommandEnd of={set.command} onClose={set.clear} />
      </div>
    )
  }
  return <Card title={t('lan:dns.title')}>{dns ? content(dns) : <DetailSkeleton />}</Card>
}
