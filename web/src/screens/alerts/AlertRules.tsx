import { Button, Checkbox, Group, Modal, Select, Stack, TextInput } from '@mantine/core'
import { alertRuleCalls, type EffectiveAlertRule } from '@trunkline/contract/resources/alert'
import {
  alertRuleFields,
  alertRules,
  alertSeverities,
  type AlertRuleField,
  type AlertRuleKey,
  type AlertSeverity,
} from '@trunkline/contract/resources/alert-rules'
import { useState } from 'react'
import { useCan } from '../../access/can.ts'
import { useCall, useCommand } from '../../api/query.ts'
import type { TFunction } from '../../i18n/translations.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { announce } from '../../ui/announcer.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import layout from '../../ui/layout.module.css'
import { PageHeader } from '../../ui/page-header.tsx'
import { QueryResult } from '../../ui/query-result.tsx'
import { SimpleTable } from '../../ui/simple-table.tsx'
import { SeverityBadge, valueText } from './alert-badge.tsx'

type Entry = EffectiveAlertRule['fields'][number]

const entryOf = (rule: EffectiveAlertRule, field: AlertRuleField): Entry =>
  rule.fields.find((one) => one.field === field)!

const durationText = (t: TFunction, seconds: number) =>
  seconds === 0
    ? t('alerts:rules.atOnce')
    : seconds % 60 === 0
      ? t('alerts:rules.minutes', { value: seconds / 60 })
      : t('alerts:rules.seconds', { value: seconds })

/** A value of a rule as text. */
function fieldText(t: TFunction, rule: AlertRuleKey, field: AlertRuleField, value: Entry['value']): string {
  if (value === null) return '–'
  if (typeof value === 'boolean') return t(value ? 'alerts:rules.on' : 'alerts:rules.off')
  if (field === 'severity') return t(`alerts:value.severity.${value as AlertSeverity}`)
  if (field === 'threshold' || field === 'clear_threshold') return valueText(t, rule, Number(value)) ?? String(value)
  return durationText(t, Number(value))
}

/** Where the values of a rule come from: the nearest company that set one. */
function sourceText(t: TFunction, { fields }: EffectiveAlertRule): string {
  const set = fields.filter(({ from }) => from !== 'built-in')
  if (set.some(({ from }) => from === 'own')) return t('alerts:rules.here')
  const [first] = set
  return first === undefined ? t('alerts:rules.builtIn') : (first.from_name ?? t('alerts:rules.higher'))
}

/** The rules of the caller's company with the values in effect. */
export default function AlertRules() {
  const { t } = useTranslation()
  const can = useCan()
  const query = useCall(alertRuleCalls.list, { query: {} })
  const [edited, setEdited] = useState<EffectiveAlertRule | null>(null)
  const may = can(alertRuleCalls.update)
  return (
    <Stack gap="md">
      <PageHeader title={t('alerts:rules.title')} subtitle={t('alerts:rules.subtitle')} />
      <QueryResult
        query={query}
        rows={query.data?.data}
        empty={{ title: t('alerts:rules.empty.title'), text: t('alerts:rules.empty.text') }}
      >
        {(rows) => (
          <SimpleTable<EffectiveAlertRule>
            label={t('alerts:rules.title')}
            rows={rows}
            rowKey={({ rule }) => rule}
            columns={[
              {
                key: 'rule',
                header: t('alerts:rules.rule'),
                cell: ({ rule }) => (
                  <>
                    {t(`alerts:value.rule.${rule}`)}
                    <div className={layout.smallNote}>{t(`alerts:rule.${rule}`)}</div>
                  </>
                ),
              },
              {
                key: 'severity',
                header: t('alerts:field.severity'),
                cell: (row) =>
                  entryOf(row, 'enabled').value === false ? (
                    t('alerts:rules.off')
                  ) : (
                    <SeverityBadge severity={entryOf(row, 'severity').value as AlertSeverity} />
                  ),
              },
              {
                key: 'threshold',
                header: t('alerts:rules.threshold'),
                cell: (row) => {
                  const { direction } = alertRules[row.rule]
                  const value = fieldText(t, row.rule, 'threshold', entryOf(row, 'threshold').value)
                  return direction === null ? '–' : t(`alerts:rules.${direction}`, { value })
                },
              },
              {
                key: 'after',
                header: t('alerts:rules.after'),
                cell: (row) => durationText(t, Number(entryOf(row, 'fire_seconds').value)),
              },
              { key: 'from', header: t('alerts:rules.from'), cell: (row) => sourceText(t, row) },
              ...(may
                ? [
                    {
                      key: 'edit',
                      header: t('alerts:rules.edit'),
                      cell: (row: EffectiveAlertRule) => (
                        <Button
                          variant="default"
                          size="xs"
                          aria-label={t('alerts:rules.editNamed', { name: t(`alerts:value.rule.${row.rule}`) })}
                          onClick={() => setEdited(row)}
                        >
                          {t('alerts:rules.edit')}
                        </Button>
                      ),
                    },
                  ]
                : []),
            ]}
          />
        )}
      </QueryResult>
      {edited === null ? null : <RuleDialog rule={edited} onClose={() => setEdited(null)} />}
    </Stack>
  )
}

/** Values as typed; empty: inherited. */
type Typed = Record<AlertRuleField, string>

/** Fields that a rule has. */
const fieldsOf = (rule: AlertRuleKey): AlertRuleField[] =>
  alertRuleFields.filter((field) =>
    field === 'threshold' || field === 'clear_threshold'
      ? alertRules[rule].direction !== null
      : field !== 'clear_seconds' || alertRules[rule].expire_seconds === null,
  )

const bodyOf = (typed: Typed) => {
  const number = (text: string) => (text.trim() === '' ? null : Number(text))
  return {
    enabled: typed.enabled === '' ? null : typed.enabled === 'true',
    severity: typed.severity === '' ? null : (typed.severity as AlertSeverity),
    threshold: number(typed.threshold),
    clear_threshold: number(typed.clear_threshold),
    fire_seconds: number(typed.fire_seconds),
    clear_seconds: number(typed.clear_seconds),
  }
}

/** Changes the values that the company sets itself, and which of them are locked below. */
function RuleDialog({ rule, onClose }: { rule: EffectiveAlertRule; onClose: () => void }) {
  const { t } = useTranslation()
  const command = useCommand(alertRuleCalls.update)
  const [typed, setTyped] = useState<Typed>(
    () => Object.fromEntries(rule.fields.map(({ field, own }) => [field, own === null ? '' : String(own)])) as Typed,
  )
  const [locked, setLocked] = useState<AlertRuleField[]>(() =>
    rule.fields.filter((one) => one.locked).map(({ field }) => field),
  )
  const [failure, setFailure] = useState<unknown>(null)
  const store = async (values: Typed, locks: AlertRuleField[]) => {
    setFailure(null)
    try {
      await command.run({ body: { rule: rule.rule, ...bodyOf(values), locked: locks } })
      announce(t('alerts:rules.saved'))
      onClose()
    } catch (error) {
      setFailure(error)
    }
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(`alerts:value.rule.${rule.rule}`)}
      centered
      closeButtonProps={{ 'aria-label': t('ui:close') }}
    >
      <Stack gap="md">
        <p className={layout.note}>{t(`alerts:rule.${rule.rule}`)}</p>
        {fieldsOf(rule.rule).map((field) => {
          const entry = entryOf(rule, field)
          const inherited = t('alerts:rules.inherit', { value: fieldText(t, rule.rule, field, entry.value) })
          const shared = {
            label: t(`alerts:rules.field.${field}`),
            disabled: entry.locked_above,
            ...(entry.locked_above && { description: t('alerts:rules.lockedAbove') }),
          }
          const change = (value: string) => setTyped((before) => ({ ...before, [field]: value }))
          return (
            <Stack key={field} gap={4}>
              {field === 'enabled' || field === 'severity' ? (
                <Select
                  {...shared}
                  clearable
                  placeholder={entry.own === null ? inherited : undefined}
                  value={typed[field] === '' ? null : typed[field]}
                  onChange={(value) => change(value ?? '')}
                  data={
                    field === 'enabled'
                      ? [
                          { value: 'true', label: t('alerts:rules.on') },
                          { value: 'false', label: t('alerts:rules.off') },
                        ]
                      : alertSeverities.map((value) => ({ value, label: t(`alerts:value.severity.${value}`) }))
                  }
                />
              ) : (
                <TextInput
                  {...shared}
                  inputMode="decimal"
                  placeholder={entry.own === null ? inherited : undefined}
                  value={typed[field]}
                  onChange={(event) => change(event.currentTarget.value)}
                />
              )}
              <Checkbox
                size="sm"
                label={t('alerts:rules.lock')}
                aria-label={`${t('alerts:rules.lock')}: ${t(`alerts:rules.field.${field}`)}`}
                disabled={entry.locked_above}
                checked={locked.includes(field)}
                onChange={(event) => {
                  const on = event.currentTarget.checked
                  setLocked((before) => (on ? [...before, field] : before.filter((one) => one !== field)))
                }}
              />
            </Stack>
          )
        })}
        {failure ? <ErrorNotice error={failure} inline /> : null}
        <Group justify="flex-end" gap="xs">
          <Button
            variant="default"
            disabled={command.pending}
            onClick={() => void store(Object.fromEntries(alertRuleFields.map((field) => [field, ''])) as Typed, [])}
          >
            {t('alerts:rules.reset')}
          </Button>
          <Button loading={command.pending} onClick={() => void store(typed, locked)}>
            {t('alerts:rules.save')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
