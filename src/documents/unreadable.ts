export { Unreadable } from '../parsing/unreadable.ts'
