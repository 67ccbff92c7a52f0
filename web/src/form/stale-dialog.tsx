import { Button, Group, Modal, Radio } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'
import { plainText } from '../ui/plain-text.ts'
import type { AnyValues } from './form-context.ts'
import classes from './form.module.css'
import { differences, valueAt } from './normalise.ts'

/** The merged values: theirs, with the fields of `keep` as they stand in mine. `version` is always theirs. */
export function merge(mine: AnyValues, theirs: AnyValues, keep: readonly string[]): AnyValues {
  const merged = structuredClone(theirs)
  for (const path of keep) {
    const keys = path.split('.')
    const last = keys.pop() as string
    let at = merged as AnyValues
    for (const key of keys) at = (at[key] ??= {}) as AnyValues
    at[last] = valueAt(mine, path)
  }
  return merged
}

function StaleValue({ value }: { value: unknown }) {
  const { t } = useTranslation()
  if (value === null || value === undefined || value === '') return <em>{t('form:stale.empty')}</em>
  if (typeof value === 'boolean') return t(value ? 'ui:yes' : 'ui:no')
  const text = plainText(value)
  if (text.startsWith('data:image/')) return <img src={text} alt="" height={48} />
  return text.length > 300 ? `${text.slice(0, 300)} …` : text
}

/** Both versions of a record side by side, after somebody else has saved it first. */
export default function StaleDialog({
  mine,
  theirs,
  labels,
  onApply,
  onCancel,
}: {
  mine: AnyValues
  theirs: AnyValues
  /** Labels of the fields by path; only these can be chosen, the rest is theirs. */
  labels: ReadonlyMap<string, string>
  onApply: (merged: AnyValues) => void
  onCancel: () => void
}) {
  const { t } = useTranslation()
  const paths = differences(mine, theirs).filter((path) => path !== 'version' && labels.has(path))
  const [keep, setKeep] = useState<readonly string[]>(paths)
  const choose = (path: string, own: boolean) =>
    setKeep((before) =>
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
          <div className={classes.compareScroll} role="region" aria-label={t('form:stale.title')} tabIndex={0}>
            <table className={classes.compare}>
              <thead>
                <tr>
                  <th scope="col">{t('form:stale.field')}</th>
                  <th scope="col">{t('form:stale.mine')}</th>
                  <th scope="col">{t('form:stale.theirs')}</th>
                </tr>
              </thead>
              <tbody>
                {paths.map((path) => (
                  <tr key={path}>
                    <th scope="row">{labels.get(path)}</th>
                    <td>
                      <Radio
                        name={path}
                        checked={keep.includes(path)}
                        onChange={() => choose(path, true)}
                        label={<StaleValue value={valueAt(mine, path)} />}
                      />
                    </td>
                    <td>
                      <Radio
                        name={path}
                        checked={!keep.includes(path)}
                        onChange={() => choose(path, false)}
                        label={<StaleValue value={valueAt(theirs, path)} />}
                      />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <Group gap="xs" mt="xs">
            <Button variant="subtle" size="compact-sm" onClick={() => setKeep(paths)}>
              {t('form:stale.keepAll')}
            </Button>
            <Button variant="subtle" size="compact-sm" onClick={() => setKeep([])}>
              {t('form:stale.takeAll')}
            </Button>
          </Group>
        </>
      )}
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={onCancel}>
          {t('ui:cancel')}
        </Button>
        <Button onClick={() => onApply(merge(mine, theirs, keep))}>{t('form:stale.apply')}</Button>
      </Group>
    </Modal>
  )
}
