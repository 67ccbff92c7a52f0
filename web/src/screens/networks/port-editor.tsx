import { Button, TextInput } from '@mantine/core'
import { siteNetworksControl, type SwitchPort, type SwitchPorts } from '@trunkline/contract/resources/control-network'
import type { BodyInput } from '@trunkline/contract/endpoint'
import { IconShieldCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { FieldGroup, inputProps, SelectField, SwitchField, TextField, type FieldProps } from '../../form/fields.tsx'
import { useField } from '../../form/form-context.ts'
import { sameValues } from '../../form/normalise.ts'
import lan from '../lan/lan.module.css'
import { RowForm } from '../lan/row-form.tsx'
import { portShape, portValues, type PortValues } from './network-shape.ts'

/** What is plugged in where: bridge, networks with and without tag, power. */
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
      shape={portShape}
      device={portValues(port)}
      id={port.id}
      schema={siteNetworksControl.setSwitchPort.body}
      onSend={(body) => onSend(body as BodyInput<typeof siteNetworksControl.setSwitchPort>)}
      onNothing={onClose}
      cancel={
        <Button variant="default" onClick={onClose}>
          {t('ui:cancel')}
        </Button>
      }
      warning={(draft) =>
        sameValues({ ...portValues(port), comment: null, poe: null }, { ...draft, comment: null, poe: null }) ? null : (
          <p className={lan.guard}>
            <IconShieldCheck size={20} aria-hidden="true" />
            <span>{t('networks:guard.port')}</span>
          </p>
        )
      }
    >
      {(beside, draft) => (
        <FieldGroup>
          {fixed ? <p className={lan.note}>{t(`networks:locked.${port.locked ?? 'dynamic'}`)}</p> : null}
          {fixed ? null : (
            <SelectField
              name="bridge"
              label={t('networks:field.bridge')}
              help={beside('bridge', t('networks:port.bridgeHelp'))}
              clearable
              disabled={port.is_management}
              options={all.bridges.map(({ name }) => ({ id: name, name }))}
            />
          )}
          {!fixed && filters(draft.bridge) ? (
            <>
              <SelectField
                name="untagged"
                label={t('networks:port.untagged')}
                help={beside('untagged', t('networks:port.untaggedHelp'))}
                clearable
                options={vlanChoices(all, draft.bridge, draft.untagged)}
              />
              <VlanField
                name="tagged"
                label={t('networks:port.tagged')}
                help={beside(
                  'tagged',
                  t('networks:port.taggedHelp', {
                    list: vlanChoices(all, draft.bridge, null)
                      .map(({ name }) => name)
                      .join(', '),
                  }),
                )}
              />
            </>
          ) : !fixed && draft.bridge ? (
            <p className={lan.note}>{t('networks:form.noFiltering', { name: draft.bridge })}</p>
          ) : null}
          {port.poe ? (
            <SelectField
              name="poe"
              label={t('networks:port.poe')}
              help={beside('poe')}
              options={(['auto-on', 'forced-on', 'off'] as const).map((id) => ({
                id,
                name: t(`networks:poe.${id}`),
              }))}
            />
          ) : null}
          <TextField name="comment" label={t('lan:field.comment')} help={beside('comment')} maxLength={255} />
          <SwitchField
            name="disabled"
            label={t('lan:field.disabled')}
            help={beside('disabled')}
            disabled={port.is_management}
          />
        </FieldGroup>
      )}
    </RowForm>
  )
}

/** Networks of a bridge to choose from, with their names. */
function vlanChoices({ vlans }: SwitchPorts, bridge: string | null, present: number | null) {
  const known = vlans.filter((vlan) => vlan.bridge === bridge)
  const all =
    present !== null && !known.some(({ vlan_id }) => vlan_id === present)
      ? [{ vlan_id: present, name: null }, ...known]
      : known
  return all.map(({ vlan_id, name }) => ({
    id: vlan_id,
    name: name === null ? String(vlan_id) : `${vlan_id} · ${name}`,
  }))
}

const readNumbers = (text: string): number[] =>
  text
    .split(/[\s,;]+/)
    .filter((part) => part !== '')
    .map(Number)

/** Several VLANs in one line. The value is a list of numbers. */
function VlanField(props: FieldProps) {
  const field = useField<number[]>(props.name, props.label)
  const value = field.value ?? []
  const [text, setText] = useState(() => value.join(', '))
  const shown = sameValues(readNumbers(text), value) ? text : value.join(', ')
  return (
    <TextInput
      {...inputProps(props, field)}
      autoComplete="off"
      inputMode="numeric"
      value={shown}
      onChange={(event) => {
        setText(event.currentTarget.value)
        field.change(readNumbers(event.currentTarget.value))
      }}
      onBlur={field.leave}
    />
  )
}
