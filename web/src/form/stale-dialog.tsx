import { Button, Group, Modal, Radio } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'
import { SimpleTable } from '../ui/simple-table.tsx'
import { plainText } from '../ui/plain-text.ts'
import type { AnyValues } from './form-context.ts'
import classes from './form.module.css'
import { differences, valueAt } from './normalise.ts'

/** The merged values: the saved ones, with the fields of `paths` from the form. `version` is always the saved one. */
export function merge(mine: AnyValues, theirs: AnyValues, paths: readonly string[]): AnyValues {
  const merged = structuredClone(theirs)
  for (const path of paths) {
    const keys = path.split('.')
    const last = keys.pop() as string
    let at = merged as AnyValues
    for (const key of keys) at = (at[key] ??= {}) as AnyValues
    at[last] = valueAt(mine, path)
  }
  return merged
}

function FieldValue({ value }: { value: unknown }) {
  const { t } = useTranslation()
  if (value === null || value === undefined || value === '') return <em>{t('form:stale.empty')}</em>
  if (typeof value === 'boolean') return t(value ? 'ui:yes' : 'ui:no')
  const text = plainText(value)
  if (text.startsWith('data:image/')) return <img src={text} alt="" height={48} />
  return text.length > 300 ? `${text.slice(0, 300)} …` : text
}

/** Compares the form with the record that another user has saved in the meantime. */
export default function StaleDialog({
  mine,
  theirs,
  labels,
  onApply,
  onCancel,
}: {
  mine: AnyValues
  theirs: AnyValues
  /** Labels of the fields by path; only these can be selected, the others take the saved value. */
  labels: ReadonlyMap<string, string>
  onApply: (merged: AnyValues) => void
  onCancel: () => void
}) {
  const { t } = useTranslation()
  const paths = differences(mine, theirs).filter((path) => path !== 'version' && labels.has(path))
  const [own, setOwn] = useState<readonly string[]>(paths)
  const choose = (path: string, own: boolean) =>
    setOwn((before) =>
      own ? [...before.filter((other) => other !== path), path] : before.filter((other) => other !== path),
    )
  return (
    <Modal
      opened
      onClose={onCancel}
      size="xl"
      title={t('form:stale.title')}
      centered
      closeButtonProps={{ 'aria-label': t('ui:close') }}
    >
      {paths.length === 0 ? (
        <p>{t('form:stale.same')}</p>
      ) : (
        <>
          <p>{t('form:stale.text')}</p>
          <SimpleTable
            label={t('form:stale.title')}
            tableClassName={classes.compare}
            rows={paths}
            rowKey={(path) => path}
            columns={[
              { key: 'field', header: t('form:stale.field'), cell: (path) => labels.get(path) },
              ...(['mine', 'theirs'] as const).map((side) => ({
                key: side,
                header: t(`form:stale.${side}`),
                cell: (path: string) => (
                  <Radio
                    name={path}
                    checked={own.includes(path) === (side === 'mine')}
                    onChange={() => choose(path, side === 'mine')}
                    label={<FieldValue value={valueAt(side === 'mine' ? mine : theirs, path)} />}
                  />
                ),
              })),
            ]}
          />
          <Group gap="xs" mt="xs">
            <Button variant="subtle" size="compact-sm" onClick={() => setOwn(paths)}>
              {t('form:stale.useMine')}
            </Button>
            <Button variant="subtle" size="compact-sm" onClick={() => setOwn([])}>
              {t('form:stale.useSaved')}
            </Button>
          </Group>
        </>
      )}
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={onCancel}>
          {t('ui:cancel')}
        </Button>
        <Button onClick={() => onApply(merge(mine, theirs, own))}>{t('form:stale.apply')}</Button>
      </Group>
    </Modal>
  )
}
