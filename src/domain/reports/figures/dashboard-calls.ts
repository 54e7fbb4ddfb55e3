import { z } from 'zod'
import { call, data } from '#domain/kit/call.ts'
import { verbs } from '#domain/kit/verbs.ts'
import { connectionmove } from './connectionmove.ts'
import { type FigureSet, figureSets, type Tone } from './figure.ts'
import { invoicemargin } from './invoicemargin.ts'
import { openitem } from './openitem.ts'

/** A number with what it means, and where its rows are. */
export interface FigureCard {
  name: string
  label: string
  /** How the value is written. */
  unit: 'count' | 'money' | 'days' | 'moment' | 'words'
  /** Decimal text, a moment or words; null where there is nothing to tell. */
  value: string | null
  tone: Tone
  hint: string
  /** The screen with the rows it adds up; null where there are none. */
  to: string | null
  /** The same days a month and a year before. */
  before?: { month: string; year: string }
  is_mine: boolean
}

/** Something to know before all numbers, such as a feed that stands still. */
export interface DashboardNotice {
  text: string
  to: string
  tone: Tone
}

export const chartNames = ['use', 'ageing', 'discounts', 'billed', 'margin'] as const
export type ChartName = (typeof chartNames)[number]

/** A bar of a chart: a month, or how long something has been due. */
export interface ChartPoint {
  /** The first day of the month, else the words of the bar. */
  of: string
  value: string
  beside?: string
  estimated_share?: string
}

export interface DashboardChart {
  name: ChartName
  points: ChartPoint[]
}

/** What a platform admin sees of each organisation: counts, and never an amount. */
export interface OrganisationFigures {
  organisation_id: number
  name: string
  counts: { name: string; label: string; count: number }[]
}

/** Everything a dashboard shows, of one moment. */
export interface Dashboard {
  set: FigureSet
  /** The moment that all of it is true of. */
  as_at: string
  cards: FigureCard[]
  notices: DashboardNotice[]
  charts: DashboardChart[]
  organisations: OrganisationFigures[]
}

export const dashboardCalls = {
  get: call({
    method: 'GET',
    path: '/dashboard',
    summary: 'The figures of a set, of one moment, each with the screen that lists its rows',
    compressed: true,
    policy: { from: 'user' },
    input: z.object({
      set: z.enum(figureSets).default('work'),
      charts: z.enum(['0', '1']).optional().describe('1 for the charts of the set as well'),
    }),
    answers: data<Dashboard>(),
  }),
}

const readOnly = ['get', 'create', 'update', 'remove', 'restore', 'search', 'removeMany'] as const

export const openitemCalls = verbs(openitem, { without: readOnly })
export const connectionmoveCalls = verbs(connectionmove, { without: readOnly })
export const invoicemarginCalls = verbs(invoicemargin, { without: readOnly })
