#!/usr/bin/env node
import process from 'node:process';
import { explain } from './explain.ts';
import { runProgram } from './program.ts';
import { surviveClosedPipes } from './terminal.ts';

surviveClosedPipes();
try {
  process.exitCode = await runProgram(process.argv.slice(2));
} catch (error) {
  const { exit, message } = explain(error);
  process.stderr.write(`${message}\n`);
  process.exitCode = exit;
}
