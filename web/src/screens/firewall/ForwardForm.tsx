import { control } from '@trunkline/contract/resources/control'
import { firewall } from '@trunkline/contract/resources/firewall'
import { useTranslation } from '../../i18n/use-translation.ts'
import { FieldGroup, SwitchField, TextField } from '../../form/fields.tsx'
import { Card } from '../../ui/card.tsx'
import { useGo } from '../../ui/navigation.ts'
import { RollbackNote } from '../lan/management.tsx'
import { RowForm } from '../lan/row-form.tsx'
import { RouterPage, useRowPage } from '../lan/row-page.tsx'
import { useDeviceReading } from '../lan/use-device-reading.ts'
import { firewallPaths } from './firewall-paths.ts'
import classes from './firewall.module.css'
import { ForwardFields } from './forward-fields.tsx'
import { ForwardPreview } from './forward-preview.tsx'
import {
  forwardShape,
  forwardValues,
  ownerRuleShape,
  type ForwardValues,
  type OwnerRuleValues,
} from './forward-shape.ts'
import { RuleCounters, RuleOrigin, RuleText } from './rule-cells.tsx'
import { groupRules } from './rules.ts'

/** The form of a port forward, new or known. Of an owner's rule it has the state and the comment. */
export default function ForwardForm() {
  const { t } = useTranslation()
  const go = useGo()
  const page = useRowPage({
    menu: firewall.nat,
    add: firewall.addForward,
    set: firewall.setForward,
    param: 'natId',
    list: firewallPaths.router,
  })
  const { of, id, call, send, list } = page
  const nat = page.reading.rows
  const filters = useDeviceReading(of, firewall.filters)
  const addresses = useDeviceReading(of, control.addresses)
  const interfaces = useDeviceReading(of, control.statistics)
  const leases = useDeviceReading(of, control.leases)
  const group = groupRules(nat ?? []).find(({ rules }) => rules.some((rule) => rule.id === id))
  const rule = group?.first
  const form = {
    id: rule?.id,
    schema: call.body,
    feature: 'firewall',
    onSend: send,
    onUnchanged: () => void go(list),
  }

  return (
    <RouterPage
      page={page}
      title={t(id === undefined ? 'panel:title.natCreate' : 'panel:title.natUpdate')}
      listTitle={t('panel:title.deviceFirewall')}
      missing={t('firewall:nat.missing')}
      found={rule !== undefined}
      locked={rule?.dynamic ? t('lan:dynamic') : undefined}
      above={
        group ? (
          <Card title={t('firewall:nat.current')}>
            <ul className={classes.uses}>
              {group.rules.map((one) => (
                <li key={one.id}>
                  <span>{t('firewall:rule', { position: one.position })}</span>
                  <RuleText of={one} />
                  <RuleOrigin of={one} />
                  <RuleCounters of={[one]} />
                </li>
              ))}
            </ul>
          </Card>
        ) : null
      }
    >
      {(cancel) =>
        rule && (!rule.is_ours || rule.forward === null) ? (
          <RowForm<OwnerRuleValues>
            {...form}
            key="owner"
            shape={ownerRuleShape}
            device={{ disabled: rule.disabled, comment: rule.comment }}
            cancel={cancel}
            warning={({ disabled }) =>
              disabled === rule.disabled ? null : <RollbackNote>{t('firewall:switch.owner')}</RollbackNote>
            }
          >
            {(field) => (
              <FieldGroup text={t(rule.is_ours ? 'firewall:nat.changedText' : 'firewall:nat.ownerText')}>
                <SwitchField {...field('disabled')} />
                <TextField {...field('comment')} maxLength={255} whole />
              </FieldGroup>
            )}
          </RowForm>
        ) : (
          <RowForm<ForwardValues>
            {...form}
            key="forward"
            shape={forwardShape}
            device={rule?.forward ? forwardValues(rule, rule.forward) : undefined}
            cancel={cancel}
            warning={(draft) => (
              <ForwardPreview
                draft={draft}
                config={{
                  nat,
                  filters: filters.rows,
                  addresses: (addresses.rows ?? []).map(({ address }) => address),
                }}
                own={group?.rules ?? []}
              />
            )}
          >
            {(field) => (
              <ForwardFields
                field={field}
                interfaces={(interfaces.rows?.interfaces ?? []).map(({ name }) => name)}
                present={rule?.in_interface}
                leases={leases.rows ?? []}
              />
            )}
          </RowForm>
        )
      }
    </RouterPage>
  )
}
