import { Button, Group, Select, Stack, TextInput, UnstyledButton } from '@mantine/core'
import { IconCheck, IconDeviceFloppy, IconTrash } from '@tabler/icons-react'
import { savedViews, viewScopes, type SavedView } from '@trunkline/contract/resources/saved-view'
import { useState } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'
import { useQueryClient } from '@tanstack/react-query'
import { queryKey, useCall, useCommand } from '../api/query.ts'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { errorText } from '../ui/error-text.ts'
import { notify } from '../ui/notify.ts'
import { IconAction } from '../ui/icon-action.tsx'
import type { ListSearch } from './list-search.ts'
import classes from './list.module.css'
import { showsView, toViewState, type ViewState } from './view-state.ts'

/** One saved view, with the actions of its owner. */
function ViewLine({
  view,
  isOpen,
  onOpen,
  onUpdate,
  onDelete,
}: {
  view: SavedView
  isOpen: boolean
  onOpen: () => void
  onUpdate: () => void
  onDelete: () => void
}) {
  const { t } = useTranslation()
  return (
    <li className={classes.view}>
      <UnstyledButton
        type="button"
        className={classes.viewOpen}
        aria-current={isOpen ? 'true' : undefined}
        onClick={onOpen}
      >
        <span className={classes.viewName}>
          {isOpen ? <IconCheck size={14} aria-hidden="true" /> : null}
          {view.name}
        </span>
        <span className={classes.hint}>
          {view.own ? t(`list:views.scope.${view.scope}`) : t('list:views.by', { name: view.owner_name })}
        </span>
      </UnstyledButton>
      {view.own ? (
        <>
          <IconAction
            icon={IconDeviceFloppy}
            label={t('list:views.update', { name: view.name })}
            title={t('list:views.update', { name: view.name })}
            onClick={onUpdate}
          />
          <IconAction
            icon={IconTrash}
            label={t('list:views.delete', { name: view.name })}
            title={t('list:views.delete', { name: view.name })}
            onClick={onDelete}
          />
        </>
      ) : null}
    </li>
  )
}

/** Saved views of a list: open, save, update, delete. */
export default function ViewPanel({
  list,
  search,
  columns,
  onOpen,
}: {
  list: string
  search: ListSearch
  columns: readonly string[]
  onOpen: (state: ViewState) => void
}) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const views = useCall(savedViews.index, { query: { list } })
  const [name, setName] = useState('')
  const [scope, setScope] = useState<(typeof viewScopes)[number]>('private')
  const [naming, setNaming] = useState(false)
  const again = () => void client.invalidateQueries({ queryKey: queryKey(savedViews.index, { query: { list } }) })
  const store = useCommand(savedViews.store, { onDone: again })
  const update = useCommand(savedViews.update, { onDone: again })
  const destroy = useCommand(savedViews.destroy, { onDone: again })
  const state = toViewState(search, columns)
  const failed = (error: unknown) => notify.error(errorText(error, t))

  return (
    <div className={classes.panel}>
      {views.error ? <ErrorNotice error={views.error} inline retry={() => void views.refetch()} /> : null}
      {views.data?.data.length ? (
        <ul className={classes.viewList}>
          {views.data.data.map((view) => (
            <ViewLine
              key={view.id}
              view={view}
              isOpen={showsView(search, view.state)}
              onOpen={() => onOpen(view.state)}
              onUpdate={() =>
                void update
                  .run({ params: { id: view.id }, body: { state } })
                  .then(() => notify.success(t('list:views.updated')), failed)
              }
              onDelete={() =>
                void destroy
                  .run({ params: { id: view.id } })
                  .then(() => notify.success(t('list:views.deleted')), failed)
              }
            />
          ))}
        </ul>
      ) : views.data ? (
        <p className={classes.hint}>{t('list:views.none')}</p>
      ) : null}
      {naming ? (
        <form
          className={classes.editor}
          onSubmit={(event) => {
            event.preventDefault()
            event.stopPropagation()
            if (!name.trim()) return
            store.run({ body: { list, name: name.trim(), scope, state } }).then(
              () => {
                setNaming(false)
                setName('')
                notify.success(t('list:views.saved'))
              },
              () => undefined,
            )
          }}
        >
          <Stack gap={8}>
            <TextInput
              label={t('list:views.name')}
              maxLength={80}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              error={store.error?.fields?.name ?? (store.error ? errorText(store.error, t) : undefined)}
              autoFocus
            />
            <Select
              label={t('list:views.for')}
              allowDeselect={false}
              value={scope}
              onChange={(value) => setScope((value ?? 'private') as typeof scope)}
              data={viewScopes.map((value) => ({ value, label: t(`list:views.scope.${value}`) }))}
              comboboxProps={{ withinPortal: false }}
            />
            <Group justify="flex-end" gap="xs">
              <Button type="button" variant="default" size="compact-sm" onClick={() => setNaming(false)}>
                {t('ui:cancel')}
              </Button>
              <Button type="submit" size="compact-sm" loading={store.pending}>
                {t('list:views.save')}
              </Button>
            </Group>
          </Stack>
        </form>
      ) : (
        <Button variant="default" size="compact-sm" fullWidth onClick={() => setNaming(true)}>
          {t('list:views.saveNew')}
        </Button>
      )}
    </div>
  )
}
