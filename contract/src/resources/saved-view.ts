import * as z from 'zod/mini'
import { data, endpoint } from '../endpoint.ts'
import { id, requiredLine } from '../fields.ts'
import { searchMax } from '../list.ts'

export const viewScopes = ['private', 'company', 'descendants'] as const

/** State of a list without the page number: a view opens on page 1. */
export const viewState = z.object({
  search: z.optional(z.string().check(z.maxLength(searchMax))),
  searchFields: z.optional(z.string().check(z.maxLength(1000))),
  searchJoin: z.optional(z.enum(['and', 'or'])),
  orderBy: z.optional(z.string().check(z.maxLength(200))),
  sortedBy: z.optional(z.string().check(z.maxLength(200))),
  perPage: z.optional(z.int()),
  trashed: z.optional(z.enum(['without', 'with', 'only'])),
  columns: z.optional(z.array(z.string().check(z.maxLength(64))).check(z.maxLength(60))),
})

export const savedView = z.object({
  id: id(),
  list: z.string(),
  name: z.string(),
  scope: z.enum(viewScopes),
  state: viewState,
  own: z.boolean(),
  owner_name: z.string(),
})
export type SavedView = z.infer<typeof savedView>

const listName = () => z.string().check(z.regex(/^[a-z][a-z0-9.-]{0,63}$/))

export const savedViews = {
  index: endpoint({
    name: 'saved-view.index',
    method: 'GET',
    path: '/saved-view/index',
    access: 'self',
    summary: 'List saved views of a list: own ones, those of the company, and those shared by ancestors',
    query: z.object({ list: listName() }),
    reply: data(z.array(savedView)),
  }),
  store: endpoint({
    name: 'saved-view.store',
    method: 'POST',
    path: '/saved-view/store',
    access: 'self',
    status: 201,
    reasons: { 409: ['saved_view.limit', 'saved_view.name_taken'] },
    summary: 'Save the state of a list under a name',
    body: z.object({ list: listName(), name: requiredLine(80), scope: z.enum(viewScopes), state: viewState }),
    reply: data(savedView),
  }),
  update: endpoint({
    name: 'saved-view.update',
    method: 'PUT',
    path: '/saved-view/{id}/update',
    access: 'self',
    object: 'saved-view',
    reasons: { 409: ['saved_view.name_taken'] },
    summary: 'Update an own saved view',
    body: z.partial(z.object({ name: requiredLine(80), scope: z.enum(viewScopes), state: viewState })),
    reply: data(savedView),
  }),
  destroy: endpoint({
    name: 'saved-view.destroy',
    method: 'DELETE',
    path: '/saved-view/{id}/destroy',
    access: 'self',
    object: 'saved-view',
    summary: 'Delete an own saved view',
  }),
  preferences: endpoint({
    name: 'preference.show',
    method: 'GET',
    path: '/preference/show',
    access: 'self',
    summary: 'List own display preferences: columns and density by list, onboarding, shortcuts',
    reply: data(z.record(z.string(), z.unknown())),
  }),
  setPreference: endpoint({
    name: 'preference.update',
    method: 'PUT',
    path: '/preference/update',
    access: 'self',
    reasons: { 422: ['preference.limit', 'preference.too_long'] },
    summary: 'Set a display preference; null deletes it',
    body: z.object({
      key: z.string().check(z.regex(/^[a-z][a-z0-9.-]{0,63}$/)),
      value: z.nullable(z.record(z.string(), z.unknown())),
    }),
  }),
}
