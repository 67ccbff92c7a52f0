import type { Action, GrantedAbility, Subject } from '@trunkline/contract/abilities'
import type { IpVersion } from '@trunkline/contract/resources/subnet-words'
import { accessPages } from './access-pages.ts'
import { paths } from './paths.ts'
import { radiusPages } from './radius-pages.ts'
import { screensOf, type RouteEntry, type Screen } from './route-entry.ts'
import { routerPages } from './router-pages.ts'
import { settingsPages } from './settings-pages.ts'
import { wifiPages } from './wifi-pages.ts'

const screen = screensOf(
  import.meta.glob<Screen>([
    './screens/*/[A-Z]*.tsx',
    '!./screens/access/*',
    '!./screens/*/*.test.tsx',
    '!./screens/*/*Dialog.tsx',
  ]),
)

const access =
  (action: Action) =>
  (subject: Subject): GrantedAbility => ({ action, subject })
const list = access('view-list')
const view = access('view')
const create = access('create')
const update = access('update')

/** The pages of one part of the catalogue of hardware, which all have a list and a form. */
const ofCatalogue = (
  part: 'models' | 'manufacturers' | 'types',
  subject: Subject,
  title: string,
  room: 'Model' | 'Manufacturer' | 'Type',
): RouteEntry[] => [
  { path: paths.hardware[part].list, title: `${title}s`, access: list(subject), ...screen(`hardware/${room}List`) },
  {
    path: paths.hardware[part].create,
    title: `${title}Create`,
    access: create(subject),
    ...screen(`hardware/${room}Form`),
  },
  {
    path: `/hardware/${part}/update/$id`,
    title: `${title}Update`,
    access: update(subject),
    ...screen(`hardware/${room}Form`),
  },
]

/** The pages of subnets, which are the same for both versions of IP. */
const ofVersion = (version: IpVersion): RouteEntry[] => [
  {
    path: paths.ipam.list(version),
    title: version,
    access: list('subnets'),
    ...screen('ipam/SubnetTree', 'companies'),
  },
  {
    path: paths.ipam.create(version),
    title: 'subnetCreate',
    access: create('subnets'),
    ...screen('ipam/SubnetForm', 'companies'),
  },
  {
    path: `/ipam/${version}/update/$id`,
    title: 'subnetUpdate',
    access: update('subnets'),
    ...screen('ipam/SubnetForm', 'companies'),
  },
  {
    path: `/ipam/${version}/$id`,
    title: 'subnet',
    access: view('subnets'),
    ...screen('ipam/SubnetDetail', 'companies'),
  },
]

const nasForm = screen('nas/NasForm', 'companies', 'extra-attributes')
const tariffForm = screen('tariffs/TariffForm', 'companies', 'extra-attributes')

/** Pages inside the panel's frame. A route whose ability the user lacks is the same error-404 as one that does not exist. */
export const panelPages: RouteEntry[] = [
  { path: paths.home, title: 'dashboard', access: 'any', ...screen('dashboard/Dashboard', 'audit', 'companies') },
  {
    path: paths.accessControl,
    title: 'accessControl',
    access: list('access-control'),
    ...screen(
      'access-control/AccessControl',
      'audit',
      'companies',
      'dashboard',
      'devices',
      'invites',
      'lan',
      'sites',
      'users',
      'wifi',
      'wifi-access',
    ),
  },
  { path: paths.profile.show, title: 'profile', access: 'any', ...screen('profile/Profile') },
  { path: paths.profile.update, title: 'profileUpdate', access: 'any', ...screen('profile/ProfileUpdate') },
  {
    path: paths.companyProfile.show,
    title: 'companyProfile',
    access: view('companies'),
    ...screen('profile/CompanyProfile', 'companies'),
  },
  {
    path: paths.companyProfile.update,
    title: 'companyProfileUpdate',
    access: update('companies'),
    ...screen('profile/CompanyProfileUpdate', 'companies'),
  },
  {
    path: paths.companies.list,
    title: 'companies',
    access: list('companies'),
    ...screen('companies/CompanyList', 'invites'),
  },
  {
    path: paths.companies.create,
    title: 'companyCreate',
    access: create('companies'),
    ...screen('companies/CompanyForm'),
  },
  {
    path: paths.imports.companies,
    title: 'companyImport',
    access: create('companies'),
    ...screen('imports/Import'),
  },
  {
    path: '/company-management/update/$id',
    title: 'companyUpdate',
    access: update('companies'),
    ...screen('companies/CompanyForm'),
  },
  {
    path: '/company-management/summary/$id',
    title: 'companySummary',
    access: view('companies'),
    ...screen('companies/CompanySummary', 'users'),
  },
  { path: paths.users.list, title: 'users', access: list('users'), ...screen('users/UserList', 'companies') },
  {
    path: '/user-management/update/$id',
    title: 'userUpdate',
    access: update('users'),
    ...screen('users/UserForm', 'companies'),
  },
  {
    path: '/user-management/details/$id',
    title: 'userDetails',
    access: view('users'),
    ...screen('users/UserDetail', 'companies'),
  },
  {
    path: paths.invites.list,
    title: 'invites',
    access: list('user-invites'),
    ...screen('invites/InviteList', 'companies', 'users'),
  },
  {
    path: paths.invites.create,
    title: 'inviteCreate',
    access: create('user-invites'),
    ...screen('invites/InviteForm', 'companies', 'users'),
  },
  ...ofVersion('ipv4'),
  ...ofVersion('ipv6'),
  {
    path: paths.imports.subnets,
    title: 'subnetImport',
    access: create('subnets'),
    ...screen('imports/Import', 'companies'),
  },
  {
    path: paths.ipam.categories.list,
    title: 'subnetCategories',
    access: list('subnet-categories'),
    ...screen('ipam/CategoryList', 'companies'),
  },
  {
    path: paths.ipam.categories.create,
    title: 'subnetCategoryCreate',
    access: create('subnet-categories'),
    ...screen('ipam/CategoryForm', 'companies'),
  },
  {
    path: '/ipam/categories/update/$id',
    title: 'subnetCategoryUpdate',
    access: update('subnet-categories'),
    ...screen('ipam/CategoryForm', 'companies'),
  },
  {
    path: paths.services.list,
    title: 'services',
    access: list('services'),
    ...screen('services/ServiceList', 'companies', 'ipam'),
  },
  {
    path: paths.services.create,
    title: 'serviceCreate',
    access: create('services'),
    ...screen('services/ServiceForm', 'companies', 'ipam', 'tariffs'),
  },
  {
    path: paths.imports.services,
    title: 'serviceImport',
    access: create('services'),
    ...screen('imports/Import'),
  },
  {
    path: '/services/update/$id',
    title: 'serviceUpdate',
    access: update('services'),
    ...screen('services/ServiceForm', 'companies', 'ipam', 'tariffs'),
  },
  {
    path: '/services/details/$id',
    title: 'service',
    access: view('services'),
    ...screen('services/ServiceDetail', 'companies', 'ipam', 'radius-certificates', 'sessions', 'tariffs'),
  },
  {
    path: paths.dialups.list,
    title: 'dialups',
    access: list('vpn-dialups'),
    ...screen('services/DialupList', 'companies', 'ipam'),
  },
  {
    path: paths.dialups.create,
    title: 'dialupCreate',
    access: create('vpn-dialups'),
    ...screen('services/DialupForm', 'companies', 'ipam', 'tariffs'),
  },
  {
    path: '/dialups/update/$id',
    title: 'dialupUpdate',
    access: update('vpn-dialups'),
    ...screen('services/DialupForm', 'companies', 'ipam', 'tariffs'),
  },
  {
    path: '/dialups/details/$id',
    title: 'dialup',
    access: view('vpn-dialups'),
    ...screen('services/DialupDetail', 'companies', 'ipam', 'sessions', 'tariffs'),
  },
  ...radiusPages(screen),
  { path: paths.nas.list, title: 'nas', access: list('nas'), ...screen('nas/NasList', 'companies', 'dashboard') },
  { path: paths.nas.unknown, title: 'nasUnknown', access: list('nas'), ...screen('nas/UnansweredList', 'companies') },
  { path: paths.nas.create, title: 'nasCreate', access: create('nas'), ...nasForm },
  { path: '/nas/update/$id', title: 'nasUpdate', access: update('nas'), ...nasForm },
  {
    path: '/nas/details/$id',
    title: 'nasDetails',
    access: view('nas'),
    ...screen('nas/NasDetail', 'companies', 'dashboard', 'sessions'),
  },
  { path: paths.tariffs.list, title: 'tariffs', access: list('tariffs'), ...screen('tariffs/TariffList', 'companies') },
  { path: paths.tariffs.create, title: 'tariffCreate', access: create('tariffs'), ...tariffForm },
  { path: '/tariffs/update/$id', title: 'tariffUpdate', access: update('tariffs'), ...tariffForm },
  {
    path: paths.hardware.list,
    title: 'hardware',
    access: list('hardware'),
    ...screen('hardware/HardwareList', 'companies'),
  },
  {
    path: paths.hardware.create,
    title: 'hardwareCreate',
    access: create('hardware'),
    ...screen('hardware/HardwareForm', 'companies', 'devices'),
  },
  {
    path: paths.imports.hardware,
    title: 'hardwareImport',
    access: access('import')('hardware'),
    ...screen('imports/Import'),
  },
  {
    path: '/hardware/update/$id',
    title: 'hardwareUpdate',
    access: update('hardware'),
    ...screen('hardware/HardwareForm', 'companies', 'devices'),
  },
  ...ofCatalogue('models', 'hardware-models', 'hardwareModel', 'Model'),
  ...ofCatalogue('manufacturers', 'hardware-manufacturers', 'hardwareManufacturer', 'Manufacturer'),
  ...ofCatalogue('types', 'hardware-types', 'hardwareType', 'Type'),
  {
    path: paths.hardware.dpk,
    title: 'hardwareDpk',
    access: view('hardware-manufacturers'),
    ...screen('hardware/DpkList', 'devices'),
  },
  {
    path: paths.hardware.commands,
    title: 'deviceCommands',
    access: list('hardware'),
    ...screen('devices/CommandList'),
  },
  {
    path: '/hardware/commands/$id',
    title: 'deviceCommand',
    access: view('hardware'),
    ...screen('devices/CommandDetail'),
  },
  {
    path: '/hardware/$id',
    title: 'hardwareDetail',
    access: view('hardware'),
    ...screen('hardware/HardwareDetail', 'companies', 'devices'),
  },
  { path: paths.sites.list, title: 'sites', access: list('sites'), ...screen('sites/SiteList', 'companies') },
  { path: paths.sites.create, title: 'siteCreate', access: create('sites'), ...screen('sites/SiteForm', 'companies') },
  {
    path: '/sites/update/$id',
    title: 'siteUpdate',
    access: update('sites'),
    ...screen('sites/SiteForm', 'companies'),
  },
  {
    path: '/site/$id/hardware/index',
    title: 'site',
    access: view('sites'),
    ...screen('sites/SiteSummary', 'companies', 'devices', 'hardware', 'lan'),
  },
  ...routerPages(screen),
  ...wifiPages(screen),
  ...accessPages(screen),
  {
    path: paths.licences.list,
    title: 'licences',
    access: access('view-index')('licences'),
    ...screen('licences/LicenceList', 'companies'),
  },
  {
    path: paths.licences.create,
    title: 'licenceCreate',
    access: create('licences'),
    ...screen('licences/LicenceForm', 'companies'),
  },
  {
    path: paths.licences.bulk,
    title: 'licenceBulk',
    access: create('licences'),
    ...screen('licences/LicenceBulk', 'companies'),
  },
  {
    path: '/licence/update/$id',
    title: 'licenceUpdate',
    access: update('licences'),
    ...screen('licences/LicenceForm', 'companies'),
  },
  {
    path: '/licence/$id',
    title: 'licence',
    access: view('licences'),
    ...screen('licences/LicenceDetail', 'companies'),
  },
  {
    path: paths.audit.list,
    title: 'audit',
    access: list('audit-log'),
    ...screen('audit/AuditList', 'companies', 'hardware', 'invites', 'licences', 'sites', 'users'),
  },
  ...settingsPages(screen),
]
