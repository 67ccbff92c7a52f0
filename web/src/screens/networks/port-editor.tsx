import { Button } from '@mantine/core'
import { siteNetworksControl, type SwitchPort, type SwitchPorts } from '@trunkline/contract/resources/control-network'
import type { BodyInput } from '@trunkline/contract/endpoint'
import { useTranslation } from '../../i18n/use-translation.ts'
import { FieldGroup, SelectField, SwitchField, TextField } from '../../form/fields.tsx'
import { sameValues } from '../../form/normalise.ts'
import lan from '../lan/lan.module.css'
import { ListField } from '../lan/list-field.tsx'
import { RollbackNote } from '../lan/management.tsx'
import { RowForm } from '../lan/row-form.tsx'
import { portShape, portValues, type PortValues } from './network-shape.ts'

/** The form of a switch port: bridge, VLANs and PoE. */
export function PortEditor({
  port,
  all,
  onSend,
  onClose,
}: {
  port: SwitchPort
  all: SwitchPorts
  onSend: (body: BodyInput<typeof siteNetworksControl.setSwitchPort>) => Promise<unknown>
  onClose: () => void
}) {
  const { t } = useTranslation()
  const filters = (bridge: string | null) => all.bridges.some((one) => one.name === bridge && one.vlan_filtering)
  const fixed = port.locked !== null && port.locked !== 'no-filtering'
  return (
    <RowForm<PortValues>
      key={port.id}
      feature="networks:port"
      shape={portShape}
      device={portValues(port)}
      id={port.id}
      schema={siteNetworksControl.setSwitchPort.body}
      onSend={(body) => onSend(body as BodyInput<typeof siteNetworksControl.setSwitchPort>)}
      cancel={
        <Button variant="default" onClick={onClose}>
          {t('ui:cancel')}
        </Button>
      }
      warning={(draft) =>
        sameValues({ ...portValues(port), comment: null, poe: null }, { ...draft, comment: null, poe: null }) ? null : (
          <RollbackNote />
        )
      }
    >
      {(field, { bridge, untagged }) => {
        const vlans = all.vlans.filter((vlan) => vlan.bridge === bridge)
        return (
          <FieldGroup>
            {fixed ? (
              <p className={lan.note}>{t(`networks:locked.${port.locked ?? 'dynamic'}`)}</p>
            ) : (
              <SelectField
                {...field('bridge', t('networks:port.bridgeHelp'))}
                clearable
                disabled={port.is_management}
                options={all.bridges.map(({ name }) => ({ id: name, name }))}
              />
            )}
            {!fixed && filters(bridge) ? (
              <>
                <SelectField
                  {...field('untagged', t('networks:port.untaggedHelp'))}
                  clearable
                  options={vlanOptions(vlans, untagged)}
                />
                <ListField
                  {...field(
                    'tagged',
                    t('networks:port.taggedHelp', {
                      list: vlanOptions(vlans, null)
                        .map(({ name }) => name)
                        .join(', '),
                    }),
                  )}
                  numeric
                />
              </>
            ) : !fixed && bridge ? (
              <p className={lan.note}>{t('networks:form.noFiltering', { name: bridge })}</p>
            ) : null}
            {port.poe ? (
              <SelectField
                {...field('poe')}
                options={(['auto-on', 'forced-on', 'off'] as const).map((id) => ({
                  id,
                  name: t(`networks:poe.${id}`),
                }))}
              />
            ) : null}
            <TextField {...field('comment')} maxLength={255} />
            <SwitchField {...field('disabled')} disabled={port.is_management} />
          </FieldGroup>
        )
      }}
    </RowForm>
  )
}

/** VLANs as options, with their names. The current one is one of them. */
function vlanOptions(vlans: SwitchPorts['vlans'], current: number | null) {
  const isKnown = current === null || vlans.some(({ vlan_id }) => vlan_id === current)
  const all = isKnown ? vlans : [{ vlan_id: current, name: null }, ...vlans]
  return all.map(({ vlan_id: id, name }) => ({ id, name: name === null ? String(id) : `${id} · ${name}` }))
}
