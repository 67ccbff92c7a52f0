import type { Shape } from '../../i18n/shape.ts'
import type en from './refusals.en.ts'

export default {
  notHere: 'Dieses Gerät steht nicht an diesem Standort.',
  choose: 'Wählen Sie den Kunden, dem der Standort gehört.',
  noCompany: 'Diese Firma gibt es nicht.',
  ofClient: 'Ein Standort gehört einem Kunden.',
  half: 'Eine Position hat eine Breite und eine Länge.',
  latitude: 'Von −90 bis 90.',
  longitude: 'Von −180 bis 180.',
  rowTwice: 'Eine Zeile ist doppelt genannt.',
  northAbove: 'Norden liegt über Süden.',
  leftDevice: 'An diesem Standort ist noch 1 Gerät.',
  leftDevices: 'An diesem Standort sind noch {{a}} Geräte.',
  leftService: 'An diesem Standort ist noch 1 Dienst.',
  leftServices: 'An diesem Standort sind noch {{b}} Dienste.',
  leftDeviceService: 'An diesem Standort sind noch 1 Gerät und 1 Dienst.',
  leftDeviceServices: 'An diesem Standort sind noch 1 Gerät und {{b}} Dienste.',
  leftDevicesService: 'An diesem Standort sind noch {{a}} Geräte und 1 Dienst.',
  leftDevicesServices: 'An diesem Standort sind noch {{a}} Geräte und {{b}} Dienste.',
} satisfies Shape<typeof en>
