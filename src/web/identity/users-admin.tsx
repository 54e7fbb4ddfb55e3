export { Screen } from '../app/not-yet.tsx'
