import type { CompanyType } from '@trunkline/contract/abilities'
import type { CityName } from './cities.ts'

/** A company of the demo with its descendants. All companies are fictional. */
export interface DemoCompany {
  name: string
  type: CompanyType
  place: CityName
  /** Its users are `<role>@<sign_in>.example`. */
  sign_in?: string
  state?: 'inactive' | 'trashed'
  below?: DemoCompany[]
}

type More = Partial<Pick<DemoCompany, 'sign_in' | 'state'>>
const of =
  (type: CompanyType) =>
  (name: string, place: CityName, below: DemoCompany[] = [], more: More = {}): DemoCompany => ({
    name,
    type,
    place,
    below,
    ...more,
  })
const master = of('master-distributor')
const distributor = of('distributor')
const reseller = of('reseller')
const client = (name: string, place: CityName, more: More = {}) => of('client')(name, place, [], more)

const north = distributor(
  'Pennine Telecom',
  'leeds',
  [
    reseller(
      'Calder Broadband',
      'leeds',
      [
        client('Harrogate House Hotel', 'leeds', { sign_in: 'client' }),
        client('Aire Valley Schools Trust', 'leeds'),
        client('Brightwater Dental', 'leeds'),
        client('Kirkgate Market Traders', 'leeds'),
        client('Moorside Brewery', 'sheffield'),
      ],
      { sign_in: 'reseller' },
    ),
    reseller('Steel City Wireless', 'sheffield', [
      client('Kelham Works', 'sheffield'),
      client('Peak Climbing Centre', 'sheffield'),
      client('Ecclesall Medical Practice', 'sheffield'),
      client('Rivelin Care Homes', 'sheffield', { state: 'inactive' }),
    ]),
    // Levels may be skipped: the distributor's own client.
    client('Northern Freight Terminals', 'newcastle'),
  ],
  { sign_in: 'distributor' },
)

const west = distributor('Severn Connect', 'bristol', [
  reseller('Avon Fibre Services', 'bristol', [
    client('Harbourside Studios', 'bristol'),
    client('Clifton Bridge Hostel', 'bristol'),
    client('Temple Quay Offices', 'bristol'),
    client('Redcliffe Coffee Roasters', 'bristol', { state: 'trashed' }),
  ]),
  reseller('Taff Valley Internet', 'cardiff', [
    client('Llandaff College', 'cardiff'),
    client('Bute Street Gallery', 'cardiff'),
    client('Cardiff Bay Marina', 'cardiff'),
  ]),
])

const midlands = distributor('Heartland Data', 'birmingham', [
  reseller('Jewellery Quarter Networks', 'birmingham', [
    client('Gas Street Apartments', 'birmingham'),
    client('Bournville Nurseries', 'birmingham'),
    client('Edgbaston Eye Clinic', 'birmingham'),
  ]),
  reseller(
    'Mersey Link',
    'liverpool',
    [client('Albert Quays Retail', 'liverpool'), client('Sefton Park Tennis Club', 'liverpool')],
    { state: 'inactive' },
  ),
])

const scotland = reseller('Forth & Clyde Internet', 'edinburgh', [
  client('Leith Docks Distillery', 'edinburgh'),
  client('Royal Mile Rooms', 'edinburgh'),
  client('Clydeside Print Works', 'glasgow'),
  client('Kelvingrove Veterinary', 'glasgow'),
])

const bavaria = distributor(
  'Isarnetz Vertrieb',
  'munich',
  [
    reseller(
      'Alpenblick Internet',
      'munich',
      [
        client('Gasthof Zum Goldenen Hirsch', 'munich', { sign_in: 'client-2' }),
        client('Sendlinger Brauhaus', 'munich'),
        client('Physiozentrum Isartor', 'munich'),
        client('Grundschule am Westpark', 'munich'),
      ],
      { sign_in: 'reseller-2' },
    ),
    reseller('Donau Daten', 'vienna', [
      client('Hotel Belvedere Garten', 'vienna'),
      client('Kaffeehaus Lindner', 'vienna'),
    ]),
    reseller('Limmat Online', 'zurich', [
      client('Seefeld Treuhand', 'zurich'),
      client('Bergbahnen Uetli', 'zurich', { state: 'inactive' }),
    ]),
  ],
  { sign_in: 'distributor-2' },
)

const germany = distributor('Hansekabel', 'hamburg', [
  reseller('Elbfunk', 'hamburg', [
    client('Speicherstadt Kontor', 'hamburg'),
    client('Reederei Petersen', 'hamburg'),
    client('Schulverbund Altona', 'hamburg'),
  ]),
  reseller('Spreenetz', 'berlin', [
    client('Markthalle Kreuzberg', 'berlin'),
    client('Ateliers am Kanal', 'berlin'),
    client('Praxis Dr. Falk', 'berlin', { state: 'trashed' }),
  ]),
  reseller('Rhein-Main Breitband', 'frankfurt', [
    client('Messe Apartments', 'frankfurt'),
    client('Dombrauerei Köln', 'cologne'),
  ]),
  client('Soieries du Rhône', 'lyon'),
])

export const demoTree: DemoCompany = of('simrush')(
  'Northwind Fibre',
  'london',
  [
    master('Meridian Networks', 'manchester', [north, west, midlands, scotland], { sign_in: 'master-distributor' }),
    master('Alpenline Telekom', 'munich', [bavaria, germany], { sign_in: 'master-distributor-2' }),
  ],
  { sign_in: 'simrush' },
)
