#!/usr/bin/env node
import { runTool } from './runTool.mjs';

runTool('knip/bin/knip.js');
