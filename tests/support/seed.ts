// `npm test` draws the same cases every time, so that red means a change. The long run draws new ones;
// SEED plays a run again.
const drawn = process.env.HEAVY ? Date.now() % 2 ** 31 : 20_261_116

/** What every drawing of chance in a run begins with. */
export const seed = Number(process.env.SEED ?? drawn)
