import { dual, triple, type CatalogueModels } from './catalogue-types.ts'

/** Common devices of other manufacturers, from their data sheets. Dedicated management ports are not counted. */
export const otherManufacturers: { name: string; website: string; models: CatalogueModels }[] = [
  {
    name: 'Ubiquiti',
    website: 'https://ui.com',
    models: {
      router: [
        ['EdgeRouter X', 'ER-X', 5, { poe: 1 }],
        ['EdgeRouter X SFP', 'ER-X-SFP', 5, { sfp: 1, poe: 5 }],
        ['EdgeRouter Lite', 'ERLite-3', 3],
        ['EdgeRouter 4', 'ER-4', 3, { sfp: 1 }],
        ['EdgeRouter 6P', 'ER-6P', 5, { sfp: 1, poe: 5 }],
      ],
      'access-point': [
        ['UniFi AC Lite', 'UAP-AC-LITE', 1, { radios: dual }],
        ['UniFi AC LR', 'UAP-AC-LR', 1, { radios: dual }],
        ['UniFi AC Pro', 'UAP-AC-PRO', 2, { radios: dual }],
        ['UniFi U6 Lite', 'U6-Lite', 1, { radios: dual }],
        ['UniFi U6+', 'U6-PLUS', 1, { radios: dual }],
        ['UniFi U6 Long-Range', 'U6-LR', 1, { radios: dual }],
        ['UniFi U6 Pro', 'U6-Pro', 1, { radios: dual }],
        ['UniFi U6 Enterprise', 'U6-Enterprise', 1, { radios: triple }],
        ['UniFi U7 Pro', 'U7-Pro', 1, { radios: triple }],
        ['Rocket 5AC Lite', 'R5AC-Lite', 1, { radios: ['5'] }],
      ],
      antenna: [
        ['LiteBeam 5AC Gen2', 'LBE-5AC-Gen2', 1, { radios: ['5'] }],
        ['NanoStation 5AC Loco', 'Loco5AC', 1, { radios: ['5'] }],
        ['NanoStation 5AC', 'NS-5AC', 2, { radios: ['5'] }],
        ['NanoBeam 5AC Gen2', 'NBE-5AC-Gen2', 1, { radios: ['5'] }],
        ['PowerBeam 5AC Gen2', 'PBE-5AC-Gen2', 1, { radios: ['5'] }],
      ],
      switch: [
        ['UniFi Switch Flex', 'USW-Flex', 5, { poe: 4 }],
        ['UniFi Switch Lite 8 PoE', 'USW-Lite-8-PoE', 8, { poe: 4 }],
        ['UniFi Switch Lite 16 PoE', 'USW-Lite-16-PoE', 16, { poe: 8 }],
        ['UniFi Switch 24 PoE', 'USW-24-PoE', 24, { sfp: 2, poe: 16 }],
        ['UniFi Switch Pro 24 PoE', 'USW-Pro-24-PoE', 24, { sfp: 2, poe: 24 }],
        ['UniFi Switch Pro 48 PoE', 'USW-Pro-48-PoE', 48, { sfp: 4, poe: 48 }],
      ],
    },
  },
  {
    name: 'Cambium Networks',
    website: 'https://www.cambiumnetworks.com',
    models: {
      'access-point': [
        ['ePMP 3000', null, 1, { sfp: 1, radios: ['5'] }],
        ['ePMP 3000L', null, 1, { radios: ['5'] }],
        ['cnPilot e410', null, 1, { radios: dual }],
        ['XV2-2', null, 1, { radios: dual }],
        ['XV3-8', null, 2, { radios: dual }],
        ['XE3-4', null, 2, { radios: triple }],
      ],
      antenna: [
        ['ePMP Force 180', null, 1, { radios: ['5'] }],
        ['ePMP Force 300-13', null, 1, { radios: ['5'] }],
        ['ePMP Force 300-16', null, 1, { radios: ['5'] }],
        ['ePMP Force 300-25', null, 1, { radios: ['5'] }],
      ],
      switch: [
        ['cnMatrix EX2010-P', null, 8, { sfp: 2, poe: 8 }],
        ['cnMatrix EX2028', null, 24, { sfp: 4 }],
        ['cnMatrix EX2028-P', null, 24, { sfp: 4, poe: 24 }],
      ],
    },
  },
  {
    name: 'TP-Link (Omada)',
    website: 'https://www.omadanetworks.com',
    models: {
      router: [
        ['ER605', 'ER605', 5],
        ['ER7206', 'ER7206', 5, { sfp: 1 }],
        ['ER8411', 'ER8411', 8, { sfp: 3 }],
      ],
      'access-point': [
        ['EAP225', 'EAP225', 1, { radios: dual }],
        ['EAP225-Outdoor', 'EAP225-Outdoor', 1, { radios: dual }],
        ['EAP245', 'EAP245', 2, { radios: dual }],
        ['EAP610', 'EAP610', 1, { radios: dual }],
        ['EAP620 HD', 'EAP620 HD', 1, { radios: dual }],
        ['EAP650', 'EAP650', 1, { radios: dual }],
        ['EAP660 HD', 'EAP660 HD', 1, { radios: dual }],
        ['EAP670', 'EAP670', 1, { radios: dual }],
      ],
      antenna: [
        ['CPE210', 'CPE210', 1, { radios: ['2.4'] }],
        ['CPE510', 'CPE510', 1, { radios: ['5'] }],
        ['CPE710', 'CPE710', 1, { radios: ['5'] }],
      ],
      switch: [
        ['SG2008P', 'TL-SG2008P', 8, { poe: 4 }],
        ['SG2428P', 'TL-SG2428P', 24, { sfp: 4, poe: 24 }],
        ['SG3428', 'TL-SG3428', 24, { sfp: 4 }],
      ],
      other: [['OC200', 'OC200', 2]],
    },
  },
  {
    name: 'Huawei',
    website: 'https://www.huawei.com',
    models: {
      router: [
        ['EchoLife EG8145V5', 'EG8145V5', 4, { radios: dual }],
        ['EchoLife HG8245H', 'HG8245H', 4, { radios: ['2.4'] }],
      ],
      'lte-router': [
        ['B315', 'B315s-22', 4, { radios: ['2.4'], lte: true }],
        ['B525', 'B525s-23a', 4, { radios: dual, lte: true }],
        ['B535', 'B535-232', 4, { radios: dual, lte: true }],
        ['B818', 'B818-263', 2, { radios: dual, lte: true }],
      ],
      switch: [
        ['CloudEngine S5735-L24T4S-A', 'S5735-L24T4S-A', 24, { sfp: 4 }],
        ['CloudEngine S5735-L24P4S-A', 'S5735-L24P4S-A', 24, { sfp: 4, poe: 24 }],
        ['CloudEngine S5735-L48T4S-A', 'S5735-L48T4S-A', 48, { sfp: 4 }],
      ],
    },
  },
  {
    name: 'Cisco',
    website: 'https://www.cisco.com',
    models: {
      router: [['ASR 1001-X', 'ASR1001-X', 0, { sfp: 8 }]],
      'access-point': [
        ['Aironet 1815i', 'AIR-AP1815I-E-K9', 1, { radios: dual }],
        ['Catalyst 9115AXI', 'C9115AXI-E', 1, { radios: dual }],
        ['Catalyst 9120AXI', 'C9120AXI-E', 1, { radios: dual }],
      ],
      switch: [
        ['Catalyst 1000-24T-4G-L', 'C1000-24T-4G-L', 24, { sfp: 4 }],
        ['Catalyst 1000-24P-4G-L', 'C1000-24P-4G-L', 24, { sfp: 4, poe: 24 }],
        ['Catalyst 2960X-24TS-L', 'WS-C2960X-24TS-L', 24, { sfp: 4 }],
        ['Catalyst 2960X-48TS-L', 'WS-C2960X-48TS-L', 48, { sfp: 4 }],
        ['Catalyst 9200L-24P-4G', 'C9200L-24P-4G', 24, { sfp: 4, poe: 24 }],
        ['Catalyst 9200L-48P-4G', 'C9200L-48P-4G', 48, { sfp: 4, poe: 48 }],
      ],
    },
  },
  {
    name: 'ZTE',
    website: 'https://www.zte.com.cn',
    models: {
      router: [
        ['ZXHN F670L', 'F670L', 4, { radios: dual }],
        ['ZXHN F680', 'F680', 4, { radios: dual }],
      ],
      'lte-router': [
        ['MF286R', 'MF286R', 4, { radios: dual, lte: true }],
        ['MC801A', 'MC801A', 2, { radios: dual, lte: true }],
      ],
    },
  },
  {
    name: 'Teltonika',
    website: 'https://teltonika-networks.com',
    models: {
      router: [['RUTX10', 'RUTX10', 4, { radios: dual }]],
      'lte-router': [
        ['RUT200', 'RUT200', 2, { radios: ['2.4'], lte: true }],
        ['RUT240', 'RUT240', 2, { radios: ['2.4'], lte: true }],
        ['RUT241', 'RUT241', 2, { radios: ['2.4'], lte: true }],
        ['RUT360', 'RUT360', 2, { radios: ['2.4'], lte: true }],
        ['RUT950', 'RUT950', 4, { radios: ['2.4'], lte: true }],
        ['RUT951', 'RUT951', 4, { radios: ['2.4'], lte: true }],
        ['RUT955', 'RUT955', 4, { radios: ['2.4'], lte: true }],
        ['RUT956', 'RUT956', 4, { radios: ['2.4'], lte: true }],
        ['RUTX09', 'RUTX09', 4, { lte: true }],
        ['RUTX11', 'RUTX11', 4, { radios: dual, lte: true }],
        ['RUTX12', 'RUTX12', 5, { radios: dual, lte: true }],
        ['RUTX50', 'RUTX50', 5, { radios: dual, lte: true }],
        ['TRB140', 'TRB140', 1, { lte: true }],
      ],
      switch: [['TSW100', 'TSW100', 5, { poe: 4 }]],
    },
  },
  {
    name: 'Juniper',
    website: 'https://www.juniper.net',
    models: {
      router: [
        ['SRX300', 'SRX300', 6, { sfp: 2 }],
        ['SRX320', 'SRX320', 6, { sfp: 2 }],
        ['SRX340', 'SRX340', 8, { sfp: 8 }],
        ['SRX345', 'SRX345', 8, { sfp: 8 }],
        ['MX204', 'MX204', 0, { sfp: 12 }],
      ],
      switch: [
        ['EX2300-C-12T', 'EX2300-C-12T', 12, { sfp: 2 }],
        ['EX2300-C-12P', 'EX2300-C-12P', 12, { sfp: 2, poe: 12 }],
        ['EX2300-24T', 'EX2300-24T', 24, { sfp: 4 }],
        ['EX2300-24P', 'EX2300-24P', 24, { sfp: 4, poe: 24 }],
        ['EX2300-48T', 'EX2300-48T', 48, { sfp: 4 }],
        ['EX3400-24T', 'EX3400-24T', 24, { sfp: 6 }],
      ],
    },
  },
]
