#!/usr/bin/env node
import process from 'node:process';
import { explain } from './explain.ts';
import { runProgram } from './program.ts';
import { flushed, surviveClosedPipes } from './terminal.ts';

surviveClosedPipes();
try {
  process.exitCode = await runProgram(process.argv.slice(2));
} catch (error) {
  const { exit, message } = explain(error);
  process.stderr.write(`${message}\n`);
  process.exitCode = exit;
}
await flushed();
// Whatever a config file or a loader has left open must not keep the command from ending.
process.exit();
