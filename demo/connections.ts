import { makeIcp } from '#domain/kit/icp.ts'
import type { Draw } from './draw.ts'
import { networkAt } from './networks.ts'
import type { Season } from './seasons.ts'
import type { DemoRow } from './store-rows.ts'
import type { Service } from './tariffs.ts'

export interface DemoRegister {
  name: string
  register_code: string
  flow: 'X' | 'I'
  /** Units a year and how they fall on its months. */
  yearly: number
  season: Season
}

/** One place where a customer is supplied with one service. */
export interface Connection {
  service: Service
  /** The ICP, else the supplier's number: what contracts name. */
  number: string
  isBusiness: boolean
  isLarge: boolean
  registers: DemoRegister[]
  multiplier: number
  meter: Record<string, unknown>
}

const yearlyOf: Record<string, number> = {
  retail: 28_000,
  hospitality: 92_000,
  manufacturing: 236_000,
  agriculture: 128_000,
  property: 84_000,
  education: 61_000,
  health: 44_000,
  community: 17_500,
  transport: 1_240_000,
  construction: 31_000,
  other: 36_000,
}
const SOLAR = new Set(['Catherine Bell-Whyte and Simon Whyte', 'Rāpaki Marae', 'Flora Drummond'])
const TWO_SHEDS = new Set(['Waikato Valley Dairies'])

/** Where a customer is supplied, and with what; the same draw always answers the same. */
export function connectionsOf({ input }: DemoRow, place: number, draw: Draw): Connection[] {
  const isBusiness = input.customer_type === 'commercial'
  const postcode = String(input.postcode)
  const site: Site = {
    isBusiness,
    postcode,
    industry: String(input.customer_industry ?? ''),
    draw,
    place,
  }
  const made = [electricity(site, String(input.name), 0)]
  if (TWO_SHEDS.has(String(input.name))) made.push(electricity(site, String(input.name), 1))
  const burnsGas = ['hospitality', 'manufacturing', 'education', 'property'].includes(site.industry)
  // There is no gas in the ground of the South Island.
  if (postcode < '5900' && draw.chance(burnsGas ? 0.7 : isBusiness ? 0.1 : 0.25))
    made.push(gas(site))
  const isAuckland = /^(06|10|20|21)/.test(postcode)
  if (isAuckland && (site.industry === 'property' || draw.chance(0.5))) made.push(water(site))
  return made.map((connection) => ({
    ...connection,
    meter: {
      ...connection.meter,
      icp_location: [input.street, input.suburb].filter(Boolean).join(', '),
    },
  }))
}

interface Site {
  isBusiness: boolean
  postcode: string
  industry: string
  draw: Draw
  place: number
}

function electricity(site: Site, name: string, shed: number): Connection {
  const { isBusiness, draw, place } = site
  const usual = isBusiness ? (yearlyOf[site.industry] ?? 36_000) : 7_100
  const yearly = Math.round((usual * draw.whole(72, 132)) / 100 / (shed + 1))
  const isLarge = yearly > 150_000
  const network = networkAt(site.postcode)
  const number = makeIcp(2_041_700_000 + place * 1_013 + shed * 7, network.letters)
  const isSmart = draw.chance(0.75)
  return {
    service: 'electricity',
    number,
    isBusiness,
    isLarge,
    multiplier: isLarge ? 40 : 1,
    registers: electricityRegisters(site, yearly, SOLAR.has(name)),
    meter: {
      meter_number: `2${draw.whole(10_000_000, 29_999_999)}`,
      icp_number: number,
      icp_type: 'electricity',
      meter_type: isLarge ? 'half_hourly' : isSmart ? 'smart' : 'legacy',
      power_network: network.name,
      power_hotline: network.hotline,
      meter_capacity_amount: isLarge
        ? yearly > 900_000
          ? '500'
          : '150'
        : isBusiness
          ? '69'
          : '60',
      meter_capacity_unit: isBusiness ? 'kVA' : 'A',
      meter_capacity_charged: isLarge,
      ...(isLarge ? { multiplier_value: '40', loss_factor: '1.0432' } : {}),
      date_installed: `20${draw.whole(19, 23)}-0${draw.whole(1, 9)}-${draw.whole(10, 28)}`,
    },
  }
}

function electricityRegisters(site: Site, yearly: number, isSolar: boolean): DemoRegister[] {
  const season = seasonOf(site)
  const register = (name: string, register_code: string, share: number): DemoRegister => ({
    name,
    register_code,
    flow: 'X',
    yearly: Math.round((yearly * share) / 100),
    season,
  })
  const generated: DemoRegister = {
    name: 'Generation',
    register_code: 'EG',
    flow: 'I',
    yearly: Math.round(yearly * 0.45),
    season: 'sun',
  }
  if (isSolar) return [register('Anytime', 'UN', 80), generated]
  if (yearly > 150_000 || site.draw.chance(site.isBusiness ? 0.35 : 0.15))
    return [register('Day', 'D', 68), register('Night', 'N', 32)]
  if (!site.isBusiness && site.draw.chance(0.3))
    return [register('Anytime', 'UN', 66), register('Controlled', 'CN', 34)]
  return [register('Anytime', 'UN', 100)]
}

function seasonOf({ isBusiness, industry }: Site): Season {
  if (!isBusiness || industry === 'community') return 'home'
  if (industry === 'education') return 'school'
  return industry === 'agriculture' || industry === 'transport' ? 'summer' : 'business'
}

function gas({ isBusiness, industry, draw, place }: Site): Connection {
  const yearly = isBusiness ? draw.whole(2_400, 9_800) : draw.whole(380, 720)
  const number = makeIcp(1_000_540_000 + place * 211, 'GN')
  const season = industry === 'hospitality' ? 'business' : 'heating'
  return {
    service: 'gas',
    number,
    isBusiness,
    isLarge: false,
    multiplier: 1,
    registers: [{ name: 'Gas', register_code: 'UN', flow: 'X', yearly, season }],
    meter: {
      meter_number: `G${draw.whole(100_000, 999_999)}`,
      icp_number: number,
      icp_type: 'gas',
      meter_type: 'legacy',
      conversion_factor: isBusiness ? '1.335845' : '1.015942',
      calorific_value: draw.one(['39.8', '40.1', '39.6']),
      date_installed: `20${draw.whole(19, 23)}-0${draw.whole(1, 9)}-${draw.whole(10, 28)}`,
    },
  }
}

function water({ isBusiness, industry, draw, place }: Site): Connection {
  const yearly =
    industry === 'property' ? 4_200 : isBusiness ? draw.whole(280, 1_100) : draw.whole(120, 230)
  const number = `WM-${4_410_000 + place * 37}`
  return {
    service: 'water',
    number,
    isBusiness,
    isLarge: false,
    multiplier: 1,
    registers: [{ name: 'Water', register_code: 'UN', flow: 'X', yearly, season: 'water' }],
    meter: {
      meter_number: `W${draw.whole(19, 23)}-${draw.whole(10_000, 99_999)}`,
      consumer_number: number,
      icp_type: 'water',
      meter_type: 'legacy',
      date_installed: `20${draw.whole(19, 23)}-0${draw.whole(1, 9)}-${draw.whole(10, 28)}`,
    },
  }
}
