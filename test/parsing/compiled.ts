import { inject } from 'vitest'
import { commandOf, Parser } from '../../src/parsing/parser.ts'
import { parsers } from '../../src/parsing/parsers.ts'

// A parser of TypeScript takes three times the processor time to start, and hostile files end many.
parsers.start = (room) => new Parser(room, commandOf(room, inject('parserProgram'), true))
