// How the use of a year falls on its months, January first; a flat year is all ones.
export const seasons = {
  home: [0.78, 0.76, 0.85, 0.93, 1.06, 1.28, 1.38, 1.29, 1.08, 0.95, 0.84, 0.8],
  business: [1.02, 0.99, 1.02, 0.97, 0.98, 1.03, 1.05, 1.03, 0.98, 0.97, 0.97, 0.99],
  summer: [1.4, 1.35, 1.25, 0.98, 0.75, 0.65, 0.65, 0.7, 0.9, 1.02, 1.15, 1.2],
  school: [0.5, 0.95, 1.02, 0.88, 1.12, 1.28, 1.05, 1.26, 1.1, 0.95, 1.06, 0.83],
  heating: [0.52, 0.5, 0.6, 0.85, 1.2, 1.6, 1.7, 1.55, 1.13, 0.9, 0.75, 0.7],
  water: [1.25, 1.22, 1.1, 1, 0.95, 0.9, 0.88, 0.88, 0.92, 0.95, 0.97, 0.98],
  sun: [1.5, 1.35, 1.15, 0.88, 0.66, 0.55, 0.6, 0.75, 0.95, 1.1, 1.22, 1.29],
} as const

export type Season = keyof typeof seasons

/** Whole units used in so many days that end in a month, before chance has its say. */
export function useOf(yearly: number, season: Season, endsOn: string, days: number): number {
  const share = seasons[season][Number(endsOn.slice(5, 7)) - 1] ?? 1
  return (yearly / 365) * days * share
}
